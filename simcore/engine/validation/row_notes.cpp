#include "simcore/engine/validation/row_notes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>
#include <system_error>

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
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
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

}  // namespace nscope::sim
