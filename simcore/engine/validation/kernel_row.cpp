#include "simcore/engine/validation/kernel_row.h"

#include "simcore/engine/calibration/metric_list.h"
#include "simcore/engine/documents/error_text.h"
#include "simcore/engine/validation/table_record.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string_view>
#include <utility>

namespace nscope::sim {
namespace {

struct OtherName {
  std::string_view text;  ///< the first word of `model`
  std::string_view name;  ///< of kernel_names()
};
constexpr std::array kOtherNames{OtherName{"attention_fwd", "attention"},
                                 OtherName{"gqa_full", "attention"},
                                 OtherName{"rope_single_freq_apply", "rope"}};

struct SizeLetters {
  std::string_view letters;
  std::string_view key;
};
/// In texts of kernels: "M4096_N12288_K5120_R128". Attention writes its sequence as S or N, the
/// state space its channels as C.
constexpr std::array kLetters{
    SizeLetters{"B", "batch"},     SizeLetters{"M", "m"},        SizeLetters{"K", "k"},
    SizeLetters{"N", "n"},         SizeLetters{"H", "heads"},    SizeLetters{"QH", "heads"},
    SizeLetters{"KH", "kv_heads"}, SizeLetters{"D", "head_dim"}, SizeLetters{"R", "rank"},
    SizeLetters{"C", "n"},         SizeLetters{"S", "states"}};

/// The time of these publications is that of a logical core of two physical cores, whatever they
/// state: their kernels move 820 GB/s and multiply at 145 TFLOP/s, which is twice as much as one
/// physical core can.
constexpr std::array<std::string_view, 1> kOnTwoCores{"nki.benchmark on a remote profiler"};

std::string_view key_of(std::string_view letters, std::string_view name) {
  const bool sequence = name == "attention" || name == "rope";
  if (sequence && (letters == "S" || letters == "N")) return "m";
  for (const SizeLetters& one : kLetters) {
    if (one.letters == letters) return one.key;
  }
  return {};
}

/// Adds the sizes of words such as "M128" or "1590x1536" to a kernel document.
void add_sizes(std::string_view text, Json& kernel) {
  const std::string name = kernel["name"];
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t letters = at;
    while (at < text.size() && std::isupper(static_cast<unsigned char>(text[at])) != 0) ++at;
    int value = 0;
    const auto [end, failed] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    const bool starts = letters == 0 || text[letters - 1] == ' ' || text[letters - 1] == '_';
    const std::string_view key = key_of(text.substr(letters, at - letters), name);
    if (failed == std::errc() && starts && at > letters && !key.empty() && has_size(name, key)) {
      kernel[std::string(key)] = value;
      at = static_cast<std::size_t>(end - text.data());
    } else {
      at = std::max(at, letters + 1);
    }
  }
}

/// The sizes of an image in a text: "3x704x768" (channels, height, width).
void add_image(std::string_view text, Json& kernel) {
  const std::size_t word = text.rfind(' ');
  if (word == text.npos) return;
  std::array<int, 3> sizes{};
  const char* at = text.data() + word + 1;
  const char* const last = text.data() + text.size();
  for (int& size : sizes) {
    const auto [end, failed] = std::from_chars(at, last, size);
    if (failed != std::errc() || size <= 0 || size > 65536) return;
    at = end + (end != last && *end == 'x' ? 1 : 0);
  }
  if (at != last) return;
  kernel["m"] = static_cast<std::int64_t>(sizes[1]) * sizes[2];
  kernel["n"] = sizes[0];
}

/// Whether two texts are equal without regard to case.
bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

std::string_view kernel_named(std::string_view word) {
  for (const OtherName& other : kOtherNames) {
    if (same_word(word, other.text)) return other.name;
  }
  for (const std::string_view name : kernel_names()) {
    if (same_word(word, name)) return name;
  }
  return {};
}

/// The first kernel among the words before the details in parentheses: "GQA CTE attention,
/// prefix-aware (...)". Empty if there is none.
std::string_view first_kernel(std::string_view text) {
  const std::string_view words = text.substr(0, text.find('('));
  std::size_t at = 0;
  while (at < words.size()) {
    const std::size_t end = std::min(words.find_first_of(" ,", at), words.size());
    if (const std::string_view name = kernel_named(words.substr(at, end - at)); !name.empty()) {
      return name;
    }
    at = end + 1;
  }
  return {};
}

/// The number beside `words` in a text: "4 q heads" (`before`) or "head_dim 256"; 0 if none.
int number_beside(std::string_view text, std::string_view words, bool before) {
  const std::size_t found = text.find(words);
  if (found == text.npos) return 0;
  std::size_t at = found + words.size();
  if (before) {
    at = found;
    while (at > 0 && std::isdigit(static_cast<unsigned char>(text[at - 1])) != 0) --at;
  }
  int value = 0;
  const auto read = std::from_chars(text.data() + at, text.data() + text.size(), value);
  return read.ec == std::errc() ? value : 0;
}

/// Adds the sizes of attention that a text states in words and the row in its columns. Returns why
/// the row cannot be predicted; empty if it can.
Text add_attention(const ValidationRow& row, Json& kernel) {
  struct Words {
    std::string_view text;
    bool before;
    const char* key;
  };
  constexpr std::array kWords{Words{" q heads", true, "heads"},
                              Words{" kv heads", true, "kv_heads"},
                              Words{"head_dim ", false, "head_dim"}};
  for (const Words& words : kWords) {
    const int value = number_beside(row.model, words.text, words.before);
    if (value > 0 && !kernel.contains(words.key)) kernel[words.key] = value;
  }
  if (row.sequence_length && !kernel.contains("m")) kernel["m"] = *row.sequence_length;
  if (!mentions(row.model, "prefix")) return {};
  const int prefix = std::max(number_beside(row.model, "prefix ", false),
                              number_beside(row.notes, "prefix ", false));
  if (prefix == 0) return tr("the length of the prefix is not stated");
  if (kernel.contains("m")) kernel["n"] = kernel["m"].get<std::int64_t>() + prefix;
  return {};
}

/// The variant that the row states. Kernels of NKIBench keep intermediate results on the chip
/// except the scores of attention, and compose activations from instructions.
KernelVariant variant_of(const ValidationRow& row, std::string_view name) {
  if (mentions(row.notes, "tuned") || row.dtype == "mxfp8") return KernelVariant::kTuned;
  if (mentions(row.stack, "baseline")) return KernelVariant::kBaseline;
  const bool composed = name == "attention" || name == "bmm_softmax" || name == "silu" ||
                        name == "rope" || name == "mamba" || name == "grid_sample";
  const bool simple = mentions(row.notes, "baseline kernel") ||
                      (name == "grid_sample" && !mentions(row.model, "NKI"));
  return composed && simple ? KernelVariant::kBaseline : KernelVariant::kFused;
}

KernelCaller caller_of(const ValidationRow& row) {
  if (row.metric == "device_time" || mentions(row.stack, "NKI")) return KernelCaller::kProfiler;
  if (mentions(row.stack, "native PyTorch") || mentions(row.stack, "beta2")) {
    return KernelCaller::kTorchNative;
  }
  if (mentions(row.stack, "trace")) return KernelCaller::kTorchTrace;
  return KernelCaller::kProfiler;
}

/// The physical cores of the logical core; 0: the default of the device.
int core_size_of(const ValidationRow& row) {
  for (const std::string_view stack : kOnTwoCores) {
    if (mentions(row.stack, stack)) return 2;
  }
  if (row.logical_core_size) return *row.logical_core_size;
  return row.cores.value_or(1) == 1 && !row.instance.starts_with("trn1") ? 1 : 0;
}

}  // namespace

RowKernel kernel_of(const catalog::Catalog& catalog, const ValidationRow& row) {
  const std::string_view text = row.model;
  const std::string_view name = first_kernel(text);
  if (name.empty()) {
    return {.reason = tr("the text '{}' does not contain the name of a kernel", row.model)};
  }
  Json kernel{{"name", name}};
  add_sizes(text, kernel);
  if (name == "gather" || name == "grid_sample") add_image(text, kernel);
  if (name == "attention") {
    if (Text why = add_attention(row, kernel); !why.empty()) return {.reason = std::move(why)};
  }
  kernel["dtype"] = mentions(row.notes, "3 products") ? "bf16x2" : row.dtype;
  kernel["variant"] = to_string(variant_of(row, name));
  if (mentions(row.stack, "taylor")) kernel["polynomial"] = true;
  kernel["called_from"] = to_string(caller_of(row));
  const auto setup = kernel_setup_from_json(kernel, row.id);
  if (!setup) return {.reason = text_of(setup.error())};
  const int core_size = core_size_of(row);
  auto run = plan_kernel_run(catalog, row.instance, *setup, core_size);
  // Preview names of instances begin with their family: "trn3pds98.48xlarge".
  constexpr std::size_t kFamily = 4;
  if (!run && run.error().code == ErrorCode::kNotFound) {
    run = plan_kernel_run(catalog, row.instance.substr(0, kFamily), *setup, core_size);
  }
  if (!run) return {.reason = text_of(run.error())};
  return {.run = std::move(*run)};
}

std::optional<double> measured_latency(const ValidationRow& row, const KernelRun& run) {
  if (row.metric == "tflops") {
    constexpr double kTera = 1e12;
    if (row.unit != "TFLOP/s" || row.value <= 0 || run.work.flops <= 0) return std::nullopt;
    return run.work.flops / (kTera * row.value);
  }
  if (row.metric != "latency_p50" && row.metric != "device_time") return std::nullopt;
  const auto factor = unit_factor("s", row.unit);
  if (!factor || row.value <= 0) return std::nullopt;
  return row.value / *factor;
}

void predict_kernel(const catalog::Catalog& catalog, const ValidationRow& row,
                    const Calibration& calibration, RowPrediction& out) {
  const RowKernel found = kernel_of(catalog, row);
  if (!found.run) {
    out.reason = found.reason;
    return;
  }
  const auto measured = measured_latency(row, *found.run);
  if (!measured) {
    out.reason = tr("the metric '{}' is not predicted", row.metric);
    return;
  }
  const std::vector<Text> outside = outside_domain(calibration, *found.run);
  MetricList list(calibration, std::string(kKernelClass), found.run->machine.device->generation,
                  outside.empty());
  list.add("latency_p50", times_of(*found.run).seconds, "s", "latency_p50");
  const Metric& latency = list.back();
  // A rate is the operations divided by the latency, in the unit of the row.
  const bool rate = row.metric == "tflops";
  const auto of_row = [&](double seconds) {
    return rate ? row.value * *measured / seconds : row.value * seconds / *measured;
  };
  out.predicted = of_row(latency.value);
  if (latency.low) (rate ? out.high : out.low) = of_row(*latency.low);
  if (latency.high) (rate ? out.low : out.high) = of_row(*latency.high);
  out.in_domain = outside.empty();
  out.reason = joined_by_semicolons(outside);
}

MeasuredKernels::MeasuredKernels(const catalog::Catalog& catalog,
                                 const std::vector<ValidationRow>& rows,
                                 std::vector<SkippedRow>& skipped) {
  for (const ValidationRow& row : rows) {
    if (row.class_name != kKernelClass) continue;
    RowKernel found = kernel_of(catalog, row);
    const auto seconds = found.run ? measured_latency(row, *found.run) : std::nullopt;
    if (!seconds) {
      Text why = found.run ? tr("the metric is not part of the fit") : std::move(found.reason);
      skipped.push_back({row.id + " " + row.metric, std::move(why)});
      continue;
    }
    const std::string& name = found.run->setup.name;
    const std::string& generation = found.run->machine.device->generation;
    RowGroups groups{.model = name,
                     .family = name,
                     .source = source_group(row.repository, row.source, name, generation),
                     .generation = generation};
    measured_.push_back({.row = row,
                         .run = std::move(*found.run),
                         .groups = std::move(groups),
                         .seconds = *seconds});
  }
}

void MeasuredKernels::predict(std::vector<RowPrediction>& out) const {
  for (const Measured& one : measured_) {
    ValidationRow row = one.row;
    row.metric = "latency_p50";
    row.unit = "s";
    row.value = one.seconds;
    out.push_back(predicted_row(row, times_of(one.run).seconds));
    out.back().groups = one.groups;
  }
}

CalibratedDomain MeasuredKernels::domain() const {
  CalibratedDomain domain;
  domain.class_name = kKernelClass;
  for (const Measured& one : measured_) extend(domain, one.run);
  return domain;
}

std::vector<std::string> MeasuredKernels::ids() const {
  std::vector<std::string> ids;
  for (const Measured& one : measured_) ids.push_back(one.row.id);
  return ids;
}

}  // namespace nscope::sim
