#include "profiler/analysis/compilation/compile_cache.h"
#include "profiler/analysis/definition/analysis.h"
#include "profiler/analysis/dma/dma_queues.h"
#include "profiler/analysis/dma/dma_sizes.h"
#include "profiler/analysis/dma/dma_small.h"
#include "profiler/analysis/engines/critical_path.h"
#include "profiler/analysis/engines/engine_overlap.h"
#include "profiler/analysis/engines/idle.h"
#include "profiler/analysis/host/gpu_streams.h"
#include "profiler/analysis/host/host_gaps.h"
#include "profiler/analysis/host/launch_overhead.h"
#include "profiler/analysis/host/runtime_failures.h"
#include "profiler/analysis/insights/insights.h"
#include "profiler/analysis/memory/memory.h"
#include "profiler/analysis/memory/onchip_tables.h"
#include "profiler/analysis/memory/spills.h"
#include "profiler/analysis/operators/bounds.h"
#include "profiler/analysis/operators/layers.h"
#include "profiler/analysis/operators/opcode_tables.h"
#include "profiler/analysis/operators/operators.h"
#include "profiler/analysis/operators/roofline.h"
#include "profiler/analysis/ranks/collectives.h"
#include "profiler/analysis/ranks/pipeline_bubbles.h"
#include "profiler/analysis/ranks/rank_skew.h"
#include "profiler/analysis/ranks/stragglers.h"
#include "profiler/analysis/regions/regions.h"
#include "profiler/analysis/serving/serving_latency.h"
#include "profiler/analysis/source/source_lines.h"

#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

// To add an analysis, add a row.
constexpr std::array kAnalyses{
    // Overview
    &kInsightAnalysis,
    &kSummaryAnalysis,
    &kActivityAnalysis,
    &kDiagnosticAnalysis,
    // Engines
    &kIdleAnalysis,
    &kWaitAnalysis,
    &kEngineOverlapAnalysis,
    &kCriticalPathAnalysis,
    &kCriticalPathTotalsAnalysis,
    &kSlackAnalysis,
    &kWhatIfAnalysis,
    // Operators
    &kOpcodeAnalysis,
    &kOperatorAnalysis,
    &kLayerAnalysis,
    &kRegionsAnalysis,
    &kSourceLineAnalysis,
    &kRooflineAnalysis,
    &kBoundsAnalysis,
    // DMA
    &kTriggerAnalysis,
    &kDmaSizeAnalysis,
    &kDmaQueueAnalysis,
    &kSmallDmaAnalysis,
    &kSpillAnalysis,
    // Memory
    &kTensorAnalysis,
    &kMemoryAnalysis,
    &kOnchipMapAnalysis,
    &kOnchipUseAnalysis,
    // Collectives and ranks
    &kCollectivesAnalysis,
    &kRankSkewAnalysis,
    &kStragglersAnalysis,
    &kPipelineBubblesAnalysis,
    // Host and GPU
    &kHostGapsAnalysis,
    &kLaunchesAnalysis,
    &kGpuStreamsAnalysis,
    &kRuntimeFailuresAnalysis,
    // Serving
    &kServingLatencyAnalysis,
    &kSlowRequestsAnalysis,
    // Compile cache
    &kCompileCacheAnalysis,
    &kCompileFailuresAnalysis,
    &kRecompilesAnalysis,
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
  return fail(ErrorCode::kInvalidArgument, tr("unknown analysis '{}'; use one of: {}", id, known));
}

AnalysisRequest request_for(const Analysis& analysis, SummaryOptions scope) {
  return {.scope = std::move(scope), .parameters = ParameterValues(analysis.parameters)};
}

Result<Table> run_analysis(const Analysis& analysis, const Trace& trace,
                           const SummaryOptions& scope, TaskControl& control) {
  return analysis.run(trace, request_for(analysis, scope), control);
}

}  // namespace nscope::analysis
