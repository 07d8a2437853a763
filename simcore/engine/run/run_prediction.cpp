#include "simcore/engine/run/run_prediction.h"

#include "profiler/base/overloaded.h"
#include "simcore/catalog/roofline.h"
#include "simcore/engine/calibration/metric_list.h"
#include "simcore/engine/run/calibrated_domain.h"
#include "simcore/engine/training/training_metrics.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

/// FLOPs of the tokens of the run without padding.
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
                     const Workload& workload, const Metric& latency) {
  const catalog::Device& device = *batch.machine->device;
  const double cores = batch.layout.tensor_parallel;
  const double seconds = times.total_seconds();
  const auto peak = device.peak.find(workload.dtype);
  if (peak != device.peak.end() && !batch.encodes()) {
    const double per_core = peak->second.value / batch.machine->logical_per_chip;
    list.add_rate_of("mfu_estimated_percent", useful_flops(batch) / (seconds * cores * per_core),
                     "share", latency,
                     tr("FLOPs of the actual tokens divided by the published peak"));
  }
  double read = times.prefill.work.read_bytes;
  double written = times.prefill.work.write_bytes;
  for (const StaticBatchTimes::Steps& steps : times.decode) {
    read += steps.count * steps.totals.work.read_bytes;
    written += steps.count * steps.totals.work.write_bytes;
  }
  list.add_rate_of("mbu_estimated_percent",
                   (read + written) / (seconds * batch.machine->hbm_bandwidth), "share", latency,
                   tr("HBM traffic divided by the core's share of the memory bandwidth"));
  list.add("hbm_read_bytes_per_core", read, "B", "", tr("whole run, one logical core"));
  list.add("hbm_write_bytes_per_core", written, "B", "", tr("whole run, one logical core"));
}

void add_decode(MetricList& list, const StaticBatch& batch, const StaticBatchTimes& times) {
  const int steps = times.steps();
  if (steps == 0) return;
  const double mean = times.decode_seconds() / steps;
  const double each = batch.tokens_per_step();
  const bool drafts = batch.draft.has_value();
  list.add("tpot_p50", times.step_quantile(0.5) / each, "s", "tpot_p50",
           drafts ? tr("median round divided by its {} tokens", as::fixed(each, 2))
                  : tr("median decode step"));
  list.add("tpot_p99", times.step_quantile(0.99) / each, "s", "tpot_p50",
           tr("from the bucket of each step; a static batch has no queueing"));
  list.add("tpot_mean", mean / each, "s", "tpot_p50");
  list.add("itl_mean", mean / each, "s", "tpot_p50",
           drafts ? tr("equals tpot_mean; the tokens of a round arrive together")
                  : tr("equals tpot_mean because every step generates one token"));
  list.add("step_time", mean, "s", "tpot_p50", tr("mean decode step with the time of the host"));
  if (!drafts) return;
  const int passes = batch.draft->setup.passes();
  const int candidates = batch.draft->setup.tokens;
  list.add("spec_round", mean, "s", "tpot_p50",
           tr("mean round: {} and the verification of {}",
              tr_plural(passes, "{} execution of the draft", "{} executions of the draft", passes),
              tr_plural(candidates, "{} candidate", "{} candidates", candidates)));
  list.add("tokens_per_round", each, "tokens", "",
           batch.draft->derived
               ? tr("as stated by the acceptance of the workload, not predicted")
               : tr("as stated by the acceptance of the workload, not predicted; both models need "
                    "the same tokenizer, of which the catalogue knows only the number of tokens"));
}

/// Whether the call is that of denoising steps alone, because the rest of the model is not
/// described.
bool only_denoises(const FixedCall& call) {
  return !call.left_out.empty() &&
         std::any_of(call.phases.begin(), call.phases.end(),
                     [](const FixedCall::Phase& phase) { return phase.denoises; });
}

/// The rates of denoising steps alone have the band of `device_time`, inverted.
void add_call_utilisation(MetricList& list, const FixedCall& call, const FixedCallTimes& times,
                          const Workload& workload, const Metric& device_time) {
  const Machine& machine = *call.machine;
  double bytes_read = 0;
  double bytes_written = 0;
  for (std::size_t i = 0; i < call.phases.size(); ++i) {
    bytes_read += call.phases[i].passes * times.phases[i].work.read_bytes;
    bytes_written += call.phases[i].passes * times.phases[i].work.write_bytes;
  }
  const double calls = times.throughput / call.batch / call.places();
  const auto add_share = [&](const char* name, double value, Text note) {
    if (only_denoises(call)) {
      list.add_rate_of(name, value, "share", device_time, std::move(note));
    } else {
      list.add_rate(name, value, "share", std::move(note));
    }
  };
  if (const auto peak = machine.device->peak.find(workload.dtype);
      peak != machine.device->peak.end()) {
    const double per_core = peak->second.value / machine.logical_per_chip;
    add_share("mfu_estimated_percent", calls * 2 * call.macs() * call.batch / per_core,
              tr("FLOPs of the networks divided by the published peak of the core"));
  }
  add_share("mbu_estimated_percent", calls * (bytes_read + bytes_written) / machine.hbm_bandwidth,
            tr("HBM traffic divided by the core's share of the memory bandwidth"));
  list.add("hbm_read_bytes_per_core", bytes_read, "B", "", tr("one call"));
  list.add("hbm_write_bytes_per_core", bytes_written, "B", "", tr("one call"));
}

void add_batch(MetricList& list, const StaticBatch& batch, const StaticBatchTimes& times,
               const Workload& workload) {
  add_decode(list, batch, times);
  list.add("ttft_p50", times.first_token_seconds, "s", "ttft_p50",
           batch.encodes() ? tr("encoder and first decode step")
                           : tr("prefill of the whole batch together"));
  Metric latency{
      .name = "latency_p50",
      .value = times.total_seconds(),
      .unit = "s",
      .provenance = Provenance::kSimulated,
      .note = tr("from the start of the prefill to the last token; equal for all requests")};
  Metric worst = list.back();
  worst.name = "ttft_p99";
  worst.note = tr("equals ttft_p50 because all requests of a static batch start together");
  if (const auto decode = list.factors_of("tpot_p50"); decode && worst.low && worst.high) {
    latency.low = *worst.low + times.decode_seconds() * decode->low;
    latency.high = *worst.high + times.decode_seconds() * decode->high;
  }
  list.add(std::move(worst));
  if (latency.low) {
    list.add(std::move(latency));
  } else {
    list.add_latency(latency.name, latency.value, latency.note);
  }
  latency = list.back();
  list.add_rate_of("throughput", batch.layout.batch * batch.output_tokens / times.total_seconds(),
                   "tokens/s", latency,
                   tr("generated tokens of the batch divided by its total time"));
  add_utilisation(list, batch, times, workload, latency);
}

/// The time of one denoising step, and that of all of them if the rest of the model is not
/// described.
void add_denoising(MetricList& list, const FixedCall& call, const FixedCallTimes& times) {
  const auto first = std::find_if(call.phases.begin(), call.phases.end(),
                                  [](const FixedCall::Phase& phase) { return phase.denoises; });
  if (first == call.phases.end()) return;
  const StepTotals& pass = times.phases[static_cast<std::size_t>(first - call.phases.begin())];
  list.add("step_latency", times.step_seconds, "s", "step_latency",
           tr("one denoising step with the host work after it"));
  if (pass.collectives > 0) {
    list.add("compute_time", pass.seconds - pass.collective_seconds, "s", "step_latency",
             tr("one denoising step on its cores, without collectives"));
    list.add("collective_time", pass.collective_seconds, "s", "",
             tr("collectives of one denoising step"));
  }
  if (call.left_out.empty()) return;
  list.add("denoising_time", call.denoising_steps() * times.step_seconds, "s", "step_latency",
           tr("all denoising steps; the catalogue does not describe the {}, which are left out",
              fmt::format("{}", fmt::join(call.left_out, ", "))));
}

void add_call(MetricList& list, const FixedCall& call, const FixedCallTimes& times,
              const Workload& workload) {
  const int cores = call.places() * call.cores_per_copy;
  const NetworkInput& input = call.phases[0].input;
  const Text one_call =
      call.images ? tr("one call with {}x{} pixels", input.height, input.width) : tr("one call");
  add_denoising(list, call, times);
  if (call.left_out.empty()) {
    list.add_latency("latency_p50", times.latency,
                     call.copies > call.places()
                         ? tr("{} on a core that is shared with other copies", one_call)
                         : tr("{}, from host to host", one_call));
    list.add_rate(
        "throughput", times.throughput, "inferences/s",
        tr("{} on {}",
           tr_plural(call.copies, "{} copy of the model", "{} copies of the model", call.copies),
           tr_plural(cores, "{} core", "{} cores", cores)));
  }
  if (only_denoises(call)) {
    list.add("device_time", times.device_seconds, "s", "step_latency", tr("one call on its core"));
  } else {
    list.add_latency("device_time", times.device_seconds, tr("one call on its core"));
  }
  const Metric device_time = list.back();
  list.add("host_time", times.host_seconds, "s", "",
           tr("launches and transfers of one call, while other copies may use the core"));
  add_call_utilisation(list, call, times, workload, device_time);
}

}  // namespace

SimulationResult predict(const PreparedRun& run, const Workload& workload,
                         const Calibration& calibration, const ClosedForm& form) {
  SimulationResult result;
  result.memory = run.memory;
  result.outside_domain = outside_domain(calibration, run, workload);
  const std::string class_name = run.accuracy_class();
  MetricList list(calibration, class_name, run.machine->device->generation,
                  band_exponent(calibration, run, result.outside_domain),
                  related_classes(class_name));
  std::visit(Overloaded{
                 [&](const StaticBatch& batch) {
                   add_batch(list, batch, std::get<StaticBatchTimes>(form.times), workload);
                 },
                 [&](const FixedCall& call) {
                   add_call(list, call, std::get<FixedCallTimes>(form.times), workload);
                 },
                 [&](const TrainingStep& step) {
                   add_training(list, step, std::get<TrainingTimes>(form.times), *run.model,
                                workload);
                 },
             },
             run.work);
  list.add("memory_per_core", run.memory.required, "B", "", run.memory.explanation);
  result.metrics = list.take();
  return result;
}

const Metric* SimulationResult::find(std::string_view name) const {
  for (const Metric& metric : metrics) {
    if (metric.name == name) return &metric;
  }
  return nullptr;
}

}  // namespace nscope::sim
