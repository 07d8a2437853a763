#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// Percentiles of the times of requests and of their parts.
extern const Analysis kServingLatencyAnalysis;
/// The slowest requests and what their time went to.
extern const Analysis kSlowRequestsAnalysis;

}  // namespace nscope::analysis
