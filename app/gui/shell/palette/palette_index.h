#pragma once

#include "app/gui/shell/palette/fuzzy_match.h"

#include <QString>
#include <vector>

namespace nscope::gui {

/// One entry of the command palette.
struct PaletteEntry {
  /// Equal matches are listed in this order.
  enum class Kind { kAction, kDock, kAnalysis, kMetric, kQuery, kTrack, kBuiltIn, kRecentFile };
  Kind kind = Kind::kAction;
  QString id;          ///< id of the action, query etc., path of the file, or track index
  QString text;        ///< main text, matched first
  QString detail{};    ///< secondary text: description or location
  QString keys{};      ///< shortcut of an action
  QString obstacle{};  ///< why it is not available now; empty if it is
};

/// The translated name of a kind: "Track".
QString kind_title(PaletteEntry::Kind kind);

/// Ranks entries by how well they match a query. Immutable, but find() reuses working memory, so
/// an object must be used by one thread only.
class PaletteIndex {
 public:
  PaletteIndex() = default;
  explicit PaletteIndex(std::vector<PaletteEntry> entries);

  std::size_t size() const { return entries_.size(); }
  const PaletteEntry& entry(std::size_t index) const { return entries_[index]; }

  /// The indices of at most `limit` entries that match every word of `query`, best first. A match
  /// in the text scores higher than one in the kind or the detail. For an empty query, the first
  /// entries.
  std::vector<std::size_t> find(const QString& query, std::size_t limit) const;

  /// The indices of the characters of the entry's text that the query matches, ascending.
  std::vector<int> matched(std::size_t index, const QString& query) const;

 private:
  struct Texts {
    FuzzyText text;
    FuzzyText rest;  ///< kind and detail
  };
  std::optional<int> score(const Texts& texts, const std::vector<FuzzyWord>& words) const;

  std::vector<PaletteEntry> entries_;
  std::vector<Texts> texts_;
  mutable FuzzyMatcher matcher_;
};

}  // namespace nscope::gui
