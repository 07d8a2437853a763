#include "simcore/engine/gpu/gpu_training_document.h"

#include "simcore/engine/documents/json_members.h"
#include "simcore/engine/gpu/gpu_workload.h"
#include "simcore/engine/workload/workload.h"

#include <limits>
#include <string>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

/// Refuses what the model of GPUs has no counterpart of.
void check_counterparts(const TrainingSetup& setup, StrictObject& in) {
  const auto refuse = [&](bool asked_for, const char* key, const char* what) {
    if (asked_for) in.reject(key, fmt::format("has no counterpart on GPUs: {}", what));
  };
  refuse(setup.cores > 0, "cores", "all GPUs of an instance train");
  refuse(setup.context_parallel > 1, "context_parallel", "leave it out");
  refuse(setup.expert_parallel > 1, "expert_parallel", "leave it out");
  refuse(setup.zero == 0, "zero", "the optimizer is always shared there; 1 or 3, or leave it out");
  refuse(setup.schedule == PipelineSchedule::kGpipe, "schedule", "1f1b or interleaved");
  refuse(setup.checkpointing == Checkpointing::kSelective, "checkpointing", "none or full");
  refuse(!setup.sequence_parallel, "sequence_parallel", "it is always on there");
  refuse(setup.fused_attention == false, "fused_attention", "it is always on there");
  refuse(!setup.master_weights, "master_weights", "they are always kept there");
  refuse(setup.data_seconds > 0, "data_seconds", "leave it out");
  refuse(setup.straggler > 1, "straggler", "leave it out");
  refuse(setup.job.has_value(), "job",
         "failures and checkpoints are modelled on NeuronCores alone");
  if (setup.global_batch == 0) in.reject("global_batch", "is needed on GPUs");
}

/// Members of the document that training leaves no place for, or that "training" states.
void check_document(const Json& json, StrictObject& in) {
  const auto task = in.optional_string("task");
  if (task && *task != to_string(GpuTask::kTrain)) {
    in.reject("task", "must be train, or be left out, beside \"training\"");
  }
  for (const char* const key :
       {"batch", "output_tokens", "sequence_length", "gpus", "pipeline_parallel", "micro_batch",
        "checkpointing", "sharding", "virtual_stages"}) {
    if (json.contains(key)) in.reject(key, "has no place beside \"training\" on GPUs");
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
  const TrainingSetup setup = training_setup_from_json(json["training"], in);
  StrictObject own(json["training"], in.path("training"));
  check_counterparts(setup, own);
  if (auto read = in.first_error(); !read) return fail(read.error());
  if (auto read = own.first_error(); !read) return fail(read.error());
  const auto instance = catalog.instance(instance_name);
  if (!instance) return fail(instance.error());
  const std::int64_t gpus = static_cast<std::int64_t>(setup.nodes) * (*instance)->chips;
  if (gpus > std::numeric_limits<int>::max()) {
    return fail(ErrorCode::kBadInput, "is out of range", own.path("nodes"));
  }
  Json mapped = json;
  mapped.erase("training");
  mapped.erase("input_tokens");
  mapped["task"] = to_string(GpuTask::kTrain);
  mapped["gpus"] = gpus;
  mapped["batch"] = setup.global_batch;
  mapped["sequence_length"] = tokens;
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
