#include "profiler/analysis/analysis.h"
#include "profiler/analysis/host/compile_cache.h"
#include "profiler/analysis/host/gpu_streams.h"
#include "profiler/analysis/host/host_gaps.h"
#include "profiler/analysis/host/launch_overhead.h"
#include "profiler/analysis/host/serving_latency.h"
#include "profiler/analysis/ranks/collectives.h"
#include "profiler/analysis/ranks/pipeline_bubbles.h"
#include "profiler/analysis/ranks/rank_skew.h"
#include "profiler/analysis/ranks/stragglers.h"
#include "profiler/analysis/tables.h"

#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

// A new analysis is one more row.
constexpr std::array kAnalyses{
    &kSummaryAnalysis,         &kActivityAnalysis,     &kDiagnosticAnalysis,   &kOpcodeAnalysis,
    &kTensorAnalysis,          &kCollectivesAnalysis,  &kRankSkewAnalysis,     &kStragglersAnalysis,
    &kPipelineBubblesAnalysis, &kHostGapsAnalysis,     &kLaunchesAnalysis,     &kGpuStreamsAnalysis,
    &kServingLatencyAnalysis,  &kSlowRequestsAnalysis, &kCompileCacheAnalysis, &kRecompilesAnalysis,
};

}  // namespace

std::span<const Analysis* const> registry() {
  return kAnalyses;
}

Result<const Analysis*> find_analysis(std::string_view id) {
  std::string known;
  for (const Analysis* analysis : kAnalyses) {
    if (analysis->id == id) return analysis;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", analysis->id);
  }
  return fail(ErrorCode::kInvalidArgument,
              fmt::format("no analysis is called '{}'; there are {}", id, known));
}

AnalysisRequest request_for(const Analysis& analysis, SummaryOptions scope) {
  return {.scope = std::move(scope), .parameters = ParameterValues(analysis.parameters)};
}

Result<Table> run_analysis(const Analysis& analysis, const Trace& trace,
                           const SummaryOptions& scope, TaskControl& control) {
  return analysis.run(trace, request_for(analysis, scope), control);
}

}  // namespace nscope::analysis
