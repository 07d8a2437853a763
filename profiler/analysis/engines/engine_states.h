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

/// What an engine does, or why it does nothing.
enum class EngineState : std::uint8_t {
  kWork,
  kDmaWait,         ///< for a transfer
  kSemaphoreWait,   ///< for an instruction of an engine
  kCollectiveWait,  ///< for a collective
  kLaunch,          ///< before the engine's first instruction of an execution
  kLatency,         ///< what it waited for was there: semaphore, issue
  kDescriptors,     ///< GpSimd writes the descriptors of a transfer (nki-dge.rst, SDK 2.32)
  kClockStopped,    ///< throttled to 0 of n cycles
  kControl,         ///< behind a taken branch, a load of registers or a write (gap_causes.h)
  kOutside,         ///< for a signal that nothing in the run was seen to send
  kSemaphore,       ///< an EVENT_SEMAPHORE that waits for nothing
  kFinished,        ///< after its last instruction
  kUnexplained,     ///< nothing in the run says why
};
std::string_view to_string(EngineState state);

inline constexpr std::uint32_t kNoNode = std::numeric_limits<std::uint32_t>::max();

/// A stretch of an engine's time. Picoseconds as in DependencyGraph.
struct EngineStretch {
  Picoseconds begin = 0;
  Picoseconds end = 0;
  EngineState state = EngineState::kWork;
  std::uint32_t node = kNoNode;      ///< that works or waits; none once it has finished
  std::uint32_t producer = kNoNode;  ///< that it waited for; the one before for kControl
};

/// The whole time looked at of one engine: its stretches follow each other without
/// gaps inside each window.
struct EngineTimeline {
  std::int32_t core = -1;
  Engine engine = Engine::kNone;
  std::vector<EngineStretch> stretches{};
};

/// The timelines of all engines in scope, by core and engine. An engine works while an
/// instruction other than EVENT_SEMAPHORE runs (as in the summary's active times, but
/// cut at the borders of the windows). Any other time belongs to the instruction that
/// comes next: until the dependency that let it go last was there it is a wait for
/// that; then, for as long as nine of ten of that kind take in this run
/// (DependencyGraph::usual), latency; the rest has the causes of gap_causes.h. Errors:
/// kCancelled.
Result<std::vector<EngineTimeline>> engine_timelines(const DependencyGraph& graph,
                                                     const Scope& scope,
                                                     const TaskControl& control);

/// The same with waits traced to their roots: while the engine that is waited for is
/// itself waiting, its own reason counts; a transfer that was not triggered yet counts
/// as the engine that triggers it.
std::vector<EngineTimeline> root_causes(const DependencyGraph& graph,
                                        const std::vector<EngineTimeline>& timelines);

}  // namespace nscope::analysis
