#include "simcore/engine/gpu/gpu_training_document.h"

#include "simcore/engine/documents/json_members.h"
#include "simcore/engine/gpu/gpu_workload.h"
#include "simcore/engine/workload/workload.h"

#include <limits>
#include <string>

namespace nscope::sim {
namespace {

/// Rejects settings that the GPU model does not support.
void check_counterparts(const TrainingSetup& setup, StrictObject& in) {
  const auto reject_if = [&](bool unsupported, const char* key, Phrase why) {
    if (unsupported) in.reject(key, why);
  };
  constexpr Phrase kUnsupported = phrase("is not supported on GPUs");
  constexpr Phrase kAlwaysOn = phrase("must be true on GPUs");
  reject_if(setup.cores > 0, "cores",
            phrase("is not supported on GPUs, because all GPUs of an instance are used"));
  reject_if(setup.context_parallel > 1, "context_parallel", kUnsupported);
  reject_if(setup.expert_parallel > 1, "expert_parallel", kUnsupported);
  reject_if(setup.zero == 0, "zero",
            phrase("must be 1 or 3 on GPUs, because the optimizer state is always sharded"));
  reject_if(setup.schedule == PipelineSchedule::kGpipe, "schedule",
            phrase("must be 1f1b or interleaved on GPUs"));
  reject_if(setup.checkpointing == Checkpointing::kSelective, "checkpointing",
            phrase("must be none or full on GPUs"));
  reject_if(!setup.sequence_parallel, "sequence_parallel", kAlwaysOn);
  reject_if(setup.fused_attention == false, "fused_attention", kAlwaysOn);
  reject_if(!setup.master_weights, "master_weights", kAlwaysOn);
  reject_if(setup.data_seconds > 0, "data_seconds", kUnsupported);
  reject_if(setup.straggler > 1, "straggler", kUnsupported);
  reject_if(setup.job.has_value(), "job",
            phrase("is not supported on GPUs; failures and checkpoints require NeuronCores"));
  reject_if(setup.tuning.objective != TuningObjective::kNextToken, "objective",
            phrase("must be next-token on GPUs"));
  reject_if(setup.rollout.has_value(), "rollout", kUnsupported);
  if (setup.global_batch == 0) in.reject("global_batch", tr("is required on GPUs"));
}

/// Rejects keys of the document that do not apply to training or that "training" contains.
void check_document(const Json& json, StrictObject& in) {
  const auto task = in.optional_string("task");
  if (task && *task != to_string(GpuTask::kTrain)) {
    in.reject("task", tr("must be 'train' or absent if 'training' is present"));
  }
  for (const char* const key :
       {"batch", "output_tokens", "sequence_length", "gpus", "pipeline_parallel", "micro_batch",
        "checkpointing", "sharding", "virtual_stages"}) {
    if (json.contains(key)) in.reject(key, tr("cannot be combined with 'training' on GPUs"));
  }
}

}  // namespace

Result<Json> gpu_training_document(const catalog::Catalog& catalog, const Json& json,
                                   std::string_view name) {
  if (!json.is_object() || !json.contains("training")) return json;
  StrictObject in(json, std::string(name));
  check_document(json, in);
  const std::string instance_name = in.string("instance");
  const int tokens = positive_member(in, "input_tokens", Workload{}.input_tokens);
  StrictObject own(json["training"], in.path("training"));
  refuse_qlora(own);
  if (auto read = own.first_error(); !read) return fail(read.error());
  const TrainingSetup setup = training_setup_from_json(json["training"], in, tokens);
  check_counterparts(setup, own);
  if (auto read = in.first_error(); !read) return fail(read.error());
  if (auto read = own.first_error(); !read) return fail(read.error());
  const auto instance = catalog.instance(instance_name);
  if (!instance) return fail(instance.error());
  const std::int64_t gpus = static_cast<std::int64_t>(setup.nodes) * (*instance)->chips;
  if (gpus > std::numeric_limits<int>::max()) {
    return fail(ErrorCode::kBadInput, tr("value out of range"), own.path("nodes"));
  }
  Json mapped = json;
  mapped.erase("training");
  mapped.erase("input_tokens");
  mapped["task"] = to_string(GpuTask::kTrain);
  mapped["gpus"] = gpus;
  mapped["batch"] = setup.global_batch;
  mapped["sequence_length"] = tokens;
  put_fine_tuning(setup.tuning, mapped);
  if (setup.pipeline_parallel > 1) mapped["pipeline_parallel"] = setup.pipeline_parallel;
  if (setup.schedule == PipelineSchedule::kInterleaved) mapped["virtual_stages"] = setup.chunks;
  if (json["training"].contains("micro_batch")) mapped["micro_batch"] = setup.micro_batch;
  if (setup.zero > 0) {
    mapped["sharding"] = to_string(setup.zero == 3 ? Sharding::kFull : Sharding::kOptimizer);
  }
  if (setup.checkpointing) {
    mapped["checkpointing"] = *setup.checkpointing == Checkpointing::kFull;
  }
  return mapped;
}

}  // namespace nscope::sim
