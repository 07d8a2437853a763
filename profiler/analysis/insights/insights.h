#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "profiler/analysis/insights/insight.h"

namespace nscope::analysis {

/// "insights": bottlenecks of a run and what to change, ranked by estimated gain.
extern const Analysis kInsightAnalysis;

/// The insights of a run. `request.parameters` are kInsightThresholds. Errors: kCancelled;
/// kInvalidArgument if the run does not have the core of the request.
Result<InsightReport> find_insights(const Trace& trace, const AnalysisRequest& request,
                                    TaskControl& control);

}  // namespace nscope::analysis
