#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>

namespace nscope {

/// `flows` sorted by (from, to, kind). Counts the flows of each slice first, which needs time
/// proportional to their number, unless a plain sort is faster. The memory of `flows` is freed
/// while the result is filled. Uses all threads.
FlowColumn sorted_flows(FlowColumn flows);

/// The rows of `flows`, which are sorted by (from, to, kind), sorted by (to, from, kind).
Column<std::uint32_t> rows_by_target(const FlowColumn& flows);

}  // namespace nscope
