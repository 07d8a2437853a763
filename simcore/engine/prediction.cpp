#include "simcore/engine/prediction.h"

#include "simcore/catalog/roofline.h"

#include <cmath>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

/// The class of the calibration whose residuals judge a static batch.
constexpr std::string_view kClass = "decoder";

/// Collects metrics; bands come from the residuals of a calibrated metric,
/// widened outside the domain.
class MetricList {
 public:
  MetricList(const Calibration& calibration, bool inside)
      : calibration_(calibration),
        exponent_(inside ? 1.0 : calibration.parameters.outside_factor) {}

  /// `band` names the calibrated metric whose residuals apply; "" for none.
  void add(std::string name, double value, std::string unit, std::string_view band,
           std::string note = {}) {
    Metric metric{.name = std::move(name),
                  .value = value,
                  .unit = std::move(unit),
                  .provenance = Provenance::kSimulated,
                  .note = std::move(note)};
    if (const ResidualStatistics* residuals = calibration_.find(kClass, band)) {
      metric.low = value * std::pow(residuals->low_ratio, exponent_);
      metric.high = value * std::pow(residuals->high_ratio, exponent_);
    }
    metrics_.push_back(std::move(metric));
  }
  void add(Metric metric) { metrics_.push_back(std::move(metric)); }
  const Metric& back() const { return metrics_.back(); }
  std::vector<Metric> take() { return std::move(metrics_); }

 private:
  const Calibration& calibration_;
  double exponent_;
  std::vector<Metric> metrics_;
};

/// Operations that the tokens of the run need, without padding.
double useful_flops(const StaticBatch& batch) {
  const double prompt = batch.input_tokens;
  const double generated = batch.output_tokens - 1;
  const auto per_token = [&](double context) {
    return catalog::decode_flops_per_token(*batch.model, static_cast<int>(context));
  };
  return batch.layout.batch *
         (prompt * per_token(prompt / 2) + generated * per_token(prompt + generated / 2));
}

void add_utilisation(MetricList& list, const StaticBatch& batch, const StaticBatchTimes& times,
                     const Workload& workload) {
  const catalog::Device& device = *batch.machine->device;
  const double cores = batch.layout.tensor_parallel;
  const double seconds = times.total_seconds();
  if (const auto peak = device.peak.find(workload.dtype); peak != device.peak.end()) {
    const double per_core = peak->second.value / batch.machine->logical_per_chip;
    list.add("mfu_estimated_percent", useful_flops(batch) / (seconds * cores * per_core), "share",
             "throughput", "operations of the real tokens over the chips' published peak");
  }
  double read = times.prefill.work.read_bytes;
  double written = times.prefill.work.write_bytes;
  for (const StaticBatchTimes::Steps& steps : times.decode) {
    read += steps.count * steps.totals.work.read_bytes;
    written += steps.count * steps.totals.work.write_bytes;
  }
  list.add("mbu_estimated_percent", (read + written) / (seconds * batch.machine->hbm_bandwidth),
           "share", "throughput", "HBM traffic over the core's share of the memory bandwidth");
  list.add("hbm_read_bytes_per_core", read, "B", "", "whole run, one logical core");
  list.add("hbm_write_bytes_per_core", written, "B", "", "whole run, one logical core");
}

void add_decode(MetricList& list, const StaticBatchTimes& times) {
  const int steps = times.steps();
  if (steps == 0) return;
  const double mean = times.decode_seconds() / steps;
  list.add("tpot_p50", times.step_quantile(0.5), "s", "tpot_p50", "median decode step");
  list.add("tpot_p99", times.step_quantile(0.99), "s", "tpot_p50",
           "from the bucket of each step; a static batch has no queueing");
  list.add("tpot_mean", mean, "s", "tpot_p50");
  list.add("itl_mean", mean, "s", "tpot_p50", "equals tpot_mean: every step yields one token");
  list.add("step_time", mean, "s", "tpot_p50", "mean decode step, host gap included");
}

}  // namespace

Result<PreparedRun> plan_run(const catalog::Catalog& catalog, const Workload& workload,
                             const Parameters& parameters) {
  PreparedRun run;
  const auto instance = catalog.instance(workload.instance);
  if (!instance) return fail(instance.error());
  run.instance = *instance;
  if (workload.custom_model) {
    run.custom = std::make_unique<const catalog::Model>(*workload.custom_model);
    run.model = run.custom.get();
  } else {
    const auto model = catalog.model(workload.model);
    if (!model) return fail(model.error());
    run.model = *model;
  }
  auto machine = machine_of(catalog, *run.instance);
  if (!machine) return fail(machine.error());
  run.machine = std::make_unique<const Machine>(*machine);
  if (auto modelled = check_modelled(*run.model, workload.tensor_parallel); !modelled) {
    return fail(modelled.error());
  }
  auto batch = plan_static_batch(*run.machine, *run.model, workload, parameters);
  if (!batch) return fail(batch.error());
  run.batch = std::move(*batch);
  run.memory =
      catalog::inference_memory_fit(catalog, *run.model, *run.instance,
                                    {.tensor_parallel = workload.tensor_parallel,
                                     .batch = workload.batch,
                                     .sequence_length = run.batch.layout.sequence_length,
                                     .weight_bytes_per_element = run.batch.layout.weight_bytes,
                                     .kv_bytes_per_element = run.batch.layout.element_bytes,
                                     .replicate_kv_heads = run.batch.layout.replicate_kv});
  return run;
}

Result<PreparedRun> prepare_run(const catalog::Catalog& catalog, const Workload& workload,
                                const Parameters& parameters) {
  auto run = plan_run(catalog, workload, parameters);
  if (!run || run->memory.fits) return run;
  std::string message =
      fmt::format("{} does not fit on {} with tensor parallel degree {}: {}", run->model->id,
                  run->instance->id, workload.tensor_parallel, run->memory.explanation);
  if (!run->memory.smallest_change.empty()) {
    message += fmt::format("; it fits with {}", run->memory.smallest_change);
  }
  return fail(ErrorCode::kInfeasible, std::move(message));
}

SimulationResult predict(const PreparedRun& run, const Workload& workload,
                         const Calibration& calibration, const StaticBatchTimes& times) {
  SimulationResult result;
  result.memory = run.memory;
  result.outside_domain =
      outside_domain(calibration.domain, *run.machine->device, *run.model, workload,
                     run.batch.layout.sequence_length, run.batch.prefill_bucket);
  const StaticBatch& batch = run.batch;
  MetricList list(calibration, result.outside_domain.empty());
  add_decode(list, times);
  list.add("ttft_p50", times.prefill_seconds, "s", "ttft_p50",
           "the whole batch is prefilled together");
  Metric latency{.name = "latency_p50",
                 .value = times.total_seconds(),
                 .unit = "s",
                 .provenance = Provenance::kSimulated,
                 .note = "first to last token of a request; all requests of a batch are alike"};
  Metric worst = list.back();
  worst.name = "ttft_p99";
  worst.note = "equals ttft_p50: all requests of a static batch start together";
  const ResidualStatistics* decode = calibration.find(kClass, "tpot_p50");
  if (decode != nullptr && worst.low && worst.high) {
    const double exponent =
        result.outside_domain.empty() ? 1.0 : calibration.parameters.outside_factor;
    latency.low = *worst.low + times.decode_seconds() * std::pow(decode->low_ratio, exponent);
    latency.high = *worst.high + times.decode_seconds() * std::pow(decode->high_ratio, exponent);
  }
  list.add(std::move(worst));
  list.add(std::move(latency));
  list.add("throughput", batch.layout.batch * batch.output_tokens / times.total_seconds(),
           "tokens/s", "throughput", "generated tokens of the batch over its whole time");
  add_utilisation(list, batch, times, workload);
  list.add("memory_per_core", run.memory.required, "B", "", run.memory.explanation);
  result.metrics = list.take();
  return result;
}

Result<catalog::MemoryFit> memory_fit(const catalog::Catalog& catalog, const Workload& workload) {
  const auto calibration = load_calibration();
  if (!calibration) return fail(calibration.error());
  auto run = plan_run(catalog, workload, calibration->parameters);
  if (!run) return fail(run.error());
  return std::move(run->memory);
}

Result<SimulationResult> estimate(const catalog::Catalog& catalog, const Workload& workload) {
  const auto calibration = load_calibration();
  if (!calibration) return fail(calibration.error());
  return estimate(catalog, workload, *calibration);
}

Result<SimulationResult> estimate(const catalog::Catalog& catalog, const Workload& workload,
                                  const Calibration& calibration) {
  const auto run = prepare_run(catalog, workload, calibration.parameters);
  if (!run) return fail(run.error());
  return predict(*run, workload, calibration,
                 time_static_batch(run->batch, calibration.parameters));
}

}  // namespace nscope::sim
