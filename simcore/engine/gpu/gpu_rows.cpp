#include "simcore/engine/gpu/gpu_rows.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

struct Name {
  std::string_view printed;
  std::string_view id;
};
/// The names of catalogue devices in the sources.
constexpr std::array<Name, 6> kGpus{{{"A100-40GB", "a100-40gb"},
                                     {"A100-80GB", "a100-80gb"},
                                     {"A100-80GB (330W cap)", "a100-80gb"},
                                     {"A100 SXM 80GB", "a100-80gb"},
                                     {"H100-SXM-80GB", "h100"},
                                     {"H200", "h200"}}};

/// The reason why a row cannot be used; empty if it can.
using Reason = Text;

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// The number immediately after a word of a text.
std::optional<int> number_behind(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  int value = 0;
  const char* const from = text.data() + at + word.size();
  const auto [end, error] = std::from_chars(from, text.data() + text.size(), value);
  if (error != std::errc() || end == from || value < 1) return std::nullopt;
  return value;
}
/// The number immediately before a word of a text.
std::optional<int> number_before(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  std::size_t from = at;
  while (from > 0 && text[from - 1] >= '0' && text[from - 1] <= '9') --from;
  int value = 0;
  const auto [end, error] = std::from_chars(text.data() + from, text.data() + at, value);
  if (error != std::errc() || from == at || value < 1) return std::nullopt;
  return value;
}

/// The largest instance with a device, because the sources measured instances with eight GPUs.
const catalog::Instance* largest_instance(const catalog::Catalog& catalog,
                                          std::string_view device) {
  const catalog::Instance* best = nullptr;
  for (const catalog::Instance& instance : catalog.instances()) {
    if (instance.device != device) continue;
    if (best == nullptr || instance.chips > best->chips) best = &instance;
  }
  return best;
}

Reason read_place(const catalog::Catalog& catalog, const GpuRow& row, GpuMeasurement& out) {
  const auto gpu = std::find_if(kGpus.begin(), kGpus.end(),
                                [&](const Name& name) { return name.printed == row.gpu; });
  if (gpu == kGpus.end()) return tr("the GPU '{}' is not in the catalogue", row.gpu);
  const catalog::Instance* const instance = largest_instance(catalog, gpu->id);
  if (instance == nullptr) return tr("no instance type has the GPU {}", gpu->id);
  const auto model = catalog.model(row.model);
  if (!model) return tr("the model '{}' is not in the catalogue", row.model);
  out.gpu = gpu->id;
  out.workload.instance = instance->id;
  out.workload.model = (*model)->id;
  return {};
}

Reason read_training_types(const GpuRow& row, GpuWorkload& workload) {
  if (row.precision.empty()) return tr("the precision is not stated");
  workload.dtype = "bf16";
  if (row.precision == "bf16" || row.precision == "BF16" || row.precision == "amp_bf16") {
    workload.weight_dtype = "bf16";
  } else if (row.precision == "FP8" || row.precision == "FP8-CS" || row.precision == "amp_fp8") {
    workload.weight_dtype = "fp8";
  } else {
    return tr("training in '{}' is not supported", row.precision);
  }
  return {};
}

Reason read_parallelism(const GpuRow& row, GpuWorkload& workload) {
  if (row.context_parallel.value_or(1) > 1) return tr("context parallelism is not supported");
  workload.tensor_parallel = row.tensor_parallel.value_or(1);
  workload.pipeline_parallel = row.pipeline_parallel.value_or(1);
  workload.virtual_stages = number_behind(row.parallelism, "VP").value_or(1);
  if (*workload.stack == GpuStack::kLlmFoundry) {
    workload.sharding =
        contains(row.parallelism, "SHARD_GRAD_OP") ? Sharding::kGradients : Sharding::kFull;
  } else {
    workload.sharding = number_behind(row.parallelism, "FSDP").value_or(0) > 1
                            ? Sharding::kFull
                            : Sharding::kOptimizer;
  }
  return {};
}

Reason read_training(const GpuRow& row, GpuMeasurement& out) {
  if (row.metric != "tokens_per_s_per_gpu") {
    return tr("computed from the tokens per second of the same run");
  }
  GpuWorkload& workload = out.workload;
  workload.task = GpuTask::kTrain;
  if (row.framework == "llm-foundry/Composer FSDP") {
    workload.stack = GpuStack::kLlmFoundry;
  } else if (row.framework == "Megatron-Bridge / NeMo") {
    workload.stack = GpuStack::kMegatron;
  } else {
    return tr("the framework {} is not supported", row.framework);
  }
  if (!row.gpus || !row.global_batch || !row.micro_batch || !row.sequence_length) {
    return tr("GPUs, batch, microbatch or sequence length are not stated");
  }
  workload.gpus = *row.gpus;
  workload.batch = *row.global_batch;
  workload.micro_batch = *row.micro_batch;
  workload.sequence_length = *row.sequence_length;
  workload.checkpointing = contains(row.notes, "act-ckpt=True");
  if (const auto gigabits = number_before(row.notes, " Gbps")) workload.network_gbps = *gigabits;
  if (Reason why = read_training_types(row, workload); !why.empty()) return why;
  if (Reason why = read_parallelism(row, workload); !why.empty()) return why;
  out.metric = "throughput";
  out.value = row.value * workload.gpus;
  return {};
}

Reason read_serving_types(const GpuRow& row, GpuWorkload& workload) {
  struct Types {
    std::string_view printed;
    std::string_view dtype;
    std::string_view weights;
  };
  constexpr std::array<Types, 5> kTypes{{{"FP16", "fp16", "fp16"},
                                         {"FP8", "fp16", "fp8"},
                                         {"bf16", "bf16", "bf16"},
                                         {"int8", "bf16", "int8"},
                                         {"int4-g32", "bf16", "int4"}}};
  const auto types = std::find_if(kTypes.begin(), kTypes.end(), [&](const Types& candidate) {
    return candidate.printed == row.precision;
  });
  if (types == kTypes.end()) {
    return tr("generation in '{}' is not supported", row.precision);
  }
  workload.dtype = types->dtype;
  workload.weight_dtype = types->weights;
  return {};
}

Reason read_load(const GpuRow& row, GpuWorkload& workload) {
  if (workload.stack == GpuStack::kGptFast) {
    const auto prompt = number_behind(row.notes, "prompt ");
    const auto generated = number_before(row.notes, " new");
    if (!prompt || !generated) return tr("the lengths are not stated");
    workload.input_tokens = *prompt;
    workload.output_tokens = *generated;
  } else {
    const bool first_token = row.metric == "ttft_ms";
    if (!row.input_length || (!row.output_length && !first_token)) {
      return tr("the lengths are not stated");
    }
    workload.input_tokens = *row.input_length;
    workload.output_tokens = row.output_length.value_or(1);
  }
  if (row.batch) {
    workload.batch = *row.batch;
  } else if (contains(row.notes, "in-flight batching")) {
    workload.saturated = true;
  } else {
    return tr("the batch is not stated");
  }
  return {};
}

/// Reads the value in tokens/s of all GPUs or in seconds.
Reason read_serving_figure(const GpuRow& row, GpuMeasurement& out) {
  const int gpus = out.workload.tensor_parallel;
  out.metric = "throughput";
  out.value = row.value;
  if (row.metric == "ttft_ms") {
    out.metric = "ttft_p50";
    out.value = row.value / 1e3;
  } else if (row.metric == "output_tokens_per_s_per_gpu") {
    out.value *= gpus;
  } else if (row.metric == "output_tokens_per_s") {
    // The heading of the tables of this release says tokens per second, but the values for one and
    // several GPUs agree with the next release only if they are per GPU, as stated there.
    if (gpus > 1 && out.workload.software == "0.6.1") {
      out.value *= gpus;
      out.reading = "taken as tokens per second and GPU, as in release 0.9.0";
    }
  } else {
    return tr("computed from the tokens per second of the same run");
  }
  return {};
}

Reason read_serving(const GpuRow& row, GpuMeasurement& out) {
  GpuWorkload& workload = out.workload;
  if (row.framework.starts_with("TensorRT-LLM")) {
    workload.stack = GpuStack::kTensorRtLlm;
  } else if (row.framework.starts_with("gpt-fast")) {
    workload.stack = GpuStack::kGptFast;
  } else {
    return tr("the framework {} is not supported", row.framework);
  }
  // "v0.6.1/v0.5" means that two releases published the table; the newer one is used.
  std::string_view version = row.version;
  version = version.substr(0, version.find('/'));
  if (version.starts_with("v")) version.remove_prefix(1);
  workload.software = version;
  const auto gpus = row.tensor_parallel ? row.tensor_parallel : row.gpus;
  if (!gpus) return tr("the number of GPUs is not stated");
  if (row.pipeline_parallel.value_or(1) > 1) {
    return tr("pipeline parallelism is not supported for generation");
  }
  workload.tensor_parallel = *gpus;
  if (Reason why = read_serving_types(row, workload); !why.empty()) return why;
  if (Reason why = read_load(row, workload); !why.empty()) return why;
  return read_serving_figure(row, out);
}

Reason read_row(const catalog::Catalog& catalog, const GpuRow& row, GpuMeasurement& out) {
  const bool trains = row.class_name == "training-FSDP" || row.class_name == "training-pretrain" ||
                      row.class_name == "training-SFT";
  const bool generates =
      row.class_name == "llm-inference-offline" || row.class_name == "llm-inference-latency";
  if (!trains && !generates) {
    return tr("the class '{}' is not supported on GPUs", row.class_name);
  }
  if (Reason why = read_place(catalog, row, out); !why.empty()) return why;
  return trains ? read_training(row, out) : read_serving(row, out);
}

}  // namespace

ReadGpuRow read_gpu_row(const catalog::Catalog& catalog, const GpuRow& row) {
  GpuMeasurement out;
  out.id = row.id;
  out.printed = fmt::format("{} {}", row.value, row.metric);
  out.source = row.source;
  if (Reason why = read_row(catalog, row, out); !why.empty()) {
    return {.measurement = std::nullopt, .reason = std::move(why)};
  }
  return {.measurement = std::move(out), .reason = {}};
}

}  // namespace nscope::sim
