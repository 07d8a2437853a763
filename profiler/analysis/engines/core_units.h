#pragma once

#include "profiler/analysis/metrics/interval_union.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace nscope::analysis {

/// What can be busy on one NeuronCore at the same time: its engines, the DMA
/// queues together, and collectives.
inline constexpr std::array<Engine, 7> kCoreUnits{Engine::kTensor, Engine::kVector, Engine::kScalar,
                                                  Engine::kGpSimd, Engine::kSync,   Engine::kDma,
                                                  Engine::kCc};

/// Index in kCoreUnits of the unit whose work the slices of `track` are; nullopt
/// where it shows no work of a NeuronCore (layers, semaphores, hosts, GPUs).
std::optional<std::size_t> unit_of(const Track& track);

/// When the units of one core were busy. EVENT_SEMAPHORE instructions only wait
/// and are left out, as in the summary.
struct CoreActivity {
  int core = 0;
  std::array<IntervalUnion, kCoreUnits.size()> busy;  ///< ticks, over the whole run
};

/// One for each core that has any work, in order; only `core` where it is given.
/// Errors: kCancelled.
Result<std::vector<CoreActivity>> core_activities(const Trace& trace, std::optional<int> core,
                                                  TaskControl& control);

}  // namespace nscope::analysis
