#pragma once

#include <QString>
#include <QStringList>
#include <QStringView>
#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::gui {

/// A text prepared for matching. It is folded once and matched at every keystroke.
struct FuzzyText {
  FuzzyText() = default;
  explicit FuzzyText(const QString& text);

  QString folded;
  /// 1 at the start of each word, where matches score higher.
  std::vector<std::uint8_t> begins;
  /// One bit per class of characters that occur, which excludes most texts quickly.
  std::uint64_t characters = 0;
};

/// Matches letters in order, not necessarily adjacent: "opsess" matches "Open a session". Adjacent
/// letters and letters at the start of a word or of the text increase the score; gaps decrease it.
/// Reuses its working memory, so an object must be used by one thread only.
class FuzzyMatcher {
 public:
  /// The score of one word, which must be folded and not empty. Higher is better; the minimum is
  /// 1. Nullopt if a letter is missing.
  std::optional<int> score(QStringView word, std::uint64_t characters, const FuzzyText& text);

  /// The indices of the characters of `text` that match best, ascending; empty if none match.
  std::vector<int> positions(QStringView word, const FuzzyText& text);

 private:
  void fill(QStringView word, const FuzzyText& text);

  // Row i, column j: the best score if letter i of the word matches character j.
  std::vector<int> best_;
};

/// A word of a query, folded.
struct FuzzyWord {
  QString folded;
  std::uint64_t characters = 0;
};
std::vector<FuzzyWord> fuzzy_words(const QString& query);

}  // namespace nscope::gui
