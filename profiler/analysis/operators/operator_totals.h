#pragma once

#include "profiler/analysis/engines/core_units.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/analysis/operators/operator_names.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::analysis {

/// What one operator did on all cores looked at. Times in ticks.
struct OperatorTotals {
  static constexpr std::size_t kOther = kCoreUnits.size();  ///< rows of no NeuronCore: GPU streams

  StringId name;                                ///< invalid: events without a name at this level
  std::int64_t count = 0;                       ///< events, DMA packets left out
  std::array<std::int64_t, kOther + 1> time{};  ///< sum of durations by unit of kCoreUnits
  std::int64_t active = 0;   ///< at least one of its events under way, added up over cores
  std::int64_t exposed = 0;  ///< of that: nothing else under way on the same core
  double flops = 0.0;
  double bf16_flops = 0.0;  ///< the least TensorE time for them, in BF16's
  double hbm_bytes = 0.0;   ///< read and written
  SliceId longest{};
  std::int64_t longest_duration = -1;
};

struct OperatorRun {
  std::vector<OperatorTotals> operators;       ///< by name id; the unnamed last
  OperatorLevel level = OperatorLevel::kName;  ///< of instructions
  std::size_t places = 0;                      ///< cores (GPUs) that had any of them
  std::int64_t packets = 0;                    ///< DMA packets of captures
  std::int64_t tied_packets = 0;  ///< of which the run says which instruction issued them
  bool instructions = false;
  bool operators_of_runs = false;  ///< simulated operators or GPU kernels
};

/// All events of operator_totals() as one. Errors: kCancelled.
Result<OperatorTotals> all_work(const Trace& trace, const Scope& scope, TaskControl& control);

/// Adds up the events that lie wholly in the time looked at, in one pass in order
/// of time. EVENT_SEMAPHORE waits are left out. DMA packets belong to the operator
/// of the instruction that triggered them (flows "dma_trigger"), else to the
/// unnamed. Memory: a few bytes for each DMA packet and name.
/// Errors: kCancelled.
Result<OperatorRun> operator_totals(const Trace& trace, const Scope& scope, OperatorLevel level,
                                    TaskControl& control);

}  // namespace nscope::analysis
