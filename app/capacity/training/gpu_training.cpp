#include "app/capacity/training/gpu_training.h"

#include "simcore/engine/gpu/gpu_estimate.h"
#include "simcore/engine/gpu/gpu_job.h"
#include "simcore/engine/gpu/gpu_limits.h"
#include "simcore/engine/gpu/gpu_measurement.h"
#include "simcore/engine/gpu/gpu_times.h"
#include "simcore/engine/simulation/workload_limits.h"

#include <algorithm>
#include <utility>

namespace nscope::capacity {
namespace {

/// 1, 2, 4, ... up to `most`.
std::vector<int> powers_of_two(int most) {
  std::vector<int> all;
  for (int value = 1; value <= most; value *= 2) all.push_back(value);
  return all;
}

std::vector<int> divisors(int value, int most) {
  std::vector<int> all;
  for (int each = 1; each <= std::min(value, most); ++each) {
    if (value % each == 0) all.push_back(each);
  }
  return all;
}

/// The sharded training state of a layout: none of both stacks shards less than the optimizer.
struct Sharded {
  sim::GpuStack stack = sim::GpuStack::kMegatron;
  int zero = 1;
};
/// FSDP and Megatron-Core without tensor and pipeline parallelism, otherwise Megatron-Core.
std::vector<Sharded> shardings(bool split) {
  if (split) return {{}};
  return {{sim::GpuStack::kLlmFoundry, 3}, {}};
}

/// What the GPU simulator does not have, although NeuronCores do.
Text unsupported(const TrainingRequest& request, const TrainingLayout& layout) {
  if (layout.context_parallel > 1) return tr("context parallelism is not supported on GPUs");
  if (layout.expert_parallel > 1) return tr("expert parallelism is not supported on GPUs");
  if (!request.master_weights) {
    return tr("training on GPUs without fp32 master weights is not supported");
  }
  return {};
}

}  // namespace

std::vector<TrainingLayout> gpu_layouts_of(const catalog::Instance& instance,
                                           const catalog::Model& model,
                                           const TrainingRequest& request, int nodes) {
  const int ranks = nodes * instance.chips;
  const auto tensors = stated_or(request.tensor_parallel, powers_of_two(instance.chips));
  const auto stages =
      stated_or(request.pipeline_parallel, divisors(std::max(1, model.layers), kMostStages));
  const auto contexts = stated_or(request.context_parallel, {1});
  const auto experts = stated_or(request.expert_parallel, {1});
  std::vector<TrainingLayout> all;
  const std::vector<std::string> types =
      request.gpu_weight_dtypes.empty() ? std::vector{request.dtype} : request.gpu_weight_dtypes;
  const auto add_micros = [&](TrainingLayout layout) {
    for (const int micro : request.micro_batches) {
      layout.micro_batch = micro;
      const std::int64_t at_once = std::int64_t{layout.data_parallel} * micro;
      if (request.global_batch % at_once != 0) continue;
      for (const std::string& type : types) {
        layout.weight_dtype = type == request.dtype ? "" : type;
        all.push_back(layout);
      }
    }
  };
  const auto add = [&](TrainingLayout layout) {
    const bool split = layout.tensor_parallel > 1 || layout.pipeline_parallel > 1;
    for (const Sharded& sharded : shardings(split)) {
      layout.stack = sharded.stack;
      layout.zero = sharded.zero;
      for (int chunks = 1; chunks <= kInterleavedChunks; ++chunks) {
        if (chunks > 1 && layout.pipeline_parallel == 1) break;
        if (model.layers % (layout.pipeline_parallel * chunks) != 0) break;
        layout.chunks = chunks;
        add_micros(layout);
      }
    }
  };
  for_each_division({.instance = instance.id, .nodes = nodes}, ranks, tensors, stages, contexts,
                    [&](TrainingLayout layout) {
                      for (const int expert : experts) {
                        layout.expert_parallel = expert;
                        add(layout);
                      }
                      return all.size() <= kMostLayouts;
                    });
  return all;
}

sim::GpuWorkload gpu_training_workload(const catalog::Catalog& catalog,
                                       const TrainingRequest& request, const TrainingLayout& layout,
                                       bool checkpointing) {
  const auto instance = catalog.instance(layout.instance);
  return {.model = request.model,
          .instance = layout.instance,
          .task = sim::GpuTask::kTrain,
          .stack = layout.stack,
          .tensor_parallel = layout.tensor_parallel,
          .dtype = request.dtype,
          .weight_dtype = layout.weight_dtype.empty() ? request.dtype : layout.weight_dtype,
          .batch = request.global_batch,
          .gpus = layout.nodes * (instance ? (*instance)->chips : 1),
          .pipeline_parallel = layout.pipeline_parallel,
          .virtual_stages = layout.chunks,
          .micro_batch = layout.micro_batch,
          .sequence_length = request.sequence_length,
          .checkpointing = checkpointing,
          .sharding = layout.zero == 3 ? sim::Sharding::kFull : sim::Sharding::kOptimizer};
}

std::map<std::string, double> highest_utilisations(const catalog::Catalog& catalog) {
  std::map<std::string, double> highest;
  const auto& calibration = sim::built_in_gpu_calibration();
  if (!calibration) return highest;
  for (const sim::GpuMeasurement& measured : calibration->measurements) {
    const sim::GpuWorkload& w = measured.workload;
    if (w.task != sim::GpuTask::kTrain || measured.metric != "throughput") continue;
    const auto model = catalog.model(w.model);
    const auto device = catalog.device(measured.gpu);
    if (!model || !device || w.gpus == 0) continue;
    const auto peak = (*device)->peak.find(w.weight_dtype);
    if (peak == (*device)->peak.end()) continue;
    const double flops = measured.value * sim::training_flops_per_token(**model, w.sequence_length);
    double& most = highest[w.weight_dtype];
    most = std::max(most, flops / w.gpus / peak->second.value);
  }
  return highest;
}

TrainingCandidate timed_on_gpus(const catalog::Catalog& catalog, const TrainingRequest& request,
                                const TrainingLayout& layout,
                                const std::map<std::string, double>& highest) {
  TrainingCandidate candidate{.layout = layout};
  const auto refuse = [&](TrainingRefusal refusal) {
    candidate.refusal = std::move(refusal);
    return candidate;
  };
  if (Text why = unsupported(request, layout); !why.empty()) {
    return refuse({TrainingRule::kNotModelled, std::move(why)});
  }
  const auto& calibration = sim::built_in_gpu_calibration();
  if (!calibration) return refuse(refusal_of(calibration.error()));
  bool checkpointing = false;
  const auto placed = [&] {
    return sim::plan_gpu(catalog, gpu_training_workload(catalog, request, layout, checkpointing),
                         calibration->parameters);
  };
  auto plan = placed();
  if (!plan && plan.error().code == ErrorCode::kInfeasible) {
    checkpointing = true;
    plan = placed();
  }
  if (!plan) return refuse(refusal_of(plan.error()));
  const sim::GpuEstimate estimate = sim::estimate_gpu(catalog, *plan, *calibration);
  const Metric* const mfu = estimate.find("mfu_estimated_percent");
  const auto most = highest.find(plan->workload.weight_dtype);
  if (!estimate.outside_domain.empty() && mfu != nullptr && most != highest.end() &&
      mfu->value > most->second) {
    return refuse(
        {TrainingRule::kNotModelled,
         tr("a FLOP utilisation of {} is predicted, but no training in {} on GPUs was "
            "measured above {}",
            as::percent(mfu->value), plan->workload.weight_dtype, as::percent(most->second))});
  }
  const Metric& time = *estimate.find("step_time");
  // The stated disturbances come in addition to what the measurements contain.
  const auto disturbed = [&](double seconds) {
    return seconds * request.straggler + request.data_seconds;
  };
  TrainedStep step{.seconds = disturbed(time.value)};
  step.banded = time.low && time.high;
  if (step.banded) {
    step.band = {disturbed(*time.low) / step.seconds, disturbed(*time.high) / step.seconds};
  }
  step.tokens_per_second = 1.0 * request.global_batch * request.sequence_length / step.seconds;
  if (mfu != nullptr) step.mfu = mfu->value * time.value / step.seconds;
  step.checkpointing = checkpointing ? "full" : "none";
  step.memory = estimate.memory.explanation;
  step.outside_domain = estimate.outside_domain;
  auto job = sim::plan_job(sim::gpu_job_step(*plan, step.seconds), request.job);
  if (!job) return refuse(refusal_of(job.error()));
  step.job = std::move(*job);
  step.expected_hours = expected_hours(step.job);
  candidate.step = std::move(step);
  return candidate;
}

Result<std::optional<catalog::MemoryLimits>> training_limits(const catalog::Catalog& catalog,
                                                             const TrainingRequest& request,
                                                             const TrainingCandidate& candidate) {
  if (!candidate.layout.stack) {
    return sim::memory_limits(catalog, training_workload(request, candidate.layout));
  }
  const auto& calibration = sim::built_in_gpu_calibration();
  if (!calibration) return fail(calibration.error());
  const bool checkpointing = candidate.step && candidate.step->checkpointing == "full";
  auto limits = sim::gpu_memory_limits(
      catalog, gpu_training_workload(catalog, request, candidate.layout, checkpointing),
      calibration->parameters);
  if (!limits) return fail(limits.error());
  return std::optional(std::move(*limits));
}

Text published_training(const catalog::Catalog& catalog, const TrainingRequest& request,
                        const TrainingCandidate& candidate) {
  const auto& calibration = sim::built_in_gpu_calibration();
  if (!calibration || !candidate.step || !candidate.layout.stack) return {};
  const auto published =
      sim::find_published(catalog, calibration->measurements,
                          gpu_training_workload(catalog, request, candidate.layout,
                                                candidate.step->checkpointing == "full"));
  if (!published) return {};
  const sim::GpuMeasurement& measured = *published->measurement;
  const Text figure = tr("{} tokens/s on {} GPUs ({}, row {})", as::value(measured.value, ""),
                         as::count(measured.workload.gpus), measured.source, measured.id);
  if (published->differences.empty()) return figure;
  return tr("{}; measured differently: {}", figure, joined_by_semicolons(published->differences));
}

}  // namespace nscope::capacity
