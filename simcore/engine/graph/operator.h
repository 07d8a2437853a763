#pragma once

#include "profiler/trace/columns/kinds.h"
#include "simcore/engine/collectives/collectives.h"
#include "simcore/engine/graph/overlap.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace nscope::sim {

/// The units that an operator occupies, in pipeline order: DMA feeds TensorE,
/// whose results the other engines take from PSUM.
enum class Unit : std::size_t { kDma, kTensor, kVector, kScalar, kGpSimd };
inline constexpr std::size_t kUnitCount = 5;
std::string_view to_string(Unit unit);  ///< "DMA", "TensorE", ...
Engine engine_of(Unit unit);            ///< on whose tracks its work is shown

/// What one operator asks of one logical core. Seconds are busy time of the
/// unit, engine stretch and DMA inefficiency included.
struct Work {
  std::array<double, kUnitCount> seconds{};
  double read_bytes = 0;   ///< HBM
  double write_bytes = 0;  ///< HBM
  double flops = 0;        ///< TensorE operations, padding included

  double& operator[](Unit unit) { return seconds[static_cast<std::size_t>(unit)]; }
  double operator[](Unit unit) const { return seconds[static_cast<std::size_t>(unit)]; }
};

/// One node of a static graph on one logical core: work of its engines, or a
/// collective. Operators run one after the other in program order.
struct Operator {
  std::string_view name;  ///< a literal: "qkv_projection"
  Work work;
  std::optional<Collective> collective{};
};

/// When each unit is busy inside an operator, seconds from its start.
struct OperatorTiming {
  struct Interval {
    double start = 0;  ///< below 0: DMA was ahead
    double busy = 0;
  };
  double seconds = 0;
  std::array<Interval, kUnitCount> units{};
  std::string_view bound;  ///< "DMA", "TensorE", ..., "Collective"
};

/// Tiles flow through the units:
///   compute = pipeline(TensorE, others; engines), seconds = pipeline(DMA, compute; prefetch)
///   pipeline(a, b; tiles) = (a + b) / tiles + (1 - 1 / tiles) * max(a, b)
/// where VectorE, ScalarE and GpSimd work side by side and count as their longest.
/// `ahead` is what DMA has brought of the operator before it begins, in seconds of transfer,
/// and becomes that of the next one: while the engines or a collective need longer, DMA
/// goes on, up to `overlap.lead`. Transfers with no engine behind them take no part: the ring
/// keeps its order, and what they write must have been computed.
/// A unit's busy time is shown in one piece: DMA from as early as it may, the others as
/// late as the units after them allow.
OperatorTiming time_operator(const Operator& op, const Overlap& overlap, double& ahead);
/// Of an operator that follows none.
OperatorTiming time_operator(const Operator& op, const Overlap& overlap);

/// The seconds of time_operator() alone.
double operator_seconds(const Operator& op, const Overlap& overlap, double& ahead);
double operator_seconds(const Operator& op, const Overlap& overlap);

}  // namespace nscope::sim
