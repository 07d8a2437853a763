#include "profiler/analysis/insights/insight.h"
#include "profiler/analysis/insights/rules.h"

#include <algorithm>
#include <utility>

namespace nscope::analysis {
namespace {

// Kinds of data. Few, so that a list of them is short.
constexpr Phrase kFlops = phrase("FLOPs and the peak of the device");
constexpr Phrase kInstructions = phrase("details of instructions");
constexpr Phrase kClock = phrase("clock limits");
constexpr Phrase kTraffic = phrase("DMA and HBM traffic");
constexpr Phrase kCores = phrase("collectives and several cores");
constexpr Phrase kBatches = phrase("requests and batches");
constexpr Phrase kActivity = phrase("activity of host and devices");
constexpr Phrase kCompile = phrase("compile events");

}  // namespace

std::vector<InsightRule> insight_rules() {
  // To add a rule, add a row here, a section in docs/insights.md, and two tests.
  return {
      {"low-model-flops", phrase("Low model FLOP utilisation"), kFlops,
       phrase("FLOPs and the peak of the device"), find_low_model_flops},
      {"low-active-flops", phrase("Low FLOP utilisation while TensorE is active"), kFlops,
       phrase("FLOPs and the peak of the device"), find_low_active_flops},
      {"transposes", phrase("Transposes on TensorE"), kInstructions, phrase("instruction types"),
       find_transposes},
      {"throttling", phrase("Throttled clock"), kClock, phrase("clock limits"), find_throttling},
      {"warm-up", phrase("Cold PE clock"), kClock, phrase("clock limits"), find_warm_up},
      {"fp32", phrase("fp32 products on TensorE"), kInstructions,
       phrase("operands of matrix products"), find_fp32},
      {"narrow-products", phrase("Matrix products narrower than the array"), kInstructions,
       phrase("operands of matrix products"), find_narrow_products},
      {"vector-bound", phrase("VectorE-bound"), kInstructions, phrase("dependencies"),
       find_vector_bound},
      {"unfused", phrase("Unfused element-wise instructions"), kInstructions,
       phrase("operands of element-wise instructions"), find_unfused},
      {"kernel-coverage", phrase("Low coverage by NKI kernels"), kInstructions,
       phrase("NKI source lines"), find_low_kernel_coverage},
      {"small-dma", phrase("Small DMA packets"), kTraffic, phrase("DMA packets"), find_small_dma},
      {"dma-bound", phrase("DMA-bound"), kTraffic, phrase("DMA and dependencies"), find_dma_bound},
      {"spills", phrase("Spills to HBM"), kTraffic, phrase("spilled bytes"), find_spills},
      {"reloads", phrase("HBM traffic exceeds the size of the tensors"), kTraffic,
       phrase("HBM bytes and tensor sizes"), find_reloads},
      {"low-intensity", phrase("Low arithmetic intensity"), kTraffic, phrase("FLOPs and HBM bytes"),
       find_low_intensity},
      {"exposed-collectives", phrase("Exposed collectives"), kCores,
       phrase("collectives with their bytes"), find_exposed_collectives},
      {"small-collectives", phrase("Latency-bound collectives"), kCores,
       phrase("collectives with their bytes"), find_small_collectives},
      {"slow-collectives", phrase("Slow collectives"), kCores, phrase("collectives"),
       find_slow_collectives},
      {"imbalance", phrase("Load imbalance between cores"), kCores, phrase("two or more cores"),
       find_imbalance},
      {"wide-tensor-parallel", phrase("Tensor parallel degree higher than necessary"), kCores,
       phrase("tensor parallel degree and memory per core"), find_wide_tensor_parallel},
      {"pipeline-bubbles", phrase("Pipeline bubbles"), kBatches, phrase("pipeline stages"),
       find_bubbles},
      {"padding", phrase("Padding to buckets"), kBatches, phrase("lengths and buckets"),
       find_padding},
      {"queueing", phrase("Requests wait in the queue"), kBatches, phrase("requests"),
       find_queueing},
      {"host-bound", phrase("Host-bound"), kActivity, phrase("host and device events"),
       find_host_bound},
      {"idle-cores", phrase("Idle NeuronCores"), kActivity,
       phrase("utilisation of NeuronCores over time"), find_idle_cores},
      {"shape-churn", phrase("New graphs compiled during the run"), kCompile,
       phrase("compile events"), find_shape_churn},
      {"compiled-again", phrase("Repeated compilations"), kCompile, phrase("compilations"),
       find_compiled_again},
      {"lock-waits", phrase("Waits for compilations of other processes"), kCompile,
       phrase("compile events"), find_lock_waits},
      {"cached-failures", phrase("Failed compilations in the cache"), kCompile,
       phrase("compile events"), find_cached_failures},
  };
}

Text insight_rule_title(std::string_view id) {
  for (const InsightRule& rule : insight_rules()) {
    if (rule.id == id) return rule.title;
  }
  return Text::verbatim(std::string(id));
}

Text missing_data(const InsightReport& report) {
  std::vector<std::pair<Phrase, std::int64_t>> kinds;
  for (const InsightReport::NotEvaluated& rule : report.not_evaluated) {
    const auto known = std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) {
      return kind.first.english == rule.kind.english;
    });
    if (known == kinds.end()) {
      kinds.emplace_back(rule.kind, 1);
    } else {
      ++known->second;
    }
  }
  std::stable_sort(kinds.begin(), kinds.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<Text> texts;
  for (const auto& [kind, rules] : kinds) {
    texts.push_back(tr_plural(rules, "{} ({} rule)", "{} ({} rules)", kind, rules));
  }
  return joined(texts);
}

InsightSeverity severity_of(const Gain& gain) {
  constexpr double kHigh = 0.10;
  constexpr double kMedium = 0.03;
  if (!gain.share) return InsightSeverity::kNotEstimated;
  if (*gain.share >= kHigh) return InsightSeverity::kHigh;
  return *gain.share >= kMedium ? InsightSeverity::kMedium : InsightSeverity::kLow;
}

}  // namespace nscope::analysis
