#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "profiler/trace/collective_name.h"

#include <cstdint>
#include <optional>

namespace nscope::analysis {

/// Bus bandwidth divided by algorithm bandwidth of a collective of `ranks`. Bus bandwidths are
/// comparable with the speed of the links, independently of the number of ranks (nccl-tests,
/// doc/PERFORMANCE.md). nullopt for one rank, a barrier or an unknown operation.
std::optional<double> bus_bandwidth_factor(CollectiveOp op, std::int64_t ranks);

extern const Analysis kCollectivesAnalysis;

}  // namespace nscope::analysis
