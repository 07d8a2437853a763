#include "simcore/engine/gpu/gpu_workload.h"

#include "simcore/engine/documents/document_variants.h"
#include "simcore/engine/documents/json_members.h"
#include "simcore/engine/documents/software.h"
#include "simcore/engine/workload/image_size.h"

#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr std::string_view kSchema = "nscope.workload/1";

/// Rejects the members that only workloads on NeuronCores have; `sequence_length` is also one of
/// training.
void refuse_members_of_cores(const Json& json, GpuTask task, StrictObject& in) {
  for (const char* const key :
       {"speculation", "weight_scales", "kv_dtype", "lnc", "sequence_length", "images", "copies",
        "cores", "start", "auto_cast", "context_parallel", "guidance_passes",
        "materialised_scores"}) {
    const bool trains = task == GpuTask::kTrain && std::string_view(key) == "sequence_length";
    if (trains || !json.contains(key)) continue;
    in.reject(key, tr("unknown key on GPUs; it applies only to NeuronCores"));
  }
}

Result<> read_generation(StrictObject& in, GpuWorkload& workload) {
  workload.saturated = in.optional_boolean("saturated", false);
  if (workload.saturated && in.optional("batch") != nullptr) {
    in.reject("batch", tr("'batch' and 'saturated' cannot be combined"));
  }
  workload.input_tokens = positive_member(in, "input_tokens", workload.input_tokens);
  workload.output_tokens = positive_member(in, "output_tokens", workload.output_tokens);
  const Json* const serving = in.optional("serving");
  if (serving == nullptr) return {};
  auto setup =
      serving_member(*serving, in.path("serving"), workload.input_tokens, workload.output_tokens);
  if (!setup) return fail(setup.error());
  workload.serving = std::move(*setup);
  // Without a stated batch, a replica runs as many sequences as fit.
  if (in.optional("batch") == nullptr) workload.saturated = true;
  return {};
}

void read_call(StrictObject& in, GpuWorkload& workload) {
  workload.input_tokens = positive_member(in, "input_tokens", workload.input_tokens);
  workload.steps = positive_member(in, "steps", workload.steps);
  const auto text = in.optional_string("image");
  if (!text) return;
  const auto size = parse_image_size(*text);
  if (!size) {
    in.reject("image",
              tr("must be height x width in pixels, such as 512x512, with at most 16384 each"));
    return;
  }
  workload.image_height = size->height;
  workload.image_width = size->width;
}

void read_training(StrictObject& in, GpuWorkload& workload) {
  refuse_qlora(in);
  workload.gpus = positive_member(in, "gpus", workload.gpus);
  workload.pipeline_parallel = positive_member(in, "pipeline_parallel", 1);
  workload.virtual_stages = positive_member(in, "virtual_stages", 1);
  workload.micro_batch = positive_member(in, "micro_batch", workload.micro_batch);
  workload.sequence_length = positive_member(in, "sequence_length", workload.sequence_length);
  workload.checkpointing = in.optional_boolean("checkpointing", false);
  constexpr std::array<Sharding, 3> kShardings{Sharding::kFull, Sharding::kGradients,
                                               Sharding::kOptimizer};
  workload.sharding = named_member(in, "sharding", kShardings);
  workload.tuning = read_fine_tuning(in);
  if (workload.tuning.objective != TuningObjective::kNextToken) {
    in.reject("objective", tr("must be next-token on GPUs"));
  }
  workload.network_gbps = in.optional_number("network_gbps");
  if (workload.network_gbps &&
      !(*workload.network_gbps > 0 && std::isfinite(*workload.network_gbps))) {
    in.reject("network_gbps", tr("must be greater than 0"));
  }
}

}  // namespace

void refuse_qlora(StrictObject& in) {
  const Json* const method = in.optional("method");
  if (method != nullptr && *method == "qlora") {
    in.reject("method", tr("QLoRA is not predicted on GPUs; use the method full or lora"));
  }
  const Json* const lora = in.optional("lora");
  if (lora != nullptr && lora->is_object() && lora->contains("frozen_type")) {
    in.reject("lora/frozen_type",
              tr("is not supported on GPUs, because QLoRA is not predicted on them"));
  }
}

std::string_view to_string(GpuTask task) {
  switch (task) {
    case GpuTask::kGenerate: return "generate";
    case GpuTask::kTrain: return "train";
    case GpuTask::kEncode: break;
  }
  return "encode";
}

std::string_view to_string(GpuStack stack) {
  switch (stack) {
    case GpuStack::kTensorRtLlm: return "tensorrt-llm";
    case GpuStack::kVllm: return "vllm";
    case GpuStack::kSglang: return "sglang";
    case GpuStack::kGptFast: return "gpt-fast";
    case GpuStack::kLlmFoundry: return "llm-foundry";
    case GpuStack::kMegatron: return "megatron";
    case GpuStack::kPyTorch: return "pytorch";
    case GpuStack::kTensorFlow: break;
  }
  return "tensorflow";
}

GpuTask task_of(GpuStack stack) {
  switch (stack) {
    case GpuStack::kTensorRtLlm:
    case GpuStack::kVllm:
    case GpuStack::kSglang:
    case GpuStack::kGptFast: return GpuTask::kGenerate;
    case GpuStack::kLlmFoundry:
    case GpuStack::kMegatron: return GpuTask::kTrain;
    case GpuStack::kPyTorch:
    case GpuStack::kTensorFlow: break;
  }
  return GpuTask::kEncode;
}

bool batches_in_flight(GpuStack stack) {
  return task_of(stack) == GpuTask::kGenerate && stack != GpuStack::kGptFast;
}

bool captures_steps(GpuStack stack, std::string_view software) {
  constexpr std::string_view kTensorRtLlmSince = "1.0";
  return task_of(stack) == GpuTask::kGenerate &&
         (stack != GpuStack::kTensorRtLlm || software_at_least(software, kTensorRtLlmSince));
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
  GpuWorkload workload;
  const std::int64_t seed = in.optional_integer("seed").value_or(1);
  if (seed < 0) in.reject("seed", tr("must not be negative"));
  workload.seed = static_cast<std::uint64_t>(seed);
  workload.model = in.string("model");
  workload.instance = in.string("instance");
  constexpr std::array<GpuTask, 3> kTasks{GpuTask::kGenerate, GpuTask::kTrain, GpuTask::kEncode};
  workload.task = named_member(in, "task", kTasks).value_or(GpuTask::kGenerate);
  workload.stack = named_member(in, "stack", kGpuStacks);
  if (workload.stack && task_of(*workload.stack) != workload.task) {
    in.reject("stack", tr("{} is software for the task '{}'", to_string(*workload.stack),
                          to_string(task_of(*workload.stack))));
  }
  workload.software = text_member(in, "software");
  if (!workload.software.empty() && !is_version(workload.software)) {
    in.reject("software", tr("must be a release of the stack, such as 0.9.0"));
  }
  workload.tensor_parallel = positive_member(in, "tensor_parallel", 1);
  workload.batch = positive_member(in, "batch", workload.batch);
  constexpr std::array<std::string_view, 7> kWeightTypes{"bf16", "fp16", "fp32", "int8",
                                                         "int4", "fp8",  "fp4"};
  workload.dtype = dtype_member(in, workload.dtype);
  workload.weight_dtype = one_of_member(in, "weight_dtype", workload.dtype, kWeightTypes);
  switch (workload.task) {
    case GpuTask::kGenerate:
      if (auto read = read_generation(in, workload); !read) return fail(read.error());
      break;
    case GpuTask::kTrain: read_training(in, workload); break;
    case GpuTask::kEncode: read_call(in, workload); break;
  }
  refuse_members_of_cores(json, workload.task, in);
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
    if (workload.serving) {
      json["serving"] = to_json(*workload.serving);
      json["seed"] = workload.seed;
    }
    return json;
  }
  json["batch"] = workload.batch;
  if (workload.task == GpuTask::kEncode) {
    json["input_tokens"] = workload.input_tokens;
    if (workload.image_height > 0) {
      json["image"] = fmt::format("{}x{}", workload.image_height, workload.image_width);
    }
    if (workload.steps > 0) json["steps"] = workload.steps;
    return json;
  }
  if (workload.gpus > 0) json["gpus"] = workload.gpus;
  if (workload.pipeline_parallel > 1) json["pipeline_parallel"] = workload.pipeline_parallel;
  if (workload.virtual_stages > 1) json["virtual_stages"] = workload.virtual_stages;
  if (workload.micro_batch > 0) json["micro_batch"] = workload.micro_batch;
  json["sequence_length"] = workload.sequence_length;
  if (workload.checkpointing) json["checkpointing"] = true;
  put_fine_tuning(workload.tuning, json);
  if (workload.sharding) json["sharding"] = to_string(*workload.sharding);
  if (workload.network_gbps) json["network_gbps"] = *workload.network_gbps;
  return json;
}

}  // namespace nscope::sim
