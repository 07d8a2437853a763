#include "app/capacity/training/training_layout.h"

#include "app/capacity/training/gpu_training.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "profiler/base/parallel.h"
#include "simcore/catalog/memory_fit.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/reliability/checkpoint_interval.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <numeric>

namespace nscope::capacity {
namespace {

constexpr std::array<std::string_view, 8> kRules{"not-modelled",   "memory",     "slower",
                                                 "not-offered",    "too-late",   "over-budget",
                                                 "more-expensive", "stale-price"};
constexpr std::array<Phrase, kRules.size()> kRuleTitles{
    phrase("not modelled"),   phrase("does not fit in memory"), phrase("slower"),
    phrase("no price"),       phrase("misses the deadline"),    phrase("exceeds the budget"),
    phrase("more expensive"), phrase("price out of date")};

std::vector<int> up_to(int most) {
  std::vector<int> all;
  for (int value = 1; value <= most; ++value) all.push_back(value);
  return all;
}

/// Powers of two that divide the number of experts; {1} for models without experts.
std::vector<int> expert_degrees(const catalog::Model& model) {
  std::vector<int> degrees{1};
  const int experts = model.moe ? model.moe->experts : 1;
  for (int degree = 2; degree <= experts; degree *= 2) {
    if (experts % degree == 0) degrees.push_back(degree);
  }
  return degrees;
}

TrainingCandidate timed(const catalog::Catalog& catalog, const TrainingRequest& request,
                        const TrainingLayout& layout, const sim::Calibration& calibration) {
  TrainingCandidate candidate{.layout = layout};
  const auto refuse = [&](const Error& error) {
    candidate.refusal = refusal_of(error);
    return candidate;
  };
  const sim::Workload workload = training_workload(request, layout);
  const auto run = sim::plan_run(catalog, workload, calibration.parameters);
  if (!run) return refuse(run.error());
  if (!run->memory.fits) {
    candidate.refusal = {TrainingRule::kMemory, sim::memory_shortage(*run)};
    return candidate;
  }
  const sim::ClosedForm form = sim::time_run(*run, calibration.parameters);
  const sim::SimulationResult result = sim::predict(*run, workload, calibration, form);
  const Metric* const time = result.find("step_time");
  if (time == nullptr) {
    return refuse({ErrorCode::kInvalidArgument, tr("the prediction has no step time"), {}});
  }
  const auto& trained = std::get<sim::TrainingStep>(run->work);
  auto job = sim::plan_job(trained, time->value, request.job);
  if (!job) return refuse(job.error());
  TrainedStep step{.seconds = time->value, .job = std::move(*job)};
  step.banded = time->low && time->high;
  if (step.banded) step.band = {*time->low / time->value, *time->high / time->value};
  if (const Metric* const rate = result.find("tokens_per_second")) {
    step.tokens_per_second = rate->value;
  }
  if (const Metric* const mfu = result.find("mfu_estimated_percent")) step.mfu = mfu->value;
  if (const auto& kept = trained.setup.checkpointing) {
    step.checkpointing = sim::to_string(*kept);
  }
  step.memory = result.memory.explanation;
  step.outside_domain = result.outside_domain;
  step.expected_hours = expected_hours(step.job);
  candidate.step = std::move(step);
  return candidate;
}

/// The numbers below `count` in an order in which each part of it has numbers from everywhere:
/// multiples of a step that has no divisor in common with `count`, near the golden section.
std::vector<std::size_t> mixed_order(std::size_t count) {
  constexpr double kGoldenSection = 0.6180339887;
  auto step = std::max<std::size_t>(
      1, static_cast<std::size_t>(static_cast<double>(count) * kGoldenSection));
  while (std::gcd(step, count) > 1) ++step;
  std::vector<std::size_t> order(count);
  for (std::size_t i = 1; i < count; ++i) order[i] = (order[i - 1] + step) % count;
  return order;
}

}  // namespace

double expected_hours(const sim::PlannedJob& job) {
  const sim::JobPlan& plan = job.plan;
  const double step = sim::seconds_of(plan.step);
  const double work = static_cast<double>(plan.steps) * step;
  if (!job.mtbf) return plan.uninterrupted_seconds() / kSecondsPerHour;
  const double restart = sim::seconds_of(plan.detect) + sim::seconds_of(plan.load) +
                         (plan.spares > 0 ? 0 : sim::seconds_of(plan.replace));
  return reliability::expected_job_time(work, static_cast<double>(plan.interval) * step,
                                        sim::seconds_of(plan.stall), restart, *job.mtbf) /
         kSecondsPerHour;
}

Text TrainingLayout::text() const {
  std::vector<Text> parts{
      context_parallel > 1
          ? tr("TP {} x PP {} x DP {} x CP {}", tensor_parallel, pipeline_parallel, data_parallel,
               context_parallel)
          : tr("TP {} x PP {} x DP {}", tensor_parallel, pipeline_parallel, data_parallel)};
  if (expert_parallel > 1) parts.push_back(tr("EP {}", expert_parallel));
  parts.push_back(tr("microbatch {}", micro_batch));
  if (pipeline_parallel > 1) {
    parts.push_back(chunks > 1 ? tr("interleaved with {} chunks", chunks) : tr("1F1B"));
  }
  parts.push_back(tr("ZeRO {}", zero));
  if (stack) {
    const bool fsdp = *stack == sim::GpuStack::kLlmFoundry;
    parts.push_back(Text::verbatim(fsdp ? "LLM Foundry" : "Megatron-Core"));
  }
  if (!weight_dtype.empty()) parts.push_back(tr("matrices in {}", weight_dtype));
  return joined(parts);
}

Json to_json(const TrainingLayout& layout) {
  Json json{{"nodes", layout.nodes},
            {"tensor_parallel", layout.tensor_parallel},
            {"pipeline_parallel", layout.pipeline_parallel},
            {"context_parallel", layout.context_parallel},
            {"expert_parallel", layout.expert_parallel},
            {"data_parallel", layout.data_parallel},
            {"micro_batch", layout.micro_batch},
            {"chunks", layout.chunks},
            {"zero", layout.zero}};
  if (layout.stack) json["stack"] = sim::to_string(*layout.stack);
  if (!layout.weight_dtype.empty()) json["weight_dtype"] = layout.weight_dtype;
  return json;
}

sim::Workload training_workload(const TrainingRequest& request, const TrainingLayout& layout) {
  sim::Workload workload;
  workload.model = request.model;
  workload.instance = layout.instance;
  workload.tensor_parallel = layout.tensor_parallel;
  workload.input_tokens = request.sequence_length;
  workload.dtype = request.dtype;
  workload.weight_dtype = request.dtype;
  sim::TrainingSetup setup;
  setup.nodes = layout.nodes;
  setup.pipeline_parallel = layout.pipeline_parallel;
  setup.context_parallel = layout.context_parallel;
  setup.expert_parallel = layout.expert_parallel;
  setup.zero = layout.zero;
  setup.global_batch = request.global_batch;
  setup.micro_batch = layout.micro_batch;
  if (layout.chunks > 1) {
    setup.schedule = sim::PipelineSchedule::kInterleaved;
    setup.chunks = layout.chunks;
  }
  setup.master_weights = request.master_weights;
  setup.data_seconds = request.data_seconds;
  setup.straggler = request.straggler;
  setup.job = request.job;
  workload.kind = std::move(setup);
  return workload;
}

std::string_view to_string(TrainingRule rule) {
  return kRules[static_cast<std::size_t>(rule)];
}

Phrase title(TrainingRule rule) {
  return kRuleTitles[static_cast<std::size_t>(rule)];
}

std::vector<TrainingLayout> layouts_of(const catalog::Catalog& catalog,
                                       const catalog::Instance& instance,
                                       const catalog::Model& model, const TrainingRequest& request,
                                       int nodes) {
  if (catalog.device_of(instance).kind == catalog::DeviceKind::kGpu) {
    return gpu_layouts_of(instance, model, request, nodes);
  }
  const int ranks = nodes * catalog.logical_cores_of(instance);
  const auto tensors =
      stated_or(request.tensor_parallel, catalog::tensor_parallel_choices(catalog, instance));
  const auto stages = stated_or(request.pipeline_parallel,
                                up_to(std::min({kMostStages, std::max(1, model.layers), ranks})));
  const auto contexts = stated_or(request.context_parallel, {1});
  const auto experts = stated_or(request.expert_parallel, expert_degrees(model));
  std::vector<TrainingLayout> all;
  const auto add = [&](TrainingLayout layout) {
    for (const int zero : {1, 3}) {
      layout.zero = zero;
      layout.chunks = 1;
      all.push_back(layout);
      const bool halves = layout.pipeline_parallel > 1 &&
                          model.layers >= kInterleavedChunks * layout.pipeline_parallel;
      if (!halves) continue;
      layout.chunks = kInterleavedChunks;
      all.push_back(layout);
    }
  };
  // Adds all layouts with the tensor, pipeline, context and data parallel degrees of `layout`.
  const auto add_replicas = [&](TrainingLayout layout) {
    std::vector<int> micros;
    for (const int micro : request.micro_batches) {
      const std::int64_t at_once = std::int64_t{layout.data_parallel} * micro;
      if (request.global_batch % at_once == 0) micros.push_back(micro);
    }
    for (const int expert : experts) {
      layout.expert_parallel = expert;
      for (const int micro : micros) {
        layout.micro_batch = micro;
        add(layout);
        if (all.size() > kMostLayouts) return;
      }
    }
  };
  for_each_division({.instance = instance.id, .nodes = nodes}, ranks, tensors, stages, contexts,
                    [&](const TrainingLayout& layout) {
                      add_replicas(layout);
                      return all.size() <= kMostLayouts;
                    });
  return all;
}

void for_each_division(const TrainingLayout& whole, int ranks, const std::vector<int>& tensors,
                       const std::vector<int>& stages, const std::vector<int>& contexts,
                       const std::function<bool(const TrainingLayout&)>& visit) {
  TrainingLayout layout = whole;
  for (const int tensor : tensors) {
    if (ranks % tensor != 0) continue;
    const int groups = ranks / tensor;
    for (const int stage : stages) {
      if (groups % stage != 0) continue;
      const int pipelines = groups / stage;
      for (const int context : contexts) {
        if (pipelines % context != 0) continue;
        layout.tensor_parallel = tensor;
        layout.pipeline_parallel = stage;
        layout.context_parallel = context;
        layout.data_parallel = pipelines / context;
        if (!visit(layout)) return;
      }
    }
  }
}

TrainingRefusal refusal_of(const Error& error) {
  return {error.code == ErrorCode::kInfeasible ? TrainingRule::kMemory : TrainingRule::kNotModelled,
          error.message};
}

TrainingRefusal slower(const TrainedStep& step, const TrainedStep& best, const Text& layout) {
  const TextNumber seconds = as::value(step.seconds, "s");
  const double more = step.expected_hours / best.expected_hours - 1;
  constexpr double kPercent = 100;
  constexpr double kEqual = 5e-5;  // far below the error of a predicted step
  if (more < kEqual) {
    return {TrainingRule::kSlower,
            tr("a step takes {}, and the job as long as with {}", seconds, layout)};
  }
  return {TrainingRule::kSlower,
          std::isfinite(more) ? tr("a step takes {}, and the job {} % longer than with {}", seconds,
                                   cost::as_digits(more * kPercent, 2), layout)
                              : tr("a step takes {}, and the job almost never finishes", seconds)};
}

Result<std::vector<TrainingCandidate>> time_layouts(const catalog::Catalog& catalog,
                                                    const TrainingRequest& request,
                                                    const std::vector<TrainingLayout>& layouts,
                                                    TaskControl& control, const TaskControl& stop) {
  const auto& calibration = sim::built_in_calibration();
  if (!calibration) return fail(calibration.error());
  const auto highest = highest_utilisations(catalog);
  std::vector<TrainingCandidate> candidates(layouts.size());
  for (std::size_t i = 0; i < layouts.size(); ++i) candidates[i].layout = layouts[i];
  const std::vector<std::size_t> order = mixed_order(layouts.size());
  control.begin(phrase("Timing layouts"), layouts.size());
  std::atomic<std::uint64_t> done{0};
  for_each_in_parallel(layouts.size(), [&](std::size_t i) {
    if (stop.cancelled()) return;
    const std::size_t at = order[i];
    candidates[at] = layouts[at].stack ? timed_on_gpus(catalog, request, layouts[at], highest)
                                       : timed(catalog, request, layouts[at], *calibration);
    control.advance_to(++done);
  });
  if (control.cancelled()) return cancelled();
  return candidates;
}

}  // namespace nscope::capacity
