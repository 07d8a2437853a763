#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "profiler/analysis/insights/insight.h"

namespace nscope::analysis {

/// What could be changed about a run, ranked by estimated gain.
extern const Analysis kInsightAnalysis;

/// The same as values. `request.parameters` are kInsightThresholds. Errors: kCancelled;
/// kInvalidArgument for a core the run does not have.
Result<InsightReport> find_insights(const Trace& trace, const AnalysisRequest& request,
                                    TaskControl& control);

}  // namespace nscope::analysis
