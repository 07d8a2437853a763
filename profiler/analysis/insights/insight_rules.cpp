#include "profiler/analysis/insights/insight.h"
#include "profiler/analysis/insights/rules.h"
#include "profiler/base/format.h"

#include <fmt/format.h>

namespace nscope::analysis {

std::string counted(std::int64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", format_count(count), count == 1 ? one : many);
}

std::vector<InsightRule> insight_rules() {
  // A new rule is one more row, a section in docs/insights.md, and two tests.
  return {
      {"low-model-flops", "Low use of TensorE's peak", "FLOPs and the device's peak",
       find_low_model_flops},
      {"low-active-flops", "TensorE slow while active", "FLOPs and the device's peak",
       find_low_active_flops},
      {"transposes", "Transposes on TensorE", "instruction types", find_transposes},
      {"throttling", "Throttled clock", "clock limits", find_throttling},
      {"warm-up", "Cold PE clock", "clock limits", find_warm_up},
      {"fp32", "fp32 on TensorE", "operands of matrix products", find_fp32},
      {"narrow-products", "Products narrower than the array", "operands of matrix products",
       find_narrow_products},
      {"vector-bound", "Bound by VectorE", "dependencies", find_vector_bound},
      {"unfused", "Element-wise instructions not fused", "operands of element-wise instructions",
       find_unfused},
      {"kernel-coverage", "Little time in NKI kernels", "NKI source lines",
       find_low_kernel_coverage},
      {"small-dma", "Small DMA packets", "DMA packets", find_small_dma},
      {"dma-bound", "Bound by DMA", "DMA and dependencies", find_dma_bound},
      {"spills", "Spills to HBM", "spilled bytes", find_spills},
      {"reloads", "HBM traffic beyond the tensors", "HBM bytes and tensor sizes", find_reloads},
      {"low-intensity", "Batch too small for the roofline", "FLOPs and HBM bytes",
       find_low_intensity},
      {"exposed-collectives", "Collectives not overlapped", "collectives with their bytes",
       find_exposed_collectives},
      {"small-collectives", "Bound by the latency of collectives", "collectives with their bytes",
       find_small_collectives},
      {"slow-collectives", "Slow collectives among their like", "collectives",
       find_slow_collectives},
      {"imbalance", "Cores wait for the busiest", "two or more cores", find_imbalance},
      {"wide-tensor-parallel", "More cores than the model needs",
       "tensor parallel degree and memory per core", find_wide_tensor_parallel},
      {"pipeline-bubbles", "Pipeline bubbles", "pipeline stages", find_bubbles},
      {"padding", "Padding to buckets", "lengths and buckets", find_padding},
      {"queueing", "Requests wait in the queue", "requests", find_queueing},
      {"host-bound", "Device waits for the host", "host calls beside device events",
       find_host_bound},
      {"shape-churn", "New graphs compiled during the run", "compile events", find_shape_churn},
      {"compiled-again", "Graphs compiled twice", "compilations", find_compiled_again},
      {"lock-waits", "Waiting for another process's compilation", "compile events",
       find_lock_waits},
      {"cached-failures", "Failed compilations in the cache", "compile events",
       find_cached_failures},
  };
}

std::string_view insight_rule_title(std::string_view id) {
  for (const InsightRule& rule : insight_rules()) {
    if (rule.id == id) return rule.title;
  }
  return id;
}

InsightSeverity severity_of(const Gain& gain) {
  constexpr double kHigh = 0.10;
  constexpr double kMedium = 0.03;
  if (!gain.share) return InsightSeverity::kNotEstimated;
  if (*gain.share >= kHigh) return InsightSeverity::kHigh;
  return *gain.share >= kMedium ? InsightSeverity::kMedium : InsightSeverity::kLow;
}

}  // namespace nscope::analysis
