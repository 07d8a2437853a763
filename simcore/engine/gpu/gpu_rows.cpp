#include "simcore/engine/gpu/gpu_rows.h"

#include "simcore/engine/gpu/gpu_row_names.h"
#include "simcore/engine/validation/table_record.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

/// The reason why a row cannot be used; empty if it can.
using Reason = Text;

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

/// The instance that the row states, if it has the device; otherwise the largest one.
const catalog::Instance* instance_of(const catalog::Catalog& catalog, const GpuRow& row,
                                     std::string_view device) {
  const auto stated = catalog.instance(row.instance);
  if (stated && (*stated)->device == device) return *stated;
  return largest_instance(catalog, device);
}

Reason read_place(const catalog::Catalog& catalog, const GpuRow& row, GpuMeasurement& out) {
  const auto gpu = gpu_named(catalog, row.gpu);
  if (!gpu) return gpu.error().message;
  const catalog::Instance* const instance = instance_of(catalog, row, *gpu);
  if (instance == nullptr) return tr("no instance type has the GPU {}", *gpu);
  const auto model = catalog.model(row.model);
  if (!model) return tr("the model '{}' is not in the catalogue", row.model);
  out.gpu = *gpu;
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
        mentions(row.parallelism, "SHARD_GRAD_OP") ? Sharding::kGradients : Sharding::kFull;
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
  workload.stack = stack_named(row.framework, GpuTask::kTrain);
  if (!workload.stack) return tr("the framework {} is not supported", row.framework);
  if (out.gpu == "gb200") return tr("NVLink domains of 72 GPUs are not supported for training");
  if (!row.gpus || !row.global_batch || !row.micro_batch || !row.sequence_length) {
    return tr("GPUs, batch, microbatch or sequence length are not stated");
  }
  workload.gpus = *row.gpus;
  workload.batch = *row.global_batch;
  workload.micro_batch = *row.micro_batch;
  workload.sequence_length = *row.sequence_length;
  workload.checkpointing = mentions(row.notes, "act-ckpt=True");
  if (const auto gigabits = number_before(row.notes, " Gbps")) workload.network_gbps = *gigabits;
  if (Reason why = read_training_types(row, workload); !why.empty()) return why;
  if (Reason why = read_parallelism(row, workload); !why.empty()) return why;
  out.metric = "throughput";
  out.value = row.value * workload.gpus;
  return {};
}

/// The types of inference. Matrices that are converted while they are read have the 16-bit type
/// that the GPU supports.
Reason read_types(const catalog::Catalog& catalog, const GpuRow& row, GpuMeasurement& out) {
  const auto device = catalog.device(out.gpu);
  const bool has_bf16 = device && (*device)->peak.contains("bf16");
  const auto types = types_named(row.precision, has_bf16 ? "bf16" : "fp16");
  if (!types) {
    return row.precision.empty() ? tr("the precision is not stated")
                                 : tr("inference in '{}' is not supported", row.precision);
  }
  out.workload.dtype = types->dtype;
  out.workload.weight_dtype = types->weight_dtype;
  return {};
}

Reason read_load(const GpuRow& row, GpuWorkload& workload) {
  if (!row.input_length && !row.output_length) {
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
  } else if (mentions(row.notes, "in-flight batching")) {
    workload.saturated = true;
  } else {
    return tr("the batch is not stated");
  }
  return {};
}

constexpr double kMilliseconds = 1e3;  // in a second

/// Reads the value in tokens/s of all GPUs or in seconds.
Reason read_serving_figure(const GpuRow& row, GpuMeasurement& out) {
  const int gpus = out.workload.tensor_parallel;
  const std::string_view metric = row.metric;
  out.metric = "throughput";
  out.value = row.value;
  if (metric.ends_with("_ms")) {
    out.metric = metric.starts_with("ttft")                                       ? "ttft_p50"
                 : metric.starts_with("tpot") || metric.starts_with("itl")        ? "tpot_p50"
                 : metric.starts_with("latency") || metric.starts_with("e2e_lat") ? "latency_p50"
                                                                                  : "";
    out.value = row.value / kMilliseconds;
    if (out.metric.empty() || mentions(metric, "p9")) {
      return tr("the metric '{}' is not predicted", metric);
    }
  } else if (metric == "output_tokens_per_s_per_gpu") {
    out.value *= gpus;
  } else if (metric == "output_tokens_per_s") {
    // The heading of the tables of this release says tokens per second, but the values for one and
    // several GPUs agree with the next release only if they are per GPU, as stated there.
    if (gpus > 1 && out.workload.stack == GpuStack::kTensorRtLlm &&
        out.workload.software == "0.6.1") {
      out.value *= gpus;
      out.reading = "taken as tokens per second and GPU, as in release 0.9.0";
    }
  } else if (metric == "achieved_bandwidth_GBps_per_gpu") {
    return tr("computed from the tokens per second of the same run");
  } else {
    return tr("the metric '{}' is not predicted", metric);
  }
  return {};
}

Reason read_serving(const catalog::Catalog& catalog, const GpuRow& row, GpuMeasurement& out) {
  GpuWorkload& workload = out.workload;
  workload.stack = stack_named(row.framework, GpuTask::kGenerate);
  if (!workload.stack) return tr("the framework {} is not supported", row.framework);
  // "v0.6.1/v0.5" means that two releases published the table; the newer one is used.
  workload.software = release_named(row.version);
  const auto gpus = row.tensor_parallel ? row.tensor_parallel : row.gpus;
  if (!gpus) return tr("the number of GPUs is not stated");
  if (row.pipeline_parallel.value_or(1) > 1) {
    return tr("pipeline parallelism is not supported for generation");
  }
  workload.tensor_parallel = *gpus;
  if (Reason why = read_types(catalog, row, out); !why.empty()) return why;
  if (Reason why = read_load(row, workload); !why.empty()) return why;
  return read_serving_figure(row, out);
}

/// Reads a call of one shape of an encoder, an image network or a diffusion model.
Reason read_call(const catalog::Catalog& catalog, const GpuRow& row, GpuMeasurement& out) {
  GpuWorkload& workload = out.workload;
  workload.task = GpuTask::kEncode;
  std::string_view framework = row.framework;
  if (framework == "NVIDIA DeepLearningExamples") {
    // The folder of its examples names the framework.
    const std::size_t folder = row.source.rfind(' ');
    if (folder != std::string::npos) {
      framework = std::string_view(row.source).substr(folder + 1);
    }
    out.reading = "taken as PyTorch 1.x or TensorFlow by the folder of the source";
    workload.software = "1.0";
  } else {
    workload.software = release_named(row.version);
  }
  workload.stack = stack_named(framework, GpuTask::kEncode);
  if (!workload.stack) return tr("the framework {} is not supported", row.framework);
  if (row.gpus.value_or(1) > 1) return tr("several GPUs are not supported for this task");
  if (Reason why = read_types(catalog, row, out); !why.empty()) return why;
  if (!row.batch) return tr("the batch is not stated");
  workload.batch = *row.batch;
  if (const auto tokens = row.sequence_length ? row.sequence_length : row.input_length) {
    workload.input_tokens = *tokens;
  } else if (row.class_name == "inference-encoder") {
    return tr("the sequence length is not stated");
  }
  if (row.metric == "sequences_per_s" || row.metric == "images_per_s" ||
      row.metric == "samples_per_s") {
    out.metric = "throughput";
    out.value = row.value;
    return {};
  }
  if (row.metric == "latency_avg_ms") {
    return tr("computed from the samples per second of the same run");
  }
  return tr("the metric '{}' is not predicted", row.metric);
}

Reason read_row(const catalog::Catalog& catalog, const GpuRow& row, GpuMeasurement& out) {
  const std::string_view name = row.class_name;
  const bool trains =
      name == "training-FSDP" || name == "training-pretrain" || name == "training-SFT";
  const bool generates = name.starts_with("llm-inference");
  const bool calls =
      name == "inference-encoder" || name == "inference-vision" || name == "inference-diffusion";
  if (!trains && !generates && !calls) return tr("the class '{}' is not supported on GPUs", name);
  if (Reason why = read_place(catalog, row, out); !why.empty()) return why;
  if (trains) return read_training(row, out);
  return calls ? read_call(catalog, row, out) : read_serving(catalog, row, out);
}

/// One source has two tables of the same configurations of "BERT", without saying in the table
/// which of its two models was measured. The higher figure is that of the smaller model.
void tell_bert_models_apart(std::vector<ReadGpuRow>& rows) {
  constexpr std::string_view kLarge = "bert-large-uncased";
  constexpr std::string_view kBase = "bert-base-uncased";
  constexpr double kSurelyDifferent = 1.5;
  std::map<std::string, ReadGpuRow*> seen;
  for (ReadGpuRow& row : rows) {
    if (!row.measurement || row.measurement->workload.model != kLarge) continue;
    const GpuMeasurement& measurement = *row.measurement;
    const std::string key = fmt::format("{} {} {} {}", measurement.source, measurement.gpu,
                                        measurement.metric, to_json(measurement.workload).dump());
    const auto [place, first] = seen.emplace(key, &row);
    if (first) continue;
    ReadGpuRow* const other = place->second;
    const bool higher = measurement.value > other->measurement->value;
    ReadGpuRow& smaller = higher ? row : *other;
    const ReadGpuRow& larger = higher ? *other : row;
    if (smaller.measurement->value < kSurelyDifferent * larger.measurement->value) continue;
    smaller.measurement->workload.model = kBase;
    smaller.measurement->reading =
        "taken as BERT base, because the source has two figures of the configuration; " +
        smaller.measurement->reading;
  }
}

}  // namespace

std::vector<ReadGpuRow> read_gpu_rows(const catalog::Catalog& catalog,
                                      std::span<const GpuRow> rows) {
  std::vector<ReadGpuRow> out;
  out.reserve(rows.size());
  for (const GpuRow& row : rows) {
    GpuMeasurement measurement;
    measurement.id = row.id;
    measurement.printed = fmt::format("{} {}", row.value, row.metric);
    measurement.source = row.source;
    if (Reason why = read_row(catalog, row, measurement); !why.empty()) {
      out.push_back({.measurement = std::nullopt, .reason = std::move(why)});
    } else {
      out.push_back({.measurement = std::move(measurement), .reason = {}});
    }
  }
  tell_bert_models_apart(out);
  return out;
}

}  // namespace nscope::sim
