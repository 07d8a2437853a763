#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/dependency/dependency_graph.h"

#include <cstdint>
#include <vector>

namespace nscope {

/// The starts and ends of a graph's nodes, each after all that it depends on: event
/// 2 x node is the start, 2 x node + 1 the end. It does not depend on durations, so one
/// order serves any number of runs. Errors: kBadInput where dependencies go round in a
/// circle, naming the instructions that wait for each other; kCancelled.
Result<std::vector<std::uint32_t>> event_order(const DependencyGraph& graph,
                                               const TaskControl& control);

}  // namespace nscope
