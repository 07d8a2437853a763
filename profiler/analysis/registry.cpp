#include "profiler/analysis/analysis.h"
#include "profiler/analysis/engines/critical_path.h"
#include "profiler/analysis/engines/idle.h"
#include "profiler/analysis/insights/insights.h"
#include "profiler/analysis/tables.h"

#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

// A new analysis is one more row.
constexpr std::array kAnalyses{
    // Overview
    &kInsightAnalysis,
    &kSummaryAnalysis,
    &kActivityAnalysis,
    &kDiagnosticAnalysis,
    // Engines
    &kIdleAnalysis,
    &kWaitAnalysis,
    &kCriticalPathAnalysis,
    &kCriticalPathTotalsAnalysis,
    &kSlackAnalysis,
    &kWhatIfAnalysis,
    // Operators
    &kOpcodeAnalysis,
    // DMA
    &kTriggerAnalysis,
    // Memory
    &kTensorAnalysis,
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
