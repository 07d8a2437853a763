#pragma once

#include <QString>
#include <QStringList>
#include <QStringView>
#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::gui {

/// A text as the matcher reads it: folded once, matched at every keystroke.
struct FuzzyText {
  FuzzyText() = default;
  explicit FuzzyText(const QString& text);

  QString folded;
  /// 1 where a word begins: what users type first.
  std::vector<std::uint8_t> begins;
  /// A bit for each kind of character that occurs: rules out most texts at once.
  std::uint64_t characters = 0;
};

/// Finds letters in their order, not necessarily side by side: "opsess" finds
/// "Open a session". Letters side by side, at beginnings of words and of the text
/// count more, letters between them less. Keeps its working memory: one thread.
class FuzzyMatcher {
 public:
  /// The score of one word (folded, not empty); more is better, never below 1.
  /// Empty where a letter is missing.
  std::optional<int> score(QStringView word, std::uint64_t characters, const FuzzyText& text);

  /// score(), and which characters of `text` were matched, ascending.
  std::vector<int> positions(QStringView word, const FuzzyText& text);

 private:
  void fill(QStringView word, const FuzzyText& text);

  // Row i, column j: the best score where letter i of the word is character j.
  std::vector<int> best_;
};

/// The words of a query, folded.
struct FuzzyWord {
  QString folded;
  std::uint64_t characters = 0;
};
std::vector<FuzzyWord> fuzzy_words(const QString& query);

}  // namespace nscope::gui
