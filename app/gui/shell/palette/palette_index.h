#pragma once

#include "app/gui/shell/palette/fuzzy_match.h"

#include <QString>
#include <vector>

namespace nscope::gui {

/// One thing the command palette offers.
struct PaletteEntry {
  /// In the order in which equal matches are listed.
  enum class Kind { kAction, kDock, kAnalysis, kMetric, kQuery, kTrack, kBuiltIn, kRecentFile };
  Kind kind = Kind::kAction;
  QString id;          ///< of the action, analysis, metric, query or built-in; path; track's number
  QString text;        ///< what is matched first
  QString detail{};    ///< a second, muted text: what it shows, where it lies
  QString keys{};      ///< an action's shortcut
  QString obstacle{};  ///< why it cannot be chosen now; empty: it can
};

/// What people call it: "Track".
QString kind_title(PaletteEntry::Kind kind);

/// The entries, ranked by how well they match. Immutable; find() keeps working
/// memory: one thread.
class PaletteIndex {
 public:
  PaletteIndex() = default;
  explicit PaletteIndex(std::vector<PaletteEntry> entries);

  std::size_t size() const { return entries_.size(); }
  const PaletteEntry& entry(std::size_t index) const { return entries_[index]; }

  /// The best `limit` entries that have every word of `query`, best first: a match
  /// in the text counts more than one in the kind's name or the detail. An empty
  /// query gives the first entries as they were added.
  std::vector<std::size_t> find(const QString& query, std::size_t limit) const;

  /// Which characters of the entry's text the query matched, ascending.
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
