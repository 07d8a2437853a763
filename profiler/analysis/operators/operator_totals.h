#pragma once

#include "profiler/analysis/engines/core_units.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/analysis/operators/operator_names.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::analysis {

/// Totals of one operator on all cores in scope. Times in ticks.
struct OperatorTotals {
  static constexpr std::size_t kOther = kCoreUnits.size();  ///< index of other devices: GPU streams

  StringId name;                                ///< invalid for events without a name on this level
  std::int64_t count = 0;                       ///< events, without DMA packets
  std::array<std::int64_t, kOther + 1> time{};  ///< sum of durations by unit of kCoreUnits
  /// Time in which the unit runs at least one of the events, added up over cores. 0 unless
  /// WorkDetails::unit_busy was asked for.
  std::array<std::int64_t, kOther + 1> busy{};
  std::int64_t active = 0;   ///< time with at least one running event, added up over cores
  std::int64_t exposed = 0;  ///< part of `active` in which no other operator runs on the same core
  double flops = 0.0;
  double bf16_flops = 0.0;            ///< BF16 FLOPs that take the minimum TensorE time of `flops`
  double bf16_transpose_flops = 0.0;  ///< part of `bf16_flops` of instructions that transpose
  double hbm_bytes = 0.0;             ///< bytes read and written
  SliceId longest{};
  std::int64_t longest_duration = -1;
};

struct OperatorRun {
  std::vector<OperatorTotals> operators;       ///< by name id; events without a name are last
  OperatorLevel level = OperatorLevel::kName;  ///< level of instructions
  std::size_t places = 0;                      ///< number of cores or GPUs with events
  std::int64_t packets = 0;                    ///< DMA packets of captures
  std::int64_t tied_packets = 0;               ///< packets whose instruction is known
  bool instructions = false;
  bool operators_of_runs = false;  ///< whether there are simulated operators or GPU kernels
};

/// The totals of all events that operator_totals() includes. Errors: kCancelled.
Result<OperatorTotals> all_work(const Trace& trace, const Scope& scope, TaskControl& control);

/// Adds up the events of the analysed range, in one pass in order of time. Events that cross an
/// edge count with the part inside (Scope::part()). EVENT_SEMAPHORE waits are excluded. DMA packets
/// belong to the operator of the instruction that triggered them (flows "dma_trigger"); if it is
/// unknown, they have no name. Memory: a few bytes for each DMA packet and name. Errors:
/// kCancelled.
Result<OperatorRun> operator_totals(const Trace& trace, const Scope& scope, OperatorLevel level,
                                    TaskControl& control);

}  // namespace nscope::analysis
