#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/dependency/dependency_graph.h"

#include <vector>

namespace nscope::analysis {

// Analyses of what determines the length of a run.
extern const Analysis kCriticalPathAnalysis;
extern const Analysis kCriticalPathTotalsAnalysis;
extern const Analysis kSlackAnalysis;
extern const Analysis kWhatIfAnalysis;

/// A part of the critical path.
struct PathSegment {
  enum class Kind : std::uint8_t {
    kWork,      ///< an instruction runs
    kTransfer,  ///< a DMA packet is in flight
    kLatency,   ///< from a satisfied dependency to the start of the event, up to the p90 of the run
    kLaunch,    ///< before the first instruction of an engine in the window
    // Causes of the time beyond the usual latency (gap_causes.h).
    kDescriptors,   ///< GpSimd writes the descriptors of a transfer
    kClockStopped,  ///< throttled to 0 of n cycles
    kControl,       ///< after a taken branch, a load of registers or a write
    kSemaphore,     ///< an EVENT_SEMAPHORE whose semaphore was already set
    kOutside,       ///< a wait for a signal or a transfer whose origin is not in the run
    kDmaEngine,     ///< a packet waits while its DMA engine serves another ring
    kUnexplained,
    kAfter  ///< after the last event
  };
  Kind kind = Kind::kWork;
  Picoseconds begin = 0;
  Picoseconds end = 0;
  std::uint32_t node = 0;  ///< the node that runs, or that waits until `end`
};
Phrase title(PathSegment::Kind kind);
std::string_view to_string(PathSegment::Kind kind);

/// A range of the graph's time.
struct PathWindow {
  Picoseconds begin = 0;
  Picoseconds end = 0;
};

/// The critical path of each window. The windows must be sorted and disjoint. A path starts at the
/// event of the window that ends last and goes back through the last satisfied dependency of each
/// event to the start of the window. The segments are in order of time, without gaps, and cover
/// the windows. O(nodes + segments). Errors: kCancelled.
Result<std::vector<PathSegment>> critical_path(const DependencyGraph& graph,
                                               const std::vector<PathWindow>& windows,
                                               const TaskControl& control);
/// The critical path of the windows of a scope.
Result<std::vector<PathSegment>> critical_path(const DependencyGraph& graph, const Scope& scope,
                                               const TaskControl& control);

}  // namespace nscope::analysis
