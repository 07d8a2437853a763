#pragma once

#include "profiler/trace/columns/kinds.h"
#include "simcore/engine/collectives/collectives.h"
#include "simcore/engine/graph/overlap.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace nscope::sim {

/// The units that an operator uses, in pipeline order: DMA feeds TensorE, and the other engines
/// read its results from PSUM.
enum class Unit : std::size_t { kDma, kTensor, kVector, kScalar, kGpSimd };
inline constexpr std::size_t kUnitCount = 5;
std::string_view to_string(Unit unit);  ///< "DMA", "TensorE", ...
Engine engine_of(Unit unit);            ///< engine on whose track its work is shown

/// Work of one operator on one logical core. Seconds are busy time of the unit, including
/// `engine_stretch` and the DMA efficiency.
struct Work {
  std::array<double, kUnitCount> seconds{};
  double read_bytes = 0;   ///< HBM
  double write_bytes = 0;  ///< HBM
  double flops = 0;        ///< TensorE operations, including padding

  double& operator[](Unit unit) { return seconds[static_cast<std::size_t>(unit)]; }
  double operator[](Unit unit) const { return seconds[static_cast<std::size_t>(unit)]; }
  /// Adds `times` the work of `one`.
  void add(const Work& one, double times);
};

/// One node of a static graph on one logical core: work of its engines or a collective. Operators
/// run in sequence, in program order.
struct Operator {
  std::string_view name;  ///< a literal: "qkv_projection"
  Work work;
  std::optional<Collective> collective{};
};

/// The busy interval of each unit in an operator, in seconds since its start.
struct OperatorTiming {
  struct Interval {
    double start = 0;  ///< negative if DMA prefetched
    double busy = 0;
  };
  double seconds = 0;
  std::array<Interval, kUnitCount> units{};
  std::string_view bound;  ///< "DMA", "TensorE", ..., "Collective"
};

/// Computes the time of an operator whose tiles flow through the units:
///   compute = pipeline(TensorE, others; engines), seconds = pipeline(DMA, compute; prefetch)
///   pipeline(a, b; tiles) = (a + b) / tiles + (1 - 1 / tiles) * max(a, b)
/// where VectorE, ScalarE and GpSimd work in parallel and count with the longest of their times.
/// `ahead` is the part of the operator that DMA has prefetched before it begins, in seconds of
/// transfer. It becomes the value for the next operator: if the engines or a collective take
/// longer, DMA continues up to `overlap.lead`. Transfers without a following engine are not
/// prefetched, because the ring keeps its order and the data that they write must have been
/// computed. The busy time of a unit is one interval: as early as possible for DMA, and as late as
/// the following units allow for the others.
OperatorTiming time_operator(const Operator& op, const Overlap& overlap, double& ahead);
/// The time of an operator without a predecessor.
OperatorTiming time_operator(const Operator& op, const Overlap& overlap);

/// Only the seconds of time_operator().
double operator_seconds(const Operator& op, const Overlap& overlap, double& ahead);
double operator_seconds(const Operator& op, const Overlap& overlap);

}  // namespace nscope::sim
