#pragma once

#include "profiler/trace/build/flow_log.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace nscope {

/// Replaces the ids of slices by those of the finished trace. Called from any thread.
using RenumberSlices = std::function<void(std::span<SliceId>)>;

/// The flows with other numbers of slices, all below `slices`, sorted by (from, to, kind). Needs
/// time proportional to their number. The memory of the log is freed while the result is filled.
/// Uses all threads.
FlowColumn sorted_flows(FlowLog log, const RenumberSlices& renumber, std::size_t slices);

/// The rows of `flows`, which are sorted by (from, to, kind), sorted by (to, from, kind). Uses all
/// threads.
Column<std::uint32_t> rows_by_target(const FlowColumn& flows, std::size_t slices);

}  // namespace nscope
