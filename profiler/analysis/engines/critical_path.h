#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/dependency/dependency_graph.h"

#include <vector>

namespace nscope::analysis {

// What decides how long a run takes.
extern const Analysis kCriticalPathAnalysis;
extern const Analysis kCriticalPathTotalsAnalysis;
extern const Analysis kSlackAnalysis;
extern const Analysis kWhatIfAnalysis;

/// A part of the critical path.
struct PathSegment {
  enum class Kind : std::uint8_t {
    kWork,      ///< an instruction runs
    kTransfer,  ///< a DMA packet runs
    kLatency,   ///< between a dependency and what waited for it, as usual in this run
    kLaunch,    ///< before the first instruction of an engine in the window
    // As latency, beyond what is usual (gap_causes.h).
    kDescriptors,   ///< GpSimd writes the descriptors of a transfer
    kClockStopped,  ///< throttled to 0 of n cycles
    kControl,       ///< behind a taken branch, a load of registers or a write
    kSemaphore,     ///< an EVENT_SEMAPHORE that waits for nothing
    kOutside,       ///< for a signal, or a transfer, of which the run does not say who began it
    kDmaEngine,     ///< of a packet: its DMA engine serves another ring
    kUnexplained,
    kAfter  ///< after the last event
  };
  Kind kind = Kind::kWork;
  Picoseconds begin = 0;
  Picoseconds end = 0;
  std::uint32_t node = 0;  ///< that ran, or that was let go at `end`
};
std::string_view to_string(PathSegment::Kind kind);

/// A range of time of the graph.
struct PathWindow {
  Picoseconds begin = 0;
  Picoseconds end = 0;
};

/// For each window, which are in order and do not overlap: from the event of the window
/// that ends last back through the dependency that let each event go last, to the
/// window's begin. The segments follow each other in time without gaps and cover the
/// windows. O(nodes + segments). Errors: kCancelled.
Result<std::vector<PathSegment>> critical_path(const DependencyGraph& graph,
                                               const std::vector<PathWindow>& windows,
                                               const TaskControl& control);
/// The same of the windows of a scope.
Result<std::vector<PathSegment>> critical_path(const DependencyGraph& graph, const Scope& scope,
                                               const TaskControl& control);

}  // namespace nscope::analysis
