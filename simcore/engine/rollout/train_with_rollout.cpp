#include "simcore/engine/rollout/train_with_rollout.h"

#include "simcore/engine/rollout/rollout_plan.h"
#include "simcore/engine/rollout/rollout_trace.h"
#include "simcore/engine/serving/serve_workload.h"
#include "simcore/engine/serving/simulate_serving.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace nscope::sim {
namespace {

/// Adds the metrics of an iteration to those of its step.
class IterationFigures {
 public:
  IterationFigures(SimulationResult& result, const RolloutPlan& plan, const ServingRun& served,
                   const IterationTimes& times, int prompts)
      : result_(result), plan_(plan), served_(served), times_(times), prompts_(prompts) {}

  void add_all(const Calibration& calibration, const TrainingStep& step) {
    const Metric training = *result_.find("step_time");
    Metric rollout = timed("rollout_time", times_.rollout, requests_text());
    const std::string& generation = step.machine->device->generation;
    if (const auto* const rate = calibration.find(kServingClass, "throughput", generation)) {
      const double exponent = calibration.parameters.outside_factor;
      rollout.low = rollout.value / std::pow(rate->high_ratio, exponent);
      rollout.high = rollout.value / std::pow(rate->low_ratio, exponent);
    }
    Metric iteration = timed("iteration_time", times_.total(), iteration_text());
    if (training.low && rollout.low) {
      iteration.low = with(*rollout.low, *training.low).total();
      iteration.high = with(*rollout.high, *training.high).total();
    }
    rescale(training.value / times_.total(), iteration);
    result_.metrics.push_back(std::move(iteration));
    result_.metrics.push_back(std::move(rollout));
    add_shares();
    add_generation();
    result_.metrics.push_back(
        timed("weight_sync_time", times_.sync,
              tr("{}; then each core writes the weights of its server", plan_.sync)));
    if (times_.offload > 0) {
      result_.metrics.push_back(timed("offload_time", times_.offload,
                                      tr("{} of each instance to the host and back, as stated",
                                         as::bytes(plan_.offload_bytes))));
    }
    result_.metrics.push_back(timed("reward_time", times_.reward, tr("as stated in the workload")));
    const catalog::MemoryFit& memory = plan_.server.run.memory;
    Metric server = timed("rollout_memory_per_core", memory.required, memory.explanation);
    server.unit = "B";
    result_.metrics.push_back(std::move(server));
  }

 private:
  static Metric timed(std::string name, double seconds, Text note) {
    return {.name = std::move(name),
            .value = seconds,
            .unit = "s",
            .provenance = Provenance::kSimulated,
            .note = std::move(note)};
  }

  IterationTimes with(double rollout, double training) const {
    IterationTimes other = times_;
    other.rollout = rollout;
    other.training = training;
    return other;
  }

  /// Rates of the step refer to the iteration, and so do their bands.
  void rescale(double factor, const Metric& iteration) {
    for (Metric& metric : result_.metrics) {
      if (metric.name != "throughput" && metric.name != "tokens_per_second") continue;
      metric.value *= factor;
      metric.low.reset();
      metric.high.reset();
      if (iteration.low && iteration.high) {
        metric.low = metric.value * iteration.value / *iteration.high;
        metric.high = metric.value * iteration.value / *iteration.low;
      }
      metric.note = tr("of the whole iteration");
    }
  }

  void add_share(std::string name, double seconds) {
    Metric share = timed(std::move(name), seconds / times_.total(), tr("of the iteration"));
    share.unit = "share";
    result_.metrics.push_back(std::move(share));
  }

  void add_shares() {
    add_share("rollout_percent", times_.rollout);
    add_share("training_percent", times_.training);
    add_share("weight_sync_percent", times_.sync);
  }

  void add_generation() {
    double tokens = 0;
    for (const RequestRecord& record : served_.requests) tokens += record.generated;
    Metric count = timed("generated_tokens", tokens, truncated_text());
    count.unit = "tokens";
    result_.metrics.push_back(std::move(count));
    Metric rate = timed("rollout_throughput", tokens / times_.rollout,
                        tr("generated tokens divided by the time of the rollout"));
    rate.unit = "tokens/s";
    if (const Metric* const rollout = result_.find("rollout_time"); rollout->low && rollout->high) {
      rate.low = tokens / *rollout->high;
      rate.high = tokens / *rollout->low;
    }
    result_.metrics.push_back(std::move(rate));
    for (Metric& metric : serving_metrics(plan_.serving, served_)) {
      if (metric.name != "slot_occupancy") continue;
      metric.name = "rollout_slot_occupancy";
      metric.note = tr("occupied slots of the replicas; the last long sequences leave slots empty");
      result_.metrics.push_back(std::move(metric));
      break;
    }
  }

  Text requests_text() const {
    const auto sequences = static_cast<std::int64_t>(served_.requests.size());
    const int replicas = plan_.serving.setup.replicas;
    return tr_plural(replicas, "{} sequences of {} prompts on {} replica",
                     "{} sequences of {} prompts on {} replicas", as::count(sequences),
                     as::count(prompts_), replicas);
  }

  Text iteration_text() const {
    if (times_.overlap) {
      return tr(
          "the longer of rollout and training, and the transfer of the weights; the sequences "
          "are one step older than the weights");
    }
    return tr("rollout, rewards, training and the transfer of the weights, one after the other");
  }

  Text truncated_text() const {
    if (plan_.truncated == 0) return tr("outputs of all sequences");
    return tr_plural(plan_.truncated, "{} output ends at the length of the training sequences",
                     "{} outputs end at the length of the training sequences",
                     as::count(plan_.truncated));
  }

  SimulationResult& result_;
  const RolloutPlan& plan_;
  const ServingRun& served_;
  const IterationTimes& times_;
  int prompts_;
};

}  // namespace

double IterationTimes::total() const {
  const double generated = rollout + reward;
  if (overlap) return std::max(generated, training) + sync;
  return offload + generated + training + sync;
}

Result<SimulationResult> train_with_rollout(const catalog::Catalog& catalog, const PreparedRun& run,
                                            const TrainingStep& step, const Workload& workload,
                                            const Calibration& calibration, const ClosedForm& form,
                                            TraceSink* sink, TaskControl& control) {
  const RolloutSetup& rollout = *step.setup.rollout;
  const auto plan = plan_rollout(catalog, run, step, workload, calibration.parameters);
  if (!plan) return fail(plan.error());
  RolloutSegments segments;
  const auto served = simulate_serving(plan->serving, plan->requests, workload.seed, control,
                                       sink != nullptr ? segments.listener() : SegmentListener());
  if (!served) return fail(served.error());
  if (served->count(RequestRecord::State::kCompleted) !=
      static_cast<int>(served->requests.size())) {
    return fail(ErrorCode::kInfeasible,
                tr("rollout: {} of {} sequences cannot be generated with this server",
                   as::count(static_cast<std::int64_t>(served->requests.size()) -
                             served->count(RequestRecord::State::kCompleted)),
                   as::count(static_cast<std::int64_t>(served->requests.size()))));
  }
  const auto& step_times = std::get<TrainingTimes>(form.times);
  const IterationTimes times{.offload = plan->offload_seconds,
                             .rollout = to_seconds(served->end),
                             .reward = rollout.reward_seconds,
                             .training = step_times.step_seconds,
                             .sync = plan->sync_seconds,
                             .overlap = rollout.overlap};
  SimulationResult result = predict(run, workload, calibration, form);
  IterationFigures(result, *plan, *served, times, step.setup.global_batch / rollout.group)
      .add_all(calibration, step);
  if (sink == nullptr) return result;
  if (!write_rollout_trace(run, workload, calibration, result, step_times, times, segments,
                           *sink)) {
    return cancelled();
  }
  return result;
}

}  // namespace nscope::sim
