#include "simcore/engine/gpu/gpu_workload.h"

#include "simcore/engine/documents/document_variants.h"
#include "simcore/engine/documents/json_members.h"
#include "simcore/engine/documents/software.h"

#include <array>
#include <cmath>

namespace nscope::sim {
namespace {

constexpr std::string_view kSchema = "nscope.workload/1";

void read_generation(StrictObject& in, GpuWorkload& workload) {
  workload.saturated = in.optional_boolean("saturated", false);
  if (workload.saturated && in.optional("batch") != nullptr) {
    in.reject("batch", tr("'batch' and 'saturated' cannot be combined"));
  }
  workload.input_tokens = positive_member(in, "input_tokens", workload.input_tokens);
  workload.output_tokens = positive_member(in, "output_tokens", workload.output_tokens);
}

void read_training(StrictObject& in, GpuWorkload& workload) {
  workload.gpus = positive_member(in, "gpus", workload.gpus);
  workload.pipeline_parallel = positive_member(in, "pipeline_parallel", 1);
  workload.virtual_stages = positive_member(in, "virtual_stages", 1);
  workload.micro_batch = positive_member(in, "micro_batch", workload.micro_batch);
  workload.sequence_length = positive_member(in, "sequence_length", workload.sequence_length);
  workload.checkpointing = in.optional_boolean("checkpointing", false);
  constexpr std::array<Sharding, 3> kShardings{Sharding::kFull, Sharding::kGradients,
                                               Sharding::kOptimizer};
  workload.sharding = named_member(in, "sharding", kShardings);
  workload.network_gbps = in.optional_number("network_gbps");
  if (workload.network_gbps &&
      !(*workload.network_gbps > 0 && std::isfinite(*workload.network_gbps))) {
    in.reject("network_gbps", tr("must be greater than 0"));
  }
}

}  // namespace

std::string_view to_string(GpuTask task) {
  return task == GpuTask::kTrain ? "train" : "generate";
}

std::string_view to_string(GpuStack stack) {
  switch (stack) {
    case GpuStack::kTensorRtLlm: return "tensorrt-llm";
    case GpuStack::kGptFast: return "gpt-fast";
    case GpuStack::kLlmFoundry: return "llm-foundry";
    case GpuStack::kMegatron: break;
  }
  return "megatron";
}

GpuTask task_of(GpuStack stack) {
  return stack == GpuStack::kTensorRtLlm || stack == GpuStack::kGptFast ? GpuTask::kGenerate
                                                                        : GpuTask::kTrain;
}

std::string_view to_string(Sharding sharding) {
  switch (sharding) {
    case Sharding::kFull: return "full";
    case Sharding::kGradients: return "gradients";
    case Sharding::kOptimizer: break;
  }
  return "optimizer";
}

Result<GpuWorkload> gpu_workload_from_json(const Json& json, std::string_view name) {
  StrictObject in(json, std::string(name));
  if (in.string("schema") != kSchema) {
    in.reject("schema", tr("must be {}", kSchema));
  }
  in.optional_string("title");  // for people
  allow_comparison(in);
  in.optional_integer("seed");  // for workloads with random draws
  GpuWorkload workload;
  workload.model = in.string("model");
  workload.instance = in.string("instance");
  constexpr std::array<GpuTask, 2> kTasks{GpuTask::kGenerate, GpuTask::kTrain};
  workload.task = named_member(in, "task", kTasks).value_or(GpuTask::kGenerate);
  constexpr std::array<GpuStack, 4> kStacks{GpuStack::kTensorRtLlm, GpuStack::kGptFast,
                                            GpuStack::kLlmFoundry, GpuStack::kMegatron};
  workload.stack = named_member(in, "stack", kStacks);
  if (workload.stack && task_of(*workload.stack) != workload.task) {
    in.reject("stack", workload.task == GpuTask::kTrain
                           ? tr("{} does not support training", to_string(*workload.stack))
                           : tr("{} does not support generation", to_string(*workload.stack)));
  }
  workload.software = in.optional_string("software").value_or("");
  if (!workload.software.empty() && !is_version(workload.software)) {
    in.reject("software", tr("must be a release of the stack, such as 0.9.0"));
  }
  workload.tensor_parallel = positive_member(in, "tensor_parallel", 1);
  workload.batch = positive_member(in, "batch", workload.batch);
  constexpr std::array<std::string_view, 3> kTypes{"bf16", "fp16", "fp32"};
  constexpr std::array<std::string_view, 6> kWeightTypes{"bf16", "fp16", "fp32",
                                                         "int8", "int4", "fp8"};
  workload.dtype = one_of_member(in, "dtype", workload.dtype, kTypes);
  workload.weight_dtype = one_of_member(in, "weight_dtype", workload.dtype, kWeightTypes);
  if (workload.task == GpuTask::kTrain) {
    read_training(in, workload);
  } else {
    read_generation(in, workload);
  }
  if (auto done = in.finish(); !done) return fail(done.error());
  return workload;
}

Json to_json(const GpuWorkload& workload) {
  Json json;
  json["schema"] = kSchema;
  json["model"] = workload.model;
  json["instance"] = workload.instance;
  json["task"] = to_string(workload.task);
  if (workload.stack) json["stack"] = to_string(*workload.stack);
  if (!workload.software.empty()) json["software"] = workload.software;
  json["tensor_parallel"] = workload.tensor_parallel;
  json["dtype"] = workload.dtype;
  json["weight_dtype"] = workload.weight_dtype;
  if (workload.task == GpuTask::kGenerate) {
    if (workload.saturated) {
      json["saturated"] = true;
    } else {
      json["batch"] = workload.batch;
    }
    json["input_tokens"] = workload.input_tokens;
    json["output_tokens"] = workload.output_tokens;
    return json;
  }
  json["batch"] = workload.batch;
  if (workload.gpus > 0) json["gpus"] = workload.gpus;
  if (workload.pipeline_parallel > 1) json["pipeline_parallel"] = workload.pipeline_parallel;
  if (workload.virtual_stages > 1) json["virtual_stages"] = workload.virtual_stages;
  if (workload.micro_batch > 0) json["micro_batch"] = workload.micro_batch;
  json["sequence_length"] = workload.sequence_length;
  if (workload.checkpointing) json["checkpointing"] = true;
  if (workload.sharding) json["sharding"] = to_string(*workload.sharding);
  if (workload.network_gbps) json["network_gbps"] = *workload.network_gbps;
  return json;
}

}  // namespace nscope::sim
