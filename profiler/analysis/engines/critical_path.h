#pragma once

#include "profiler/analysis/analysis.h"
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
    kWork,         ///< an instruction runs
    kTransfer,     ///< a DMA packet runs
    kLatency,      ///< between a dependency and what waited for it, as usual in this run
    kLaunch,       ///< before the first instruction of an engine in the window
    kUnexplained,  ///< as latency, beyond what is usual
    kAfter         ///< after the last event
  };
  Kind kind = Kind::kWork;
  Picoseconds begin = 0;
  Picoseconds end = 0;
  std::uint32_t node = 0;  ///< that ran, or that was let go at `end`
};
std::string_view to_string(PathSegment::Kind kind);

/// From the event of the window that ends last back through the dependency that let each
/// event go last, to the window's begin. The segments follow each other in time without
/// gaps and cover the window.
std::vector<PathSegment> critical_path(const DependencyGraph& graph, Picoseconds window_begin,
                                       Picoseconds window_end);

}  // namespace nscope::analysis
