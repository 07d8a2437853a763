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

/// The units of a NeuronCore that can be busy at the same time: its engines, all DMA
/// queues together, and collectives.
inline constexpr std::array<Engine, 7> kCoreUnits{Engine::kTensor, Engine::kVector, Engine::kScalar,
                                                  Engine::kGpSimd, Engine::kSync,   Engine::kDma,
                                                  Engine::kCc};

/// Index in kCoreUnits of the unit that executes the slices of `track`; nullopt if the
/// track contains no work of a NeuronCore (layers, semaphores, hosts, GPUs).
std::optional<std::size_t> unit_of(const Track& track);

/// Busy times of the units of one core. EVENT_SEMAPHORE instructions only wait
/// and are excluded, as in the summary.
struct CoreActivity {
  int core = 0;
  std::array<IntervalUnion, kCoreUnits.size()> busy;  ///< ticks, over the whole run
};

/// The activities of all cores with work, ordered by core, or only of `core` if it is set.
/// Errors: kCancelled.
Result<std::vector<CoreActivity>> core_activities(const Trace& trace, std::optional<int> core,
                                                  TaskControl& control);

}  // namespace nscope::analysis
