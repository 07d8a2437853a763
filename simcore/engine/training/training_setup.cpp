#include "simcore/engine/training/training_setup.h"

#include <array>
#include <limits>
#include <string>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

template <class Value>
struct Named {
  std::string_view name;
  Value value;
};
constexpr std::array<Named<PipelineSchedule>, 3> kSchedules{
    {{"gpipe", PipelineSchedule::kGpipe},
     {"1f1b", PipelineSchedule::kOneForwardOneBackward},
     {"interleaved", PipelineSchedule::kInterleaved}}};
constexpr std::array<Named<Checkpointing>, 3> kCheckpointings{
    {{"none", Checkpointing::kNone},
     {"selective", Checkpointing::kSelective},
     {"full", Checkpointing::kFull}}};

template <class Value, std::size_t N>
std::string_view name_of(const std::array<Named<Value>, N>& names, Value value) {
  for (const Named<Value>& entry : names) {
    if (entry.value == value) return entry.name;
  }
  return names[0].name;
}

template <class Value, std::size_t N>
std::optional<Value> read_named(StrictObject& in, const char* key,
                                const std::array<Named<Value>, N>& names) {
  const auto text = in.optional_string(key);
  if (!text) return std::nullopt;
  std::string known;
  for (const Named<Value>& entry : names) {
    if (entry.name == *text) return entry.value;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", entry.name);
  }
  in.reject(key, fmt::format("must be one of {}", known));
  return std::nullopt;
}

void read_positive(StrictObject& in, const char* key, int& value) {
  const auto number = in.optional_integer(key);
  if (!number) return;
  if (*number < 1 || *number > std::numeric_limits<int>::max()) {
    in.reject(key, "must be a positive whole number");
    return;
  }
  value = static_cast<int>(*number);
}

}  // namespace

std::string_view to_string(PipelineSchedule schedule) {
  return name_of(kSchedules, schedule);
}

std::string_view to_string(Checkpointing checkpointing) {
  return name_of(kCheckpointings, checkpointing);
}

TrainingSetup training_setup_from_json(const Json& json, StrictObject& in) {
  TrainingSetup setup;
  StrictObject own(json, in.path("training"));
  read_positive(own, "nodes", setup.nodes);
  read_positive(own, "cores", setup.cores);
  read_positive(own, "pipeline_parallel", setup.pipeline_parallel);
  read_positive(own, "context_parallel", setup.context_parallel);
  read_positive(own, "expert_parallel", setup.expert_parallel);
  read_positive(own, "global_batch", setup.global_batch);
  read_positive(own, "micro_batch", setup.micro_batch);
  read_positive(own, "chunks", setup.chunks);
  if (const auto zero = own.optional_integer("zero")) {
    if (*zero != 0 && *zero != 1 && *zero != 3) own.reject("zero", "must be 0, 1 or 3");
    setup.zero = static_cast<int>(*zero);
  }
  if (const auto named = read_named(own, "schedule", kSchedules)) setup.schedule = *named;
  setup.checkpointing = read_named(own, "checkpointing", kCheckpointings);
  setup.sequence_parallel = own.optional_boolean("sequence_parallel", setup.sequence_parallel);
  if (own.optional("fused_attention") != nullptr) {
    setup.fused_attention = own.boolean("fused_attention");
  }
  setup.master_weights = own.optional_boolean("master_weights", setup.master_weights);
  setup.data_seconds = own.optional_number("data_seconds").value_or(0);
  constexpr double kLongest = 86'400;
  if (!(setup.data_seconds >= 0 && setup.data_seconds <= kLongest)) {
    own.reject("data_seconds", "must be between 0 and 86400");
  }
  setup.straggler = own.optional_number("straggler").value_or(1);
  constexpr double kSlowest = 1000;
  if (!(setup.straggler >= 1 && setup.straggler <= kSlowest)) {
    own.reject("straggler", "must be between 1 and 1000");
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
  return json;
}

}  // namespace nscope::sim
