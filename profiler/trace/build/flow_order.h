#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>
#include <vector>

namespace nscope {

/// Sorts flows by (from, to, kind). Takes linear time if there are about as many flows as
/// slices, as in captures.
void sort_flows(std::vector<Flow>& flows);

/// The rows of sorted flows ordered by target; rows with the same target keep their order.
std::vector<std::uint32_t> rows_by_target(const std::vector<Flow>& flows);

}  // namespace nscope
