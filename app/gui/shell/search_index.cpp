#include "app/gui/shell/search_index.h"

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

SearchIndex::SearchIndex(std::shared_ptr<const Trace> trace) : trace_(std::move(trace)) {
  std::vector<std::int64_t> counts(trace_->strings().size(), 0);
  for (const Track& track : trace_->tracks()) {
    entries_.push_back({SearchHit::Kind::kTrack, track_path(*trace_, track), track.id, {}, 0});
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
  // Order of events: by start, then by track. The position of `after` in it.
  std::optional<std::pair<std::int64_t, SliceId>> limit;
  if (after) limit = {trace_->slice(*after).begin().value(), *after};
  std::optional<std::pair<std::int64_t, SliceId>> first;
  std::optional<std::pair<std::int64_t, SliceId>> next;
  for (const Track& track : trace_->tracks()) {
    const SliceColumns& slices = track.slices;
    for (std::size_t row = 0; row < slices.size(); ++row) {
      if (slices.name[row] != name) continue;
      const std::pair position{slices.start[row], Trace::slice_id(track, row)};
      if (!first || position < *first) first = position;
      if (limit && position > *limit && (!next || position < *next)) next = position;
    }
  }
  if (next) return next->second;
  return first ? std::optional(first->second) : std::nullopt;
}

}  // namespace nscope::gui
