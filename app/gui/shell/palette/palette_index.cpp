#include "app/gui/shell/palette/palette_index.h"

#include <QCoreApplication>
#include <algorithm>
#include <tuple>

namespace nscope::gui {
namespace {

/// Score per letter of a word that matches only the kind or the detail.
constexpr int kRestShare = 4;

}  // namespace

QString kind_title(PaletteEntry::Kind kind) {
  using Kind = PaletteEntry::Kind;
  const auto tr = [](const char* text) { return QCoreApplication::translate("Palette", text); };
  switch (kind) {
    case Kind::kAction: return tr("Action");
    case Kind::kDock: return tr("Dock");
    case Kind::kAnalysis: return tr("Analysis");
    case Kind::kMetric: return tr("Metric");
    case Kind::kQuery: return tr("Query");
    case Kind::kTrack: return tr("Track");
    case Kind::kBuiltIn: return tr("Built-in");
    case Kind::kRecentFile: return tr("Recent file");
  }
  return {};
}

PaletteIndex::PaletteIndex(std::vector<PaletteEntry> entries) : entries_(std::move(entries)) {
  texts_.reserve(entries_.size());
  for (const PaletteEntry& entry : entries_) {
    texts_.push_back({FuzzyText(entry.text),
                      FuzzyText(kind_title(entry.kind) + QLatin1Char(' ') + entry.detail)});
  }
}

std::optional<int> PaletteIndex::score(const Texts& texts,
                                       const std::vector<FuzzyWord>& words) const {
  int sum = 0;
  for (const FuzzyWord& word : words) {
    if (const auto found = matcher_.score(word.folded, word.characters, texts.text)) {
      sum += *found;
    } else if (texts.rest.folded.contains(word.folded)) {
      // The detail is matched as a whole word, because scattered letters would match nearly any
      // long text.
      sum += static_cast<int>(word.folded.size()) * kRestShare;
    } else {
      return std::nullopt;
    }
  }
  return sum;
}

std::vector<std::size_t> PaletteIndex::find(const QString& query, std::size_t limit) const {
  const auto words = fuzzy_words(query);
  struct Hit {
    int score;
    std::size_t index;
  };
  std::vector<Hit> hits;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (words.empty() && i == limit) break;
    if (const auto found = score(texts_[i], words)) hits.push_back({*found, i});
  }
  const auto rank = [&](const Hit& hit) {
    const PaletteEntry& entry = entries_[hit.index];
    // Without a query the entries keep their order.
    if (words.empty()) return std::tuple(0, 0, qsizetype{0}, hit.index);
    return std::tuple(-hit.score, static_cast<int>(entry.kind), entry.text.size(), hit.index);
  };
  const auto shown = hits.begin() + static_cast<std::ptrdiff_t>(std::min(limit, hits.size()));
  std::partial_sort(hits.begin(), shown, hits.end(),
                    [&](const Hit& a, const Hit& b) { return rank(a) < rank(b); });
  std::vector<std::size_t> found;
  for (auto hit = hits.begin(); hit != shown; ++hit) found.push_back(hit->index);
  return found;
}

std::vector<int> PaletteIndex::matched(std::size_t index, const QString& query) const {
  std::vector<int> all;
  for (const FuzzyWord& word : fuzzy_words(query)) {
    const auto found = matcher_.positions(word.folded, texts_[index].text);
    all.insert(all.end(), found.begin(), found.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  // If folding changed the length of the text, the indices do not fit the shown text.
  if (texts_[index].text.folded.size() != entries_[index].text.size()) all.clear();
  return all;
}

}  // namespace nscope::gui
