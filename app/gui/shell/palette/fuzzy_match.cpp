#include "app/gui/shell/palette/fuzzy_match.h"

#include <algorithm>
#include <limits>

namespace nscope::gui {
namespace {

constexpr int kMatched = 16;
constexpr int kSideBySide = 14;
constexpr int kBeginsWord = 12;
constexpr int kBeginsText = 8;
constexpr int kGapBegins = 6;
constexpr int kGapGrows = 1;
constexpr int kNever = std::numeric_limits<int>::min() / 2;

std::uint64_t character_bit(QChar c) {
  return std::uint64_t{1} << (c.unicode() % 61U);
}

std::uint64_t character_bits(QStringView folded) {
  std::uint64_t bits = 0;
  for (const QChar c : folded) bits |= character_bit(c);
  return bits;
}

bool is_subsequence(QStringView word, QStringView text) {
  qsizetype next = 0;
  for (const QChar c : text) {
    if (c == word[next] && ++next == word.size()) return true;
  }
  return false;
}

int place_value(const FuzzyText& text, std::size_t at) {
  if (at == 0) return kMatched + kBeginsWord + kBeginsText;
  return text.begins[at] != 0 ? kMatched + kBeginsWord : kMatched;
}

}  // namespace

FuzzyText::FuzzyText(const QString& text) : folded(text.toCaseFolded()) {
  // Case folding can lengthen a text ("ß"). Word starts are then those of the folded text.
  const QString& shown = folded.size() == text.size() ? text : folded;
  begins.resize(static_cast<std::size_t>(folded.size()), 0);
  for (qsizetype i = 0; i < folded.size(); ++i) {
    const QChar here = shown[i];
    const QChar before = i == 0 ? QLatin1Char(' ') : shown[i - 1];
    const bool word = here.isLetterOrNumber() && !before.isLetterOrNumber();
    const bool hump = here.isUpper() && before.isLower();
    const bool number = here.isDigit() && before.isLetter();
    begins[static_cast<std::size_t>(i)] = word || hump || number ? 1 : 0;
  }
  characters = character_bits(folded);
}

void FuzzyMatcher::fill(QStringView word, const FuzzyText& text) {
  const auto width = static_cast<std::size_t>(text.folded.size());
  best_.assign(static_cast<std::size_t>(word.size()) * width, kNever);
  for (std::size_t i = 0; i < static_cast<std::size_t>(word.size()); ++i) {
    const QChar wanted = word[static_cast<qsizetype>(i)];
    int* row = best_.data() + i * width;
    const int* above = i == 0 ? nullptr : row - width;
    int reach = kNever;  // best score of the row above, minus the cost of the gap
    for (std::size_t j = 0; j < width; ++j) {
      if (text.folded[static_cast<qsizetype>(j)] == wanted) {
        const int value = place_value(text, j);
        if (i == 0) {
          row[j] = value;
        } else if (j > 0) {
          const int beside = above[j - 1] == kNever ? kNever : above[j - 1] + kSideBySide;
          const int from = std::max(reach, beside);
          if (from > kNever) row[j] = from + value;
        }
      }
      if (i == 0 || j == 0) continue;
      reach = std::max(reach == kNever ? kNever : reach - kGapGrows,
                       above[j - 1] == kNever ? kNever : above[j - 1] - kGapBegins);
    }
  }
}

std::optional<int> FuzzyMatcher::score(QStringView word, std::uint64_t characters,
                                       const FuzzyText& text) {
  if ((characters & ~text.characters) != 0 || !is_subsequence(word, text.folded)) {
    return std::nullopt;
  }
  fill(word, text);
  const auto width = static_cast<std::ptrdiff_t>(text.folded.size());
  return std::max(1, *std::max_element(best_.end() - width, best_.end()));
}

std::vector<int> FuzzyMatcher::positions(QStringView word, const FuzzyText& text) {
  if (!is_subsequence(word, text.folded)) return {};
  fill(word, text);
  const auto width = static_cast<std::ptrdiff_t>(text.folded.size());
  std::vector<int> found(static_cast<std::size_t>(word.size()));
  auto row = best_.end() - width;
  std::ptrdiff_t at = std::max_element(row, best_.end()) - row;
  for (std::size_t i = found.size(); i-- > 0;) {
    found[i] = static_cast<int>(at);
    if (i == 0) break;
    row -= width;
    // Trace back how the score at `at` was reached: from the adjacent letter, or over the gap with
    // the lowest cost.
    std::ptrdiff_t best = at - 1;
    int most = row[best] == kNever ? kNever : row[best] + kSideBySide;
    for (std::ptrdiff_t j = at - 2; j >= 0; --j) {
      if (row[j] == kNever) continue;
      const int value = row[j] - kGapBegins - kGapGrows * static_cast<int>(at - 2 - j);
      if (value > most) {
        most = value;
        best = j;
      }
    }
    at = best;
  }
  return found;
}

std::vector<FuzzyWord> fuzzy_words(const QString& query) {
  std::vector<FuzzyWord> words;
  for (const QString& word : query.toCaseFolded().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    words.push_back({word, character_bits(word)});
  }
  return words;
}

}  // namespace nscope::gui
