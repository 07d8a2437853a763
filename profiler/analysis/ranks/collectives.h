#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "profiler/trace/collective_name.h"

#include <cstdint>
#include <optional>

namespace nscope::analysis {

/// Bus bandwidth over algorithm bandwidth of a collective among `ranks`: what makes figures of
/// different rank counts comparable with the speed of the links (nccl-tests,
/// doc/PERFORMANCE.md). Nothing for one rank, a barrier, or an operation that is not known.
std::optional<double> bus_bandwidth_factor(CollectiveOp op, std::int64_t ranks);

extern const Analysis kCollectivesAnalysis;

}  // namespace nscope::analysis
