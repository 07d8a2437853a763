#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>
#include <vector>

namespace nscope {

/// Sorts flows by (from, to, kind). Where there are about as many flows as slices,
/// as in captures, in time proportional to their number.
void sort_flows(std::vector<Flow>& flows);

/// The rows of sorted flows by their target; equal ones keep their order.
std::vector<std::uint32_t> rows_by_target(const std::vector<Flow>& flows);

}  // namespace nscope
