#include "simcore/engine/workload/training_setup.h"

#include "simcore/engine/documents/json_members.h"

#include <array>

namespace nscope::sim {
namespace {

constexpr std::array kSchedules{PipelineSchedule::kGpipe, PipelineSchedule::kOneForwardOneBackward,
                                PipelineSchedule::kInterleaved};
constexpr std::array kCheckpointings{Checkpointing::kNone, Checkpointing::kSelective,
                                     Checkpointing::kFull};

}  // namespace

std::string_view to_string(PipelineSchedule schedule) {
  switch (schedule) {
    case PipelineSchedule::kGpipe: return "gpipe";
    case PipelineSchedule::kOneForwardOneBackward: return "1f1b";
    case PipelineSchedule::kInterleaved: break;
  }
  return "interleaved";
}

std::string_view to_string(Checkpointing checkpointing) {
  switch (checkpointing) {
    case Checkpointing::kNone: return "none";
    case Checkpointing::kSelective: return "selective";
    case Checkpointing::kFull: break;
  }
  return "full";
}

TrainingSetup training_setup_from_json(const Json& json, StrictObject& in, int input_tokens) {
  TrainingSetup setup;
  StrictObject own(json, in.path("training"));
  setup.nodes = positive_member(own, "nodes", setup.nodes);
  setup.cores = positive_member(own, "cores", setup.cores);
  setup.pipeline_parallel = positive_member(own, "pipeline_parallel", setup.pipeline_parallel);
  setup.context_parallel = positive_member(own, "context_parallel", setup.context_parallel);
  setup.expert_parallel = positive_member(own, "expert_parallel", setup.expert_parallel);
  setup.global_batch = positive_member(own, "global_batch", setup.global_batch);
  setup.micro_batch = positive_member(own, "micro_batch", setup.micro_batch);
  setup.chunks = positive_member(own, "chunks", setup.chunks);
  if (const auto zero = own.optional_integer("zero")) {
    if (*zero != 0 && *zero != 1 && *zero != 3) own.reject("zero", tr("must be 0, 1 or 3"));
    setup.zero = static_cast<int>(*zero);
  }
  setup.schedule = named_member(own, "schedule", kSchedules).value_or(setup.schedule);
  setup.checkpointing = named_member(own, "checkpointing", kCheckpointings);
  setup.sequence_parallel = own.optional_boolean("sequence_parallel", setup.sequence_parallel);
  if (own.optional("fused_attention") != nullptr) {
    setup.fused_attention = own.boolean("fused_attention");
  }
  setup.master_weights = own.optional_boolean("master_weights", setup.master_weights);
  setup.data_seconds = own.optional_number("data_seconds").value_or(0);
  constexpr double kLongest = 86'400;
  if (!(setup.data_seconds >= 0 && setup.data_seconds <= kLongest)) {
    own.reject("data_seconds", tr("must be between 0 and {}", kLongest));
  }
  setup.straggler = own.optional_number("straggler").value_or(1);
  constexpr double kSlowest = 1000;
  if (!(setup.straggler >= 1 && setup.straggler <= kSlowest)) {
    own.reject("straggler", tr("must be between 1 and {}", kSlowest));
  }
  setup.tuning = read_fine_tuning(own);
  if (const Json* const rollout = own.optional("rollout")) {
    setup.rollout = rollout_setup_from_json(*rollout, own, input_tokens);
    if (setup.tuning.objective == TuningObjective::kDpo) {
      own.reject("rollout",
                 tr("cannot be combined with the objective 'dpo', whose pairs are given"));
    }
  }
  if (const Json* const job = own.optional("job")) setup.job = job_setup_from_json(*job, own);
  if (setup.job && setup.rollout) {
    own.reject("rollout", tr("'{}' and '{}' cannot be combined", "job", "rollout"));
  }
  in.adopt(own);
  return setup;
}

Json to_json(const TrainingSetup& setup) {
  const TrainingSetup plain;
  Json json = Json::object();
  const auto put = [&](const char* key, auto value, auto usual) {
    if (value != usual) json[key] = value;
  };
  put("nodes", setup.nodes, plain.nodes);
  put("cores", setup.cores, plain.cores);
  put("pipeline_parallel", setup.pipeline_parallel, plain.pipeline_parallel);
  put("context_parallel", setup.context_parallel, plain.context_parallel);
  put("expert_parallel", setup.expert_parallel, plain.expert_parallel);
  put("zero", setup.zero, plain.zero);
  put("global_batch", setup.global_batch, plain.global_batch);
  put("micro_batch", setup.micro_batch, plain.micro_batch);
  put("schedule", to_string(setup.schedule), to_string(plain.schedule));
  put("chunks", setup.chunks, plain.chunks);
  if (setup.checkpointing) json["checkpointing"] = to_string(*setup.checkpointing);
  put("sequence_parallel", setup.sequence_parallel, plain.sequence_parallel);
  if (setup.fused_attention) json["fused_attention"] = *setup.fused_attention;
  put("master_weights", setup.master_weights, plain.master_weights);
  put("data_seconds", setup.data_seconds, plain.data_seconds);
  put("straggler", setup.straggler, plain.straggler);
  put_fine_tuning(setup.tuning, json);
  if (setup.rollout) json["rollout"] = to_json(*setup.rollout);
  if (setup.job) json["job"] = to_json(*setup.job);
  return json;
}

}  // namespace nscope::sim
