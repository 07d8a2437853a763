#include "simcore/engine/gpu/gpu_estimate.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nscope::sim {
namespace {

/// Collects metrics with the error bands of their stack.
class GpuMetricList {
 public:
  GpuMetricList(const GpuCalibration& calibration, const GpuPlan& plan, bool inside)
      : calibration_(calibration),
        task_(plan.workload.task),
        stack_(to_string(plan.stack)),
        exponent_(inside ? 1.0 : calibration.parameters.outside_factor) {}

  /// Adds a rate or another metric that is proportional to the throughput.
  void add_rate(std::string name, double value, std::string unit, Text note = {}) {
    Metric& metric = add(std::move(name), value, std::move(unit), std::move(note));
    const GpuAccuracy* const accuracy = rate_accuracy();
    if (accuracy == nullptr) return;
    metric.low = value * std::pow(accuracy->low_ratio, exponent_);
    metric.high = value * std::pow(accuracy->high_ratio, exponent_);
    // A share of the peak is at most 1.
    if (metric.unit == "share") metric.high = std::max(value, std::min(*metric.high, 1.0));
  }
  /// Adds a time with the band of its own measurements or, if there are none, the inverted band of
  /// the throughput.
  void add_time(std::string name, double value, Text note) {
    Metric& metric = add(std::move(name), value, "s", std::move(note));
    if (const GpuAccuracy* const own = calibration_.find(stack_, metric.name)) {
      metric.low = value * std::pow(own->low_ratio, exponent_);
      metric.high = value * std::pow(own->high_ratio, exponent_);
    } else if (metric.name == "ttft_p50") {
      metric.note =
          tr("{}; no error band because it was not measured with {}", metric.note, stack_);
    } else if (const GpuAccuracy* const rate = rate_accuracy()) {
      metric.low = value * std::pow(1 / rate->high_ratio, exponent_);
      metric.high = value * std::pow(1 / rate->low_ratio, exponent_);
    }
  }
  /// Adds a metric without measurements of its own and therefore without a band.
  Metric& add(std::string name, double value, std::string unit, Text note) {
    metrics_.push_back({.name = std::move(name),
                        .value = value,
                        .unit = std::move(unit),
                        .provenance = Provenance::kSimulated,
                        .note = std::move(note)});
    return metrics_.back();
  }
  std::vector<Metric> take() { return std::move(metrics_); }

 private:
  const GpuAccuracy* rate_accuracy() const {
    return calibration_.band_of(task_, stack_, "throughput");
  }

  const GpuCalibration& calibration_;
  GpuTask task_;
  std::string_view stack_;
  double exponent_;
  std::vector<Metric> metrics_;
};

void add_generation(GpuMetricList& list, const GpuPlan& plan, const GpuTimes& times) {
  const GpuWorkload& w = plan.workload;
  list.add_rate("throughput", times.throughput, "tokens/s",
                tr("generated tokens of all sequences"));
  list.add_time("tpot_p50", times.step, tr("decode step at the mean context length"));
  list.add_time("ttft_p50", times.first_token,
                plan.sequences > 1 ? tr("prefill of all concurrent sequences together")
                                   : tr("prefill of the prompt"));
  list.add_time("latency_p50", times.total, tr("from the start of the prefill to the last token"));
  const double wanted = w.saturated ? plan.sequences : w.batch;
  list.add("sequences_at_a_time", plan.sequences, "count",
           w.saturated               ? tr("limited by the memory and the scheduler")
           : plan.sequences < wanted ? tr("limited by the memory; {} were requested", w.batch)
                                     : tr("as requested"));
}

void add_call(GpuMetricList& list, const GpuPlan& plan, const GpuTimes& times) {
  const bool images = plan.call.images > 0;
  list.add_rate("throughput", times.throughput, images ? "images/s" : "samples/s",
                tr("one GPU with one call at a time"));
  list.add_time("latency_p50", times.total,
                plan.call.height > 0 ? tr("one call with the whole batch of {} x {} pixels",
                                          plan.call.height, plan.call.width)
                                     : tr("one call with the whole batch"));
}

void add_training(GpuMetricList& list, const GpuPlan& plan, const GpuTimes& times) {
  list.add_rate("throughput", times.throughput, "tokens/s", tr("training tokens of all GPUs"));
  list.add_rate("throughput_per_gpu", times.throughput / plan.workload.gpus, "tokens/s");
  list.add_time(
      "step_time", times.step,
      tr_plural(plan.micro_batches, "{} microbatch of {} on each of {} data parallel ranks",
                "{} microbatches of {} on each of {} data parallel ranks", plan.micro_batches,
                plan.workload.micro_batch, plan.data_parallel));
}

/// Adds the parts of a step, which show its bottleneck.
void add_parts(GpuMetricList& list, const GpuPlan& plan, const GpuWork& work) {
  const GpuTask task = plan.workload.task;
  const bool train = task == GpuTask::kTrain;
  const auto part = [&](const char* name, double seconds, Phrase what) {
    if (seconds <= 0) return;
    list.add(name, seconds, "s",
             train ? tr("{}; one microbatch on one GPU, without overlap", what)
             : task == GpuTask::kEncode
                 ? tr("{}; one call, without overlap", what)
                 : tr("{}; one decode step on one GPU, without overlap", what));
  };
  part("gemm_time", work.gemm, phrase("matrix products"));
  part("weight_time", work.weights, phrase("reading the weights"));
  part("attention_time", work.attention, phrase("scores and weighted values"));
  part("cache_time", work.cache, phrase("reading the KV cache"));
  part("elementwise_time", work.elementwise, phrase("norms, residuals, activation functions"));
  part("collective_time", work.collectives,
       train ? phrase("collectives, which overlap all other work") : phrase("all-reduces"));
  part("launch_time", work.launches, phrase("launches and small kernels"));
  part("sequence_time", work.sequences, phrase("sampling and scheduling of the sequences"));
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
  return estimate_gpu(catalog, *plan, calibration);
}

GpuEstimate estimate_gpu(const catalog::Catalog& catalog, const GpuPlan& plan,
                         const GpuCalibration& calibration) {
  GpuEstimate result;
  result.workload = plan.workload;
  result.memory = plan.memory;
  result.outside_domain = outside_gpu_domain(catalog, calibration, plan);
  const GpuTimes times = time_gpu(plan, calibration.parameters);
  GpuMetricList list(calibration, plan, result.outside_domain.empty());
  const bool train = plan.workload.task == GpuTask::kTrain;
  switch (plan.workload.task) {
    case GpuTask::kGenerate: add_generation(list, plan, times); break;
    case GpuTask::kTrain: add_training(list, plan, times); break;
    case GpuTask::kEncode: add_call(list, plan, times); break;
  }
  list.add_rate("mfu_estimated_percent", times.flops / plan.workload.gpus / plan.gemm_peak, "share",
                !train ? tr("FLOPs of the actual tokens divided by the published peak")
                : plan.adapters > 0
                    ? tr("4 N + 6 A + 12 L h s FLOPs per token divided by the published peak: the "
                         "N frozen weights have no gradients, and the adapters have A parameters")
                    : tr("6 N + 12 L h s FLOPs per token divided by the published peak"));
  add_parts(list, plan, times.work);
  list.add("memory_per_gpu", plan.memory.required, "B", plan.memory.explanation);
  result.metrics = list.take();
  return result;
}

bool is_gpu_instance(const catalog::Catalog& catalog, std::string_view instance) {
  const auto found = catalog.instance(instance);
  return found && catalog.device_of(**found).kind == catalog::DeviceKind::kGpu;
}

}  // namespace nscope::sim
