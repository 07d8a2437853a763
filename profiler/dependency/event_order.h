#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/dependency/dependency_graph.h"

#include <cstdint>
#include <vector>

namespace nscope {

/// The starts and ends of the nodes of a graph in topological order: event 2 x node is the
/// start, 2 x node + 1 the end. The order does not depend on durations, so it can be used for
/// any number of runs. Errors: kBadInput if the dependencies form a cycle, with the
/// instructions of the cycle; kCancelled.
Result<std::vector<std::uint32_t>> event_order(const DependencyGraph& graph,
                                               const TaskControl& control);

}  // namespace nscope
