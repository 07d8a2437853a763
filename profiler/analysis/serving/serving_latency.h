#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "serving-latency": percentiles of latencies of requests and of their components.
extern const Analysis kServingLatencyAnalysis;
/// "slow-requests": the slowest requests with their components.
extern const Analysis kSlowRequestsAnalysis;

}  // namespace nscope::analysis
