#include "app/gui/shell/search/search_index.h"

#include "profiler/trace/track_path.h"

#include <algorithm>
#include <cctype>
#include <tuple>

namespace nscope::gui {
namespace {

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    if (c != ' ') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

}  // namespace

SearchIndex::SearchIndex(std::shared_ptr<const Trace> trace, const TaskControl& control)
    : trace_(std::move(trace)) {
  std::vector<std::int64_t> counts(trace_->strings().size(), 0);
  for (const Track& track : trace_->tracks()) {
    entries_.push_back({SearchHit::Kind::kTrack, track_path(*trace_, track), track.id, {}, 0});
    if (control.cancelled()) return;
    for (const StringId name : track.slices.name) {
      if (name.index() < counts.size()) ++counts[name.index()];
    }
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const StringId name(i);
    entries_.push_back(
        {SearchHit::Kind::kEvents, std::string(trace_->text(name)), {}, name, counts[i]});
  }
  lower_.reserve(entries_.size());
  for (const SearchHit& entry : entries_) lower_.push_back(lower_case(entry.text));
}

std::vector<SearchHit> SearchIndex::find(std::string_view query, std::size_t limit) const {
  const std::string wanted = lower_case(query);
  const auto words = words_of(wanted);
  if (words.empty()) return {};
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const bool all = std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return lower_[i].find(word) != std::string::npos;
    });
    if (all) found.push_back(i);
  }
  const auto rank = [&](std::size_t i) {
    const bool begins = lower_[i].starts_with(words.front());
    return std::tuple(!begins, -entries_[i].count, i);
  };
  std::sort(found.begin(), found.end(),
            [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  std::vector<SearchHit> hits;
  for (std::size_t i = 0; i < std::min(limit, found.size()); ++i) {
    hits.push_back(entries_[found[i]]);
  }
  return hits;
}

std::optional<SliceId> SearchIndex::next_event(StringId name, std::optional<SliceId> after) const {
  using Position = std::pair<std::int64_t, SliceId>;  // by start, then by track
  const auto first_after = [&](const std::optional<Position>& limit) {
    std::optional<Position> best;
    for (const Track& track : trace_->tracks()) {
      const SliceColumns& slices = track.slices;
      const auto from =
          limit ? std::lower_bound(slices.start.begin(), slices.start.end(), limit->first)
                : slices.start.begin();
      auto row = static_cast<std::size_t>(from - slices.start.begin());
      for (; row < slices.size(); ++row) {
        if (best && slices.start[row] > best->first) break;
        if (slices.name[row] != name) continue;
        const Position position{slices.start[row], Trace::slice_id(track, row)};
        if (limit && position <= *limit) continue;
        if (!best || position < *best) best = position;
        break;
      }
    }
    return best;
  };
  std::optional<Position> found;
  if (after) found = first_after(Position{trace_->slice(*after).begin().value(), *after});
  if (!found) found = first_after(std::nullopt);
  return found ? std::optional(found->second) : std::nullopt;
}

}  // namespace nscope::gui
