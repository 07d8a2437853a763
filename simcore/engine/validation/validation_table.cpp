#include "simcore/engine/validation/validation_table.h"

#include "simcore/engine/documents/software.h"
#include "simcore/engine/validation/load_generators.h"
#include "simcore/engine/validation/publications.h"
#include "simcore/engine/validation/row_notes.h"
#include "simcore/engine/validation/serving_rows.h"
#include "simcore/engine/validation/table_record.h"
#include "simcore/engine/validation/training_row.h"
#include "simcore/engine/workload/element_type.h"
#include "simcore/engine/workload/image_size.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <tuple>

namespace nscope::sim {
namespace {

constexpr std::array<std::string_view, 7> kRequired{"id",     "class", "model", "instance",
                                                    "metric", "value", "unit"};
// "note" is not used, but listed because unknown columns are errors.
constexpr std::array<std::string_view, 26> kOptional{
    "nodes",    "cores",        "tp",        "pp",          "dp",         "batch",
    "seq_len",  "copies",       "input_len", "output_len",  "image_size", "dtype",
    "stack",    "weight_dtype", "sdk",       "speculation", "zero",       "global_batch",
    "lnc",      "micro_batch",  "notes",     "concurrency", "source",     "note",
    "doubtful", "repo_group"};

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
  row.logical_core_size = in.positive<int>("lnc");
  row.notes = in.text("notes");
  row.doubtful = in.text("doubtful");
  row.repository = in.text("repo_group");
  const auto value = in.positive<double>("value");
  if (!value) in.reject("value", tr("is required"));
  if (in.error()) return fail(*in.error());
  row.value = *value;
  return row;
}

RowWorkload refuse(Text reason) {
  return {.workload = std::nullopt, .reason = std::move(reason), .assumption = {}};
}

Text broken_cores(const ValidationRow& row) {
  return tr("{} physical cores are not whole logical cores of {}", row.cores.value_or(0),
            row.logical_core_size.value_or(1));
}

/// Requests that a server is assumed to collect for a call if the row does not state them.
constexpr int kCollectedRequests = 4;

/// Whether the row is of a server that collects requests of encoders for a call.
bool collects_requests(const ValidationRow& row) {
  return mentions(row.stack, "Triton");
}

/// The workload of a row of a class with calls of a fixed shape.
RowWorkload call_of(const ValidationRow& row) {
  RowWorkload out;
  Workload workload;
  workload.model = row.model;
  workload.instance = row.instance;
  workload.task = "encode";
  workload.batch = row.batch.value_or(collects_requests(row) ? kCollectedRequests : 1);
  const bool batch_stated = row.batch && !mentions(row.notes, "batch size not printed");
  if (!batch_stated && (row.class_name == "encoder" || row.class_name == "vision")) {
    add_assumption(out.assumption, tr("the batch is not stated; {} is assumed", workload.batch));
  }
  if (row.class_name == "vision" && row.image_size.empty()) {
    // Towers that read images of any size take several times as long for a larger one.
    add_assumption(out.assumption,
                   tr("the image size is not stated; the smallest published one is assumed"));
  }
  // A model with several replicas runs as copies.
  workload.copies = row.copies.value_or(1) * row.data_parallel.value_or(1);
  if (mentions(row.notes, "DataParallel") && row.batch && row.copies) {
    // One process divides its batch over the copies.
    workload.batch = std::max(1, *row.batch / *row.copies);
  }
  workload.logical_core_size = row.logical_core_size.value_or(0);
  if (row.cores && !logical_cores(row)) return refuse(broken_cores(row));
  workload.cores = logical_cores(row).value_or(0);
  if (row.sequence_length) workload.input_tokens = *row.sequence_length;
  if (!row.image_size.empty()) {
    const auto size = parse_image_size(row.image_size);
    if (!size) {
      return refuse(
          tr("the image size '{}' must be height x width, such as 512x512, or height x width x "
             "frames",
             row.image_size));
    }
    workload.image_height = size->height;
    workload.image_width = size->width;
    workload.frames = size->frames;
  }
  if (row.class_name == "diffusion") {
    set_denoising(row, workload);
  } else {
    workload.tensor_parallel = row.tensor_parallel.value_or(1);
  }
  if (!row.sdk.empty() && !is_version(row.sdk)) {
    return refuse(invalid_version(row.sdk));
  }
  if (!row.dtype.empty()) workload.dtype = row.dtype;
  workload.weight_dtype = weight_type(row, out.assumption);
  const NamedStack named = stack_of(row);
  workload.casts_matmuls = named.casts_matmuls;
  if (named.stack != nullptr && row.class_name == "diffusion") workload.stack = named.stack->id;
  workload.software = row.sdk;
  out.workload = std::move(workload);
  return out;
}

bool is_call(std::string_view class_name) {
  return class_family(class_name) == "encoder" || class_name == "diffusion" ||
         class_name == "vision" || class_name.starts_with("vision-");
}

/// Why rows of a class without a simulation are not predicted.
Text unsupported_class(const ValidationRow& row) {
  if (row.class_name == "module") {
    return tr("single components of models are not described in the catalogue");
  }
  return tr("the class '{}' is not supported", row.class_name);
}

/// Whether the row is of the prefill alone: its prompt fills the compiled sequence.
bool prefill_only(const ValidationRow& row) {
  return row.metric.starts_with("ttft") && row.input_length && !row.output_length &&
         row.sequence_length && *row.input_length == *row.sequence_length;
}

/// Sets the lengths of a decoder. Returns why this is not possible; empty if it is.
Text set_lengths(const ValidationRow& row, Workload& workload, Text& assumption) {
  constexpr std::int64_t kLongest = 1 << 24;
  if (const auto audio = audio_of(row)) {
    workload.input_tokens = audio->positions;
    workload.output_tokens = audio->tokens;
    add_assumption(assumption, tr("tokens are not stated; {} for each window of 30 s are assumed",
                                  audio->tokens));
    return {};
  }
  if (row.input_length.value_or(1) > kLongest) {
    return tr("'input_len' must be at most {}", as::count(kLongest));
  }
  if (prefill_only(row)) {
    workload.input_tokens = static_cast<int>(*row.input_length);
    workload.output_tokens = 1;  // the result of the prefill itself
    return {};
  }
  workload.sequence_length = row.sequence_length.value_or(0);
  if (row.derived_output && !row.input_length && row.sequence_length) {
    // The first token of the same id is that of a prompt that fills the compiled length.
    workload.output_tokens = *row.output_length;
    workload.input_tokens = *row.sequence_length - *row.output_length;
    add_assumption(assumption,
                   tr("lengths are not stated; the measured times show {} output tokens, and {} "
                      "input tokens are assumed",
                      workload.output_tokens, workload.input_tokens));
    return {};
  }
  if (row.metric.starts_with("ttft") && row.sequence_length && !row.input_length) {
    // Times of a prefill with a compiled length only grow with it.
    const int bucket = stated_prefill_bucket(row);
    workload.input_tokens = bucket > 0 ? bucket : *row.sequence_length;
    workload.output_tokens = 1;
    workload.sequence_length = 0;
    assumption =
        tr("lengths are not stated; a prompt of {} tokens is assumed", workload.input_tokens);
    return {};
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
    add_assumption(assumption,
                   tr("lengths are not stated; {} input and {} output tokens are assumed",
                      workload.input_tokens, workload.output_tokens));
  } else if (row.metric.starts_with("ttft") || row.metric == "prefill_throughput") {
    return tr("neither the lengths nor the sequence length are stated");
  } else {
    // Steps of short texts depend little on their length.
    constexpr int kShort = 128;
    workload.input_tokens = workload.output_tokens = kShort;
    assumption =
        tr("lengths are not stated; {} input and {} output tokens are assumed", kShort, kShort);
  }
  return {};
}

/// A server is compiled once for all its loads. A row without a sequence length has the longest
/// request of the rows of its server, rounded up to a power of two.
void state_server_lengths(std::vector<ValidationRow>& rows) {
  constexpr std::int64_t kLongest = 1 << 24;
  const auto open = [](const ValidationRow& row) {
    const std::int64_t input = row.input_length.value_or(0);
    const std::int64_t output = row.output_length.value_or(0);
    return serves(row.class_name) && !row.sequence_length && input > 0 && input <= kLongest &&
           output > 0 && output <= kLongest;
  };
  const auto server = [](const ValidationRow& row) {
    return std::tie(row.repository, row.model, row.instance, row.stack, row.tensor_parallel,
                    row.batch);
  };
  std::map<decltype(server(rows.front())), std::uint64_t> longest;
  for (const ValidationRow& row : rows) {
    if (!open(row)) continue;
    std::uint64_t& known = longest[server(row)];
    known = std::max(known, static_cast<std::uint64_t>(*row.input_length + *row.output_length));
  }
  for (ValidationRow& row : rows) {
    if (open(row)) row.sequence_length = static_cast<int>(std::bit_ceil(longest[server(row)]));
  }
}

}  // namespace

Result<std::vector<ValidationRow>> parse_validation_table(std::string_view csv,
                                                          std::string_view name) {
  auto rows = read_table<ValidationRow>(csv, name, kRequired, kOptional, read_row);
  if (rows) {
    state_server_lengths(*rows);
    state_drafts(*rows);
    state_throughputs(*rows);
  }
  return rows;
}

RowWorkload workload_of(const ValidationRow& row) {
  if (trains(row.class_name)) return training_of_row(row);
  if (row.nodes.value_or(1) > 1) return refuse(tr("several nodes are not supported"));
  if (is_call(row.class_name)) return call_of(row);
  if (!generates(row.class_name)) return refuse(unsupported_class(row));
  if (row.pipeline_parallel.value_or(1) > 1)
    return refuse(tr("pipeline parallelism is not supported"));
  if (row.metric == kAcceptanceLength) {
    return refuse(tr("the acceptance of a draft is an input of predictions, not their result"));
  }
  if (!row.speculation.empty() && !row.draft) return refuse(unknown_draft(row));
  if (!row.image_size.empty() && row.metric.starts_with("ttft")) {
    return refuse(
        tr("the time to the first token includes the vision tower on an image of {}; the "
           "text of the prompt and the cores of the tower are not stated",
           row.image_size));
  }
  RowWorkload out;
  Workload workload;
  workload.model = row.model;
  workload.instance = row.instance;
  const auto degree = degree_of(row);
  if (!degree) {
    return refuse(row.cores ? broken_cores(row) : tr("neither 'tp' nor 'cores' is stated"));
  }
  workload.logical_core_size = row.logical_core_size.value_or(0);
  workload.tensor_parallel = *degree;
  workload.batch = row.batch.value_or(1);
  if (Text why = set_lengths(row, workload, out.assumption); !why.empty()) {
    return refuse(std::move(why));
  }
  if (!row.dtype.empty()) workload.dtype = row.dtype;
  workload.weight_dtype = weight_type(row, out.assumption);
  workload.weight_scales = weight_scales(row);
  const NamedStack named = stack_of(row);
  if (named.stack != nullptr) {
    workload.stack = named.stack->id;
  } else if (!row.stack.empty()) {
    add_assumption(
        out.assumption,
        tr("the stack '{}' is not known; the usual stack of the device is assumed", row.stack));
  }
  if (is_version(row.sdk)) workload.software = row.sdk;
  if (row.draft) {
    workload.speculation = row.draft;
    add_assumption(out.assumption, row.draft_assumption);
  }
  out.workload = std::move(workload);
  return out;
}

std::string_view equal_metric(std::string_view metric) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kEqual{
      {{"ttft_mean", "ttft_p50"},
       {"itl_p50", "tpot_p50"},
       {"itl_mean", "tpot_mean"},
       {"e2e_p50", "latency_p50"},
       {"e2e_mean", "latency_p50"},
       {"latency_mean", "latency_p50"}}};
  for (const auto& [other, predicted] : kEqual) {
    if (metric == other) return predicted;
  }
  return metric;
}

Text unknown_draft(const ValidationRow& row) {
  return tr("the method, the candidates or the acceptance of the draft '{}' are not stated",
            row.speculation);
}

NamedStack stack_of(const ValidationRow& row) {
  const Result<SoftwareStacks>& stacks = built_in_software_stacks();
  if (!stacks) return {};
  const std::string& published = publication_of(row.source).stack;
  if (!published.empty()) return {.stack = stacks->find(published)};
  // Notes name the kernels of a decode step.
  std::string words = row.stack;
  if (mentions(row.notes, "fused TKG")) words += ", fused TKG";
  if (mentions(row.notes, "masked-dense") || mentions(row.notes, "dense all experts")) {
    words += ", all experts";
  }
  if (mentions(row.notes, "VIRTUAL_CORE_SIZE=2") || mentions(row.notes, "VC2")) {
    words += ", attention on both cores";
  }
  return stacks->named(words);
}

std::optional<int> logical_cores(const ValidationRow& row) {
  const int size = row.logical_core_size.value_or(1);
  if (!row.cores || *row.cores % size != 0) return std::nullopt;
  return *row.cores / size;
}

std::optional<int> degree_of(const ValidationRow& row) {
  return row.tensor_parallel ? row.tensor_parallel : logical_cores(row);
}

std::string weight_type(const ValidationRow& row, Text& assumption) {
  if (row.weight_dtype.empty()) return row.dtype.empty() ? Workload().dtype : row.dtype;
  // The scales of "fp8 blockwise" are few.
  const std::string type = row.weight_dtype.substr(0, row.weight_dtype.find(' '));
  if (row.weight_dtype == type + " experts") {
    add_assumption(assumption,
                   tr("all weights are assumed to be {}, not only those of experts", type));
  }
  return type;
}

std::string weight_scales(const ValidationRow& row) {
  return std::string(row.weight_dtype.ends_with(" blockwise") ? kBlockScales : "");
}

Parameters parameters_of(const ValidationRow& row, const Parameters& parameters) {
  Parameters out = parameters;
  const auto& clients = built_in_load_generators();
  if (clients && audio_of(row)) out.prefill_launch += clients->spectrogram * row.batch.value_or(1);
  if (!mentions(row.notes, "device profile")) return out;
  out.prefill_launch = out.decode_launch = out.generate_launch = 0;
  return out;
}

namespace {

/// The time of a call with all copies of a row divided by that of a single copy: more than 1 if the
/// notes state that its copies are threads of one process.
double slowdown_of_copies(const ValidationRow& row) {
  const auto& clients = built_in_load_generators();
  if (!clients || !mentions(row.notes, "DataParallel")) return 1;
  const int copies = std::max(row.copies.value_or(1), row.data_parallel.value_or(1));
  return 1 + clients->serial_share * (copies - 1);
}

}  // namespace

double counted_calls(const ValidationRow& row) {
  constexpr double kWaiting = 0.5;
  if (!row.metric.starts_with("latency")) return 1;
  if (collects_requests(row)) return 1 + kWaiting;
  const auto audio = audio_of(row);
  return audio ? audio->windows : slowdown_of_copies(row);
}

double counted_tokens(const ValidationRow& row, const Workload& workload) {
  const auto audio = audio_of(row);
  if (row.metric != "throughput") return 1;
  if (!generates(row.class_name)) return 1 / slowdown_of_copies(row);
  if (audio && row.unit == "audios/s") {
    return row.data_parallel.value_or(1) / (1.0 * audio->tokens * audio->windows);
  }
  const double replicas = row.data_parallel.value_or(1);
  // The published throughputs of encoder-decoders count generated tokens only.
  const bool prompts = row.class_name == "decoder" && sdk_at_least(row.sdk, "2.15") &&
                       !sdk_at_least(row.sdk, "2.18");
  if (!prompts) return replicas;
  return replicas * (workload.input_tokens + workload.output_tokens) / workload.output_tokens;
}

std::optional<double> unit_factor(std::string_view ours, std::string_view table) {
  if (ours == table) return 1.0;
  if (ours == "s" && table == "ms") return 1e3;
  if (ours == "s" && table == "us") return 1e6;
  if (ours == "inferences/s") {
    for (const std::string_view same : {"images/s", "audios/s", "sequences/s"}) {
      if (table == same) return 1.0;
    }
  }
  if (ours == "tokens/s" && table == "audios/s") return 1.0;  // counted_tokens() converts
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

bool same_family(std::string_view row, std::string_view model) {
  if (row == "vision") return model.starts_with("vision-");
  return class_family(row) == class_family(model);
}

}  // namespace nscope::sim
