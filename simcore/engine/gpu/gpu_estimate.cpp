#include "simcore/engine/gpu/gpu_estimate.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

/// Collects metrics with the bands of their stack.
class GpuMetricList {
 public:
  GpuMetricList(const GpuCalibration& calibration, const GpuPlan& plan, bool inside)
      : calibration_(calibration),
        stack_(to_string(plan.stack)),
        exponent_(inside ? 1.0 : calibration.parameters.outside_factor) {}

  /// A rate, or a figure proportional to the throughput.
  void add_rate(std::string name, double value, std::string unit, std::string note = {}) {
    Metric& metric = add(std::move(name), value, std::move(unit), std::move(note));
    const GpuAccuracy* const accuracy = calibration_.find(stack_, "throughput");
    if (accuracy == nullptr) return;
    metric.low = value * std::pow(accuracy->low_ratio, exponent_);
    metric.high = value * std::pow(accuracy->high_ratio, exponent_);
    // No share of a peak is above the peak.
    if (metric.unit == "share") metric.high = std::max(value, std::min(*metric.high, 1.0));
  }
  /// A time whose own measurements, or whose inverse as throughput, were calibrated.
  void add_time(std::string name, double value, std::string note) {
    Metric& metric = add(std::move(name), value, "s", std::move(note));
    if (const GpuAccuracy* const own = calibration_.find(stack_, metric.name)) {
      metric.low = value * std::pow(own->low_ratio, exponent_);
      metric.high = value * std::pow(own->high_ratio, exponent_);
    } else if (metric.name == "ttft_p50") {
      metric.note += fmt::format("; not measured with {}: no band", stack_);
    } else if (const GpuAccuracy* const rate = calibration_.find(stack_, "throughput")) {
      metric.low = value * std::pow(1 / rate->high_ratio, exponent_);
      metric.high = value * std::pow(1 / rate->low_ratio, exponent_);
    }
  }
  /// A part of a prediction that nothing was measured for on its own.
  Metric& add(std::string name, double value, std::string unit, std::string note) {
    metrics_.push_back({.name = std::move(name),
                        .value = value,
                        .unit = std::move(unit),
                        .provenance = Provenance::kSimulated,
                        .note = std::move(note)});
    return metrics_.back();
  }
  std::vector<Metric> take() { return std::move(metrics_); }

 private:
  const GpuCalibration& calibration_;
  std::string_view stack_;
  double exponent_;
  std::vector<Metric> metrics_;
};

void add_generation(GpuMetricList& list, const GpuPlan& plan, const GpuTimes& times) {
  const GpuWorkload& w = plan.workload;
  list.add_rate("throughput", times.throughput, "tokens/s", "generated tokens of all sequences");
  list.add_time("tpot_p50", times.step, "decode step at the mean context");
  list.add_time("ttft_p50", times.first_token,
                plan.sequences > 1 ? "all sequences that run at a time are prefilled together"
                                   : "prefill of the prompt");
  list.add_time("latency_p50", times.total, "first to last token of a sequence");
  const double wanted = w.saturated ? plan.sequences : w.batch;
  list.add("sequences_at_a_time", plan.sequences, "count",
           w.saturated               ? "as many as fit and the scheduler runs"
           : plan.sequences < wanted ? fmt::format("the memory holds no more of the {}", w.batch)
                                     : "as asked for");
}

void add_training(GpuMetricList& list, const GpuPlan& plan, const GpuTimes& times) {
  list.add_rate("throughput", times.throughput, "tokens/s", "trained on by all GPUs");
  list.add_rate("throughput_per_gpu", times.throughput / plan.workload.gpus, "tokens/s");
  list.add_time("step_time", times.step,
                fmt::format("{} microbatch{} of {} on each of {} data-parallel ranks",
                            plan.micro_batches, plan.micro_batches == 1 ? "" : "es",
                            plan.workload.micro_batch, plan.data_parallel));
}

/// The parts of a step, so that one sees what bounds it.
void add_parts(GpuMetricList& list, const GpuPlan& plan, const GpuWork& work) {
  const bool train = plan.workload.task == GpuTask::kTrain;
  const std::string of =
      train ? "of a microbatch on one GPU, on its own" : "of a decode step on one GPU, on its own";
  const auto part = [&](const char* name, double seconds, const char* what) {
    if (seconds > 0) list.add(name, seconds, "s", fmt::format("{}, {}", what, of));
  };
  part("gemm_time", work.gemm, "matrix products");
  part("weight_time", work.weights, "reading the weights, while the products run");
  part("attention_time", work.attention, "scores and weighted values");
  part("cache_time", work.cache, "reading the KV cache");
  part("elementwise_time", work.elementwise, "norms, residuals, activation functions");
  part("collective_time", work.collectives,
       train ? "collectives, while the rest runs" : "all-reduces");
  part("launch_time", work.launches, "launches and small kernels");
}

}  // namespace

const Metric* GpuEstimate::find(std::string_view name) const {
  for (const Metric& metric : metrics) {
    if (metric.name == name) return &metric;
  }
  return nullptr;
}

Result<GpuEstimate> estimate_gpu(const catalog::Catalog& catalog, const GpuWorkload& workload) {
  const auto& calibration = built_in_gpu_calibration();
  if (!calibration) return fail(calibration.error());
  return estimate_gpu(catalog, workload, *calibration);
}

Result<GpuEstimate> estimate_gpu(const catalog::Catalog& catalog, const GpuWorkload& workload,
                                 const GpuCalibration& calibration) {
  const auto plan = plan_gpu(catalog, workload, calibration.parameters);
  if (!plan) return fail(plan.error());
  GpuEstimate result;
  result.workload = plan->workload;
  result.memory = plan->memory;
  result.outside_domain = outside_gpu_domain(catalog, calibration, *plan);
  const GpuTimes times = time_gpu(*plan, calibration.parameters);
  GpuMetricList list(calibration, *plan, result.outside_domain.empty());
  const bool train = plan->workload.task == GpuTask::kTrain;
  if (train) {
    add_training(list, *plan, times);
  } else {
    add_generation(list, *plan, times);
  }
  list.add_rate("mfu_estimated_percent", times.flops / plan->workload.gpus / plan->gemm_peak,
                "share",
                train ? "6 N + 12 L h s operations a token over the published peak"
                      : "operations of the real tokens over the published peak");
  add_parts(list, *plan, times.work);
  list.add("memory_per_gpu", plan->memory.required, "B", plan->memory.explanation);
  result.metrics = list.take();
  return result;
}

bool is_gpu_instance(const catalog::Catalog& catalog, std::string_view instance) {
  const auto found = catalog.instance(instance);
  return found && catalog.device_of(**found).kind == catalog::DeviceKind::kGpu;
}

}  // namespace nscope::sim
