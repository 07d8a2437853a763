#include "simcore/engine/validation/audio_row.h"

#include <algorithm>
#include <charconv>
#include <cmath>
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

}  // namespace nscope::sim
