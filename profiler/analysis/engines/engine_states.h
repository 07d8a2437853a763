#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/dependency/dependency_graph.h"

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// Whether an engine works, or the cause of its idle time.
enum class EngineState : std::uint8_t {
  kWork,
  kDmaWait,         ///< waits for a transfer
  kSemaphoreWait,   ///< waits for an instruction of an engine
  kCollectiveWait,  ///< waits for a collective
  kLaunch,          ///< before the engine's first instruction of an execution
  kLatency,         ///< usual latency after the dependency is satisfied: semaphore, issue
  kDescriptors,     ///< GpSimd writes the descriptors of a transfer (nki-dge.rst, SDK 2.32)
  kClockStopped,    ///< throttled to 0 of n cycles
  kControl,         ///< after a taken branch, a load of registers or a write (gap_causes.h)
  kOutside,         ///< waits for a signal whose sender is not in the run
  kSemaphore,       ///< an EVENT_SEMAPHORE whose semaphore was already set
  kFinished,        ///< after the engine's last instruction
  kUnexplained,     ///< the run contains no reason
};
Phrase title(EngineState state);
std::string_view to_string(EngineState state);

inline constexpr std::uint32_t kNoNode = std::numeric_limits<std::uint32_t>::max();

/// An interval in which the state of an engine does not change. Times as in DependencyGraph.
struct EngineStretch {
  Picoseconds begin = 0;
  Picoseconds end = 0;
  EngineState state = EngineState::kWork;
  std::uint32_t node = kNoNode;  ///< the node that runs or waits; kNoNode for kFinished
  /// The node that `node` waits for; for kControl the preceding instruction.
  std::uint32_t producer = kNoNode;
};

/// The states of one engine in the analysed range. Inside each window the intervals are in order
/// of time, without gaps.
struct EngineTimeline {
  std::int32_t core = -1;
  Engine engine = Engine::kNone;
  std::vector<EngineStretch> stretches{};
};

/// The timelines of all engines in scope, ordered by core and engine. An engine works while an
/// instruction other than EVENT_SEMAPHORE runs (as in the summary's active times, but cut at the
/// edges of the windows). All other time is assigned to the instruction that comes next. Until its
/// last dependency is satisfied, the engine waits for this dependency. The time after that, up to
/// the p90 of dependencies of that kind in this run (DependencyGraph::usual), is latency. The
/// rest has the causes in gap_causes.h. Errors: kCancelled.
Result<std::vector<EngineTimeline>> engine_timelines(const DependencyGraph& graph,
                                                     const Scope& scope,
                                                     const TaskControl& control);

/// The same timelines with waits traced to their root causes. While the engine that is waited for
/// waits itself, its own cause counts. Until a transfer is triggered, the cause of the engine that
/// triggers it counts.
std::vector<EngineTimeline> root_causes(const DependencyGraph& graph,
                                        const std::vector<EngineTimeline>& timelines);

}  // namespace nscope::analysis
