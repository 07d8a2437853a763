#include "simcore/engine/validation/validation_table.h"

#include "simcore/engine/documents/software.h"
#include "simcore/engine/validation/table_record.h"
#include "simcore/engine/validation/training_row.h"
#include "simcore/engine/workload/image_size.h"

#include <algorithm>
#include <array>

namespace nscope::sim {
namespace {

constexpr std::array<std::string_view, 7> kRequired{"id",     "class", "model", "instance",
                                                    "metric", "value", "unit"};
// "note" is not used, but listed because unknown columns are errors.
constexpr std::array<std::string_view, 22> kOptional{
    "nodes",       "cores",        "tp",        "pp",          "dp",         "batch",
    "seq_len",     "copies",       "input_len", "output_len",  "image_size", "dtype",
    "stack",       "weight_dtype", "sdk",       "speculation", "zero",       "global_batch",
    "micro_batch", "concurrency",  "source",    "note"};

Result<ValidationRow> read_row(const TableColumns& columns, const std::vector<std::string>& fields,
                               Place where) {
  TableRecord in(columns, fields, std::move(where));
  ValidationRow row;
  row.id = in.required_text("id");
  row.class_name = in.text("class");
  row.model = in.text("model");
  row.instance = in.text("instance");
  row.nodes = in.positive<int>("nodes");
  row.cores = in.positive<int>("cores");
  row.tensor_parallel = in.positive<int>("tp");
  row.pipeline_parallel = in.positive<int>("pp");
  row.data_parallel = in.positive<int>("dp");
  row.batch = in.positive<int>("batch");
  row.global_batch = in.positive<double>("global_batch");
  row.micro_batch = in.positive<int>("micro_batch");
  row.concurrency = in.positive<int>("concurrency");
  row.copies = in.positive<int>("copies");
  row.sequence_length = in.positive<int>("seq_len");
  row.input_length = in.positive<std::int64_t>("input_len");
  row.output_length = in.positive<int>("output_len");
  row.image_size = in.text("image_size");
  row.dtype = in.text("dtype");
  row.weight_dtype = in.text("weight_dtype");
  row.stack = in.text("stack");
  row.speculation = in.text("speculation");
  row.metric = in.required_text("metric");
  row.unit = in.text("unit");
  row.sdk = in.text("sdk");
  row.zero = in.text("zero");
  row.source = in.text("source");
  const auto value = in.positive<double>("value");
  if (!value) in.reject("value", tr("is required"));
  if (in.error()) return fail(*in.error());
  row.value = *value;
  return row;
}

RowWorkload refuse(Text reason) {
  return {.workload = std::nullopt, .reason = std::move(reason), .assumption = {}};
}

/// The workload of a row of a class with calls of a fixed shape.
RowWorkload call_of(const ValidationRow& row) {
  RowWorkload out;
  Workload workload;
  workload.model = row.model;
  workload.instance = row.instance;
  workload.task = "encode";
  workload.batch = row.batch.value_or(1);
  workload.copies = row.copies.value_or(1);
  workload.cores = row.cores.value_or(0);
  if (row.tensor_parallel.value_or(1) > 1) return refuse(tr("tensor parallelism is not supported"));
  if (row.sequence_length) workload.input_tokens = *row.sequence_length;
  if (!row.image_size.empty()) {
    const auto size = parse_image_size(row.image_size);
    if (!size) {
      return refuse(
          tr("the image size '{}' must be height x width, such as 512x512", row.image_size));
    }
    workload.image_height = size->height;
    workload.image_width = size->width;
  }
  if (!row.sdk.empty() && !is_version(row.sdk)) {
    return refuse(invalid_version(row.sdk));
  }
  if (!row.dtype.empty()) workload.dtype = row.dtype;
  workload.weight_dtype = row.weight_dtype.empty() ? workload.dtype : row.weight_dtype;
  workload.software = row.sdk;
  out.workload = std::move(workload);
  return out;
}

bool is_call(std::string_view class_name) {
  return class_name == "encoder-batch" || class_name == "encoder-realtime" ||
         class_name == "diffusion" || class_name.starts_with("vision-");
}

}  // namespace

Result<std::vector<ValidationRow>> parse_validation_table(std::string_view csv,
                                                          std::string_view name) {
  return read_table<ValidationRow>(csv, name, kRequired, kOptional, read_row);
}

RowWorkload workload_of(const ValidationRow& row) {
  if (trains(row.class_name)) return training_of_row(row);
  if (row.nodes.value_or(1) > 1) return refuse(tr("several nodes are not supported"));
  if (is_call(row.class_name)) return call_of(row);
  if (!generates(row.class_name)) {
    return refuse(tr("the class '{}' is not supported", row.class_name));
  }
  if (row.pipeline_parallel.value_or(1) > 1)
    return refuse(tr("pipeline parallelism is not supported"));
  if (row.data_parallel.value_or(1) > 1) return refuse(tr("several replicas are not supported"));
  if (!row.speculation.empty()) return refuse(tr("speculative decoding is not supported"));
  RowWorkload out;
  Workload workload;
  workload.model = row.model;
  workload.instance = row.instance;
  const auto degree = row.tensor_parallel ? row.tensor_parallel : row.cores;
  if (!degree) return refuse(tr("neither 'tp' nor 'cores' is stated"));
  workload.tensor_parallel = *degree;
  workload.batch = row.batch.value_or(1);
  constexpr std::int64_t kLongest = 1 << 24;
  if (row.input_length.value_or(1) > kLongest) {
    return refuse(tr("'input_len' must be at most {}", as::count(kLongest)));
  }
  if (row.input_length && row.output_length) {
    workload.input_tokens = static_cast<int>(*row.input_length);
    workload.output_tokens = *row.output_length;
  } else if (row.sequence_length && *row.sequence_length >= 2) {
    // Older throughput tables have short prompts and do not state their length.
    constexpr int kPromptShare = 16;
    workload.input_tokens = row.input_length ? static_cast<int>(*row.input_length)
                                             : std::max(1, *row.sequence_length / kPromptShare);
    workload.output_tokens =
        row.output_length.value_or(std::max(1, *row.sequence_length - workload.input_tokens));
    out.assumption = tr("lengths are not stated; {} input and {} output tokens are assumed",
                        workload.input_tokens, workload.output_tokens);
  } else {
    return refuse(tr("neither the lengths nor the sequence length are stated"));
  }
  workload.sequence_length = row.sequence_length.value_or(0);
  if (!row.dtype.empty()) workload.dtype = row.dtype;
  workload.weight_dtype = row.weight_dtype.empty() ? workload.dtype : row.weight_dtype;
  if (row.stack.find("NxD") != std::string::npos) workload.stack = "nxd";
  if (is_version(row.sdk)) workload.software = row.sdk;
  out.workload = std::move(workload);
  return out;
}

std::optional<double> unit_factor(std::string_view ours, std::string_view table) {
  if (ours == table) return 1.0;
  if (ours == "s" && table == "ms") return 1e3;
  if (ours == "s" && table == "us") return 1e6;
  return std::nullopt;
}

std::optional<double> base_value(const ValidationRow& row) {
  std::string_view ours = "s";
  if (row.metric == "throughput") {
    ours = generates(row.class_name) ? "tokens/s"
           : trains(row.class_name)  ? "sequences/s"
                                     : "inferences/s";
  }
  const auto factor = unit_factor(ours, row.unit);
  if (!factor || !(row.value / *factor > 0)) return std::nullopt;
  return row.value / *factor;
}

std::string_view class_family(std::string_view class_name) {
  for (const std::string_view suffix : {"-batch", "-realtime"}) {
    if (class_name.ends_with(suffix)) {
      return class_name.substr(0, class_name.size() - suffix.size());
    }
  }
  return class_name;
}

}  // namespace nscope::sim
