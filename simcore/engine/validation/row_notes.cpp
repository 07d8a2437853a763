#include "simcore/engine/validation/row_notes.h"

#include "simcore/catalog/catalog.h"
#include "simcore/engine/validation/row_groups.h"
#include "simcore/engine/validation/table_record.h"
#include "simcore/engine/workload/element_type.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

namespace nscope::sim {
namespace {

/// Whisper: 30 s of audio in steps of 10 ms, of which a convolution takes every other.
constexpr double kWindowSeconds = 30;
constexpr int kWindowPositions = 1500;
/// Read English has about 150 words a minute, and a word about 1.33 tokens.
constexpr double kTokensPerSecond = 150.0 / 60 * 1.33;
/// Start, language, task and end.
constexpr int kControlTokens = 4;

/// The number before " s of audio" or " s audio"; 0 if there is none.
double stated_seconds(std::string_view notes) {
  constexpr double kLongest = 1e5;
  for (const std::string_view unit : {" s of audio", " s audio"}) {
    const std::size_t end = notes.find(unit);
    if (end == std::string_view::npos) continue;
    std::size_t first = end;
    while (first > 0 &&
           (notes[first - 1] == '.' || (notes[first - 1] >= '0' && notes[first - 1] <= '9'))) {
      --first;
    }
    double seconds = 0;
    const auto read = std::from_chars(notes.data() + first, notes.data() + end, seconds);
    if (read.ec == std::errc() && seconds > 0 && seconds <= kLongest) return seconds;
  }
  return 0;
}

std::string in_lower_case(std::string text) {
  for (char& letter : text) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return text;
}

bool is_word(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
}

/// The bytes after a word, such as 5.41e9 in "CTE 5.41 GB" for "CTE "; 0 if there are none.
double bytes_after(std::string_view notes, std::string_view word) {
  const std::size_t at = notes.find(word);
  if (at == std::string_view::npos) return 0;
  double bytes = 0;
  const auto read =
      std::from_chars(notes.data() + at + word.size(), notes.data() + notes.size(), bytes);
  if (read.ec != std::errc() || !std::isfinite(bytes)) return 0;
  const std::string_view unit(read.ptr, notes.data() + notes.size());
  for (const auto& [name, size] : {std::pair(" KB", 1e3), {" MB", 1e6}, {" GB", 1e9}}) {
    if (unit.starts_with(name)) return bytes * size;
  }
  return 0;
}

/// The number that follows one of the words, such as 4 in "tp4 cp4" for "cp"; 0 if there is none.
int degree_in(std::string_view notes, std::initializer_list<std::string_view> words) {
  constexpr int kMost = 1024;
  for (const std::string_view word : words) {
    for (std::size_t at = notes.find(word); at != std::string_view::npos;
         at = notes.find(word, at + 1)) {
      if (at > 0 && is_word(notes[at - 1])) continue;
      int degree = 0;
      const char* const digits = notes.data() + at + word.size();
      const auto read = std::from_chars(digits, notes.data() + notes.size(), degree);
      if (read.ec == std::errc() && degree >= 1 && degree <= kMost) return degree;
    }
  }
  return 0;
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return mentions(text, word); });
}

/// The method of a text of the column `speculation` in lower case; nullopt if it names none.
std::optional<DraftMethod> method_in(std::string_view text) {
  for (const auto& [word, method] : {std::pair("p-eagle", DraftMethod::kParallel),
                                     {"dflash", DraftMethod::kParallel},
                                     {"medusa", DraftMethod::kParallel},
                                     {"parallel", DraftMethod::kParallel},
                                     {"mtp", DraftMethod::kMtp},
                                     {"multi-token", DraftMethod::kMtp},
                                     {"eagle", DraftMethod::kEagle}}) {
    if (mentions(text, word)) return method;
  }
  return std::nullopt;
}

/// The mean tokens of a round: the number before "tokens a round"; 0 if there is none.
double tokens_a_round(std::string_view text) {
  for (const std::string_view unit : {" tokens a round", " tokens per round"}) {
    const std::size_t end = text.find(unit);
    if (end == std::string_view::npos) continue;
    const std::size_t space = text.find_last_of(" ,;(", end - 1);
    const std::size_t first = space == std::string_view::npos ? 0 : space + 1;
    double tokens = 0;
    const auto read = std::from_chars(text.data() + first, text.data() + end, tokens);
    if (read.ec == std::errc() && std::isfinite(tokens) && tokens >= 1) return tokens;
  }
  return 0;
}

/// The candidates of a draft and the mean tokens of its rounds, for the rows of one source, model
/// and method.
using MeasuredRounds = std::map<int, double>;

/// Interpolates between the measured numbers of candidates; 0 outside of them.
double length_at(const MeasuredRounds& measured, int candidates) {
  const auto above = measured.lower_bound(candidates);
  if (above == measured.end()) return 0;
  if (above->first == candidates) return above->second;
  if (above == measured.begin()) return 0;
  const auto below = std::prev(above);
  const double share = 1.0 * (candidates - below->first) / (above->first - below->first);
  return below->second + share * (above->second - below->second);
}

/// The groups of cores that share the experts of a decoder, if they use all cores of the row
/// together with its tensor parallel degree; 1 if they do not.
int expert_groups(const ValidationRow& row) {
  const int groups = degree_in(in_lower_case(row.notes), {"ep"});
  const bool all = groups > 1 && row.tensor_parallel && logical_cores(row) &&
                   1.0 * *row.tensor_parallel * groups == *logical_cores(row);
  return all ? groups : 1;
}

}  // namespace

std::optional<AudioRow> audio_of(const ValidationRow& row) {
  if (row.class_name != "encoder-decoder" || row.input_length || row.output_length ||
      row.sequence_length) {
    return std::nullopt;
  }
  const double seconds = stated_seconds(row.notes);
  if (seconds <= 0) return std::nullopt;
  const double in_window = std::min(seconds, kWindowSeconds);
  return AudioRow{
      .seconds = seconds,
      .windows = static_cast<int>(std::ceil(seconds / kWindowSeconds)),
      .positions = kWindowPositions,
      .tokens = kControlTokens + static_cast<int>(std::lround(kTokensPerSecond * in_window))};
}

int stated_prefill_bucket(const ValidationRow& row) {
  constexpr std::string_view kBucket = "CTE bucket ";
  constexpr int kLongest = 1 << 24;
  const std::size_t at = row.notes.find(kBucket);
  if (at == std::string::npos) return 0;
  int tokens = 0;
  const char* const end = row.notes.data() + row.notes.size();
  const auto read = std::from_chars(row.notes.data() + at + kBucket.size(), end, tokens);
  const bool listed = read.ptr != end && *read.ptr == '/';
  return read.ec == std::errc() && !listed && tokens > 0 && tokens <= kLongest ? tokens : 0;
}

RowWorkload workload_of(const catalog::Catalog& catalog, const ValidationRow& row) {
  constexpr std::string_view kReads = "HBM read per core ";
  RowWorkload out = workload_of(row);
  if (const int groups = expert_groups(row); out.workload && groups > 1) {
    return {.workload = std::nullopt,
            .reason = tr("expert parallelism over {} groups of cores is not supported for a static "
                         "batch",
                         groups),
            .assumption = {}};
  }
  const std::size_t reads = row.notes.find(kReads);
  if (!out.workload || reads == std::string::npos) return out;
  const std::string_view stated = std::string_view(row.notes).substr(reads);
  const double read = std::min(bytes_after(stated, "CTE "), bytes_after(stated, "TKG "));
  const auto model = catalog.model(out.workload->model);
  const auto width = element_bytes(out.workload->weight_dtype);
  // Embeddings, of which single rows are read, and rounding of the notes.
  constexpr double kMostOfModel = 0.9;
  if (model && width && read > 0 && read >= kMostOfModel * (*model)->parameters * *width) {
    out.workload->tensor_parallel = 1;
  }
  return out;
}

void set_denoising(const ValidationRow& row, Workload& workload) {
  const std::string notes = in_lower_case(row.notes);
  const int replicas = row.data_parallel.value_or(1);
  workload.copies = row.copies.value_or(1);
  workload.tensor_parallel = row.tensor_parallel.value_or(1);
  workload.context_parallel = std::max(1, degree_in(notes, {"cp", "sp"}));
  workload.cores = std::max(workload.cores, workload.tensor_parallel * replicas);
  workload.materialised_scores = contains_any(notes, {"plain sdpa", "standard attention"});
  if (workload.image_height == 0) workload.sequence_length = row.sequence_length.value_or(0);
  if (row.metric != "step_latency" && !row.metric.ends_with("_time")) return;
  // Both passes are one batch of 2, or the notes name them.
  const bool one = contains_any(notes, {"one forward", "one direction"});
  const bool both = workload.batch == 1 && !one && contains_any(notes, {"cfg"});
  workload.guidance_passes = both ? 2 : 1;
}

void state_drafts(std::vector<ValidationRow>& rows) {
  constexpr int kMostCandidates = 64;
  struct Told {
    DraftMethod method = DraftMethod::kDraftModel;
    int candidates = 0;  ///< 0: not stated
    double length = 0;   ///< 0: not stated
  };
  const auto told = [&](const ValidationRow& row) -> std::optional<Told> {
    const std::string text = in_lower_case(row.speculation);
    const auto method = method_in(text);
    if (!method) return std::nullopt;
    return Told{*method, std::min(degree_in(text, {"k=", "k "}), kMostCandidates),
                tokens_a_round(text)};
  };
  // Rows without a repository belong to the publication of their source.
  using Draft = std::tuple<std::string, std::string, std::string, DraftMethod>;
  const auto draft_of_row = [](const ValidationRow& row, DraftMethod method) {
    return Draft{publication_name(row.repository, row.source), row.model, row.instance, method};
  };
  std::map<Draft, MeasuredRounds> measured;
  std::set<std::string> fused;  // ids
  for (const ValidationRow& row : rows) {
    const auto one = row.speculation.empty() ? std::nullopt : told(row);
    if (!one) continue;
    const std::string notes = in_lower_case(row.notes);
    const bool one_graph = mentions(in_lower_case(row.speculation), "fused") ||
                           mentions(notes, "fused spec") || mentions(notes, "fused-spec");
    if (one_graph) fused.insert(row.id);
    if (row.metric == kAcceptanceLength && one->candidates > 0) {
      measured[draft_of_row(row, one->method)][one->candidates] = row.value;
    }
  }
  for (ValidationRow& row : rows) {
    const auto one = row.speculation.empty() ? std::nullopt : told(row);
    if (!one) continue;
    Speculation draft{
        .method = one->method, .tokens = one->candidates, .fused = fused.contains(row.id)};
    double length = one->length;
    if (draft.tokens == 0 && length > 0) {
      // A module for one candidate yields at most two tokens.
      draft.tokens = std::clamp(static_cast<int>(std::ceil(length)) - 1, 1, kMostCandidates);
      add_assumption(row.draft_assumption,
                     tr("the number of candidates is not stated; {} is assumed, the "
                        "smallest that yields {} tokens a round",
                        draft.tokens, as::fixed(length, 2)));
    }
    if (draft.tokens == 0) continue;
    const auto known = measured.find(draft_of_row(row, one->method));
    if (length <= 0 && known != measured.end()) {
      length = length_at(known->second, draft.tokens);
      if (length > 0 && !known->second.contains(draft.tokens)) {
        add_assumption(
            row.draft_assumption,
            tr("the tokens of a round are interpolated between those of other numbers of "
               "candidates of the same draft: {}",
               as::fixed(length, 2)));
      }
    }
    if (length < 1 || length > draft.tokens + 1) continue;
    draft.accepted = acceptance_of_length(length, draft.tokens);
    row.draft = std::move(draft);
    if (row.draft_assumption.empty()) {
      row.draft_assumption = tr("the dimensions of the draft follow from those of the model");
    }
  }
}

void state_throughputs(std::vector<ValidationRow>& rows) {
  struct Times {
    double step = 0;   ///< s, time per output token; 0: not stated
    double first = 0;  ///< s, time to the first token; 0: not stated
  };
  std::map<std::string_view, Times> measured;  // by id
  const auto decodes = [](const ValidationRow& row) {
    return row.class_name == "decoder" && row.speculation.empty() && !row.output_length;
  };
  for (const ValidationRow& row : rows) {
    if (!decodes(row) || row.metric == "throughput") continue;
    const double seconds = base_value(row).value_or(0);
    Times& known = measured[row.id];
    if (row.metric == "tpot_p50" || row.metric == "tpot_mean") known.step = seconds;
    if (row.metric == "ttft_p50" || row.metric == "ttft_mean") known.first = seconds;
  }
  for (ValidationRow& row : rows) {
    if (!decodes(row) || row.metric != "throughput") continue;
    const auto found = measured.find(row.id);
    const double rate = base_value(row).value_or(0);
    if (found == measured.end() || found->second.step <= 0 || rate <= 0) continue;
    const auto [step, first] = found->second;
    // Tables round to two or three digits.
    constexpr double kRounding = 0.03;
    const double each = row.batch.value_or(1) * row.data_parallel.value_or(1) / rate;
    if (std::abs(each / step - 1) <= kRounding) {
      row.decode_rate = true;
      continue;
    }
    if (each <= step || first <= step) continue;
    const double tokens = (first - step) / (each - step);
    const double whole = std::round(tokens);
    const int longest = row.sequence_length.value_or(1 << 24);
    if (whole < 2 || whole >= longest || std::abs(tokens / whole - 1) > kRounding / 2) continue;
    row.output_length = static_cast<int>(whole);
    row.derived_output = true;
  }
}

}  // namespace nscope::sim
