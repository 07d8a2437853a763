#include "profiler/analysis/insights/insight.h"
#include "profiler/analysis/insights/rules.h"

namespace nscope::analysis {

std::vector<InsightRule> insight_rules() {
  // To add a rule, add a row here, a section in docs/insights.md, and two tests.
  return {
      {"low-model-flops", phrase("Low model FLOP utilisation"),
       phrase("FLOPs and the peak of the device"), find_low_model_flops},
      {"low-active-flops", phrase("Low FLOP utilisation while TensorE is active"),
       phrase("FLOPs and the peak of the device"), find_low_active_flops},
      {"transposes", phrase("Transposes on TensorE"), phrase("instruction types"), find_transposes},
      {"throttling", phrase("Throttled clock"), phrase("clock limits"), find_throttling},
      {"warm-up", phrase("Cold PE clock"), phrase("clock limits"), find_warm_up},
      {"fp32", phrase("fp32 products on TensorE"), phrase("operands of matrix products"),
       find_fp32},
      {"narrow-products", phrase("Matrix products narrower than the array"),
       phrase("operands of matrix products"), find_narrow_products},
      {"vector-bound", phrase("VectorE-bound"), phrase("dependencies"), find_vector_bound},
      {"unfused", phrase("Unfused element-wise instructions"),
       phrase("operands of element-wise instructions"), find_unfused},
      {"kernel-coverage", phrase("Low coverage by NKI kernels"), phrase("NKI source lines"),
       find_low_kernel_coverage},
      {"small-dma", phrase("Small DMA packets"), phrase("DMA packets"), find_small_dma},
      {"dma-bound", phrase("DMA-bound"), phrase("DMA and dependencies"), find_dma_bound},
      {"spills", phrase("Spills to HBM"), phrase("spilled bytes"), find_spills},
      {"reloads", phrase("HBM traffic exceeds the size of the tensors"),
       phrase("HBM bytes and tensor sizes"), find_reloads},
      {"low-intensity", phrase("Low arithmetic intensity"), phrase("FLOPs and HBM bytes"),
       find_low_intensity},
      {"exposed-collectives", phrase("Exposed collectives"), phrase("collectives with their bytes"),
       find_exposed_collectives},
      {"small-collectives", phrase("Latency-bound collectives"),
       phrase("collectives with their bytes"), find_small_collectives},
      {"slow-collectives", phrase("Slow collectives"), phrase("collectives"),
       find_slow_collectives},
      {"imbalance", phrase("Load imbalance between cores"), phrase("two or more cores"),
       find_imbalance},
      {"wide-tensor-parallel", phrase("Tensor parallel degree higher than necessary"),
       phrase("tensor parallel degree and memory per core"), find_wide_tensor_parallel},
      {"pipeline-bubbles", phrase("Pipeline bubbles"), phrase("pipeline stages"), find_bubbles},
      {"padding", phrase("Padding to buckets"), phrase("lengths and buckets"), find_padding},
      {"queueing", phrase("Requests wait in the queue"), phrase("requests"), find_queueing},
      {"host-bound", phrase("Host-bound"), phrase("host and device events"), find_host_bound},
      {"idle-cores", phrase("Idle NeuronCores"), phrase("utilisation of NeuronCores over time"),
       find_idle_cores},
      {"shape-churn", phrase("New graphs compiled during the run"), phrase("compile events"),
       find_shape_churn},
      {"compiled-again", phrase("Repeated compilations"), phrase("compilations"),
       find_compiled_again},
      {"lock-waits", phrase("Waits for compilations of other processes"), phrase("compile events"),
       find_lock_waits},
      {"cached-failures", phrase("Failed compilations in the cache"), phrase("compile events"),
       find_cached_failures},
  };
}

Text insight_rule_title(std::string_view id) {
  for (const InsightRule& rule : insight_rules()) {
    if (rule.id == id) return rule.title;
  }
  return Text::verbatim(std::string(id));
}

InsightSeverity severity_of(const Gain& gain) {
  constexpr double kHigh = 0.10;
  constexpr double kMedium = 0.03;
  if (!gain.share) return InsightSeverity::kNotEstimated;
  if (*gain.share >= kHigh) return InsightSeverity::kHigh;
  return *gain.share >= kMedium ? InsightSeverity::kMedium : InsightSeverity::kLow;
}

}  // namespace nscope::analysis
