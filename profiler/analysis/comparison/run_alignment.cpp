#include "profiler/analysis/comparison/run_alignment.h"

#include "profiler/analysis/comparison/sequence_alignment.h"
#include "profiler/trace/track_path.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <tuple>

namespace nscope::analysis {
namespace {

/// The key of a sequence of events that run one after the other.
using LaneKey = std::tuple<WorkClass, int, Engine, std::string>;

struct LaneItem {
  std::int64_t begin = 0;
  std::int64_t duration = 0;
  SliceId slice;
  std::uint32_t group = 0;
};
using Lanes = std::map<LaneKey, std::vector<const TrackItems*>>;

Lanes lanes_of(const RunItems& run) {
  Lanes lanes;
  for (const TrackItems& items : run.tracks) {
    const Track& track = *items.track;
    std::string path = track.core < 0 ? track_path(*run.trace, track) : std::string();
    lanes[{items.work, track.core, track.engine, std::move(path)}].push_back(&items);
  }
  return lanes;
}

std::size_t count_of(const RunItems& run) {
  return std::accumulate(
      run.tracks.begin(), run.tracks.end(), std::size_t{0},
      [](std::size_t sum, const TrackItems& items) { return sum + items.group.size(); });
}

std::vector<LaneItem> items_of(const std::vector<const TrackItems*>& tracks) {
  std::vector<LaneItem> lane;
  for (const TrackItems* items : tracks) {
    const Track& track = *items->track;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (items->group[row] == TrackItems::kNone) continue;
      lane.push_back({track.slices.start[row], track.slices.duration[row],
                      Trace::slice_id(track, row), items->group[row]});
    }
  }
  if (tracks.size() > 1) {
    std::sort(lane.begin(), lane.end(), [](const LaneItem& a, const LaneItem& b) {
      return std::tie(a.begin, a.slice) < std::tie(b.begin, b.slice);
    });
  }
  return lane;
}

std::vector<std::uint32_t> keys_of(const std::vector<LaneItem>& lane) {
  std::vector<std::uint32_t> keys(lane.size());
  std::transform(lane.begin(), lane.end(), keys.begin(),
                 [](const LaneItem& item) { return item.group; });
  return keys;
}

/// Adds up the results of the alignments of lanes by group.
class MatchCounter {
 public:
  /// Sets the elements of `pairs`, unless it is empty.
  MatchCounter(const Trace& base, const Trace& now, std::size_t groups, EventPairs& pairs)
      : base_ticks_(static_cast<double>(base.time_base().ticks_per_ns)),
        new_ticks_(static_cast<double>(now.time_base().ticks_per_ns)),
        pairs_(pairs),
        groups_(groups),
        largest_change_(groups, -1.0),
        longest_removed_(groups, -1.0),
        longest_added_(groups, -1.0) {}

  void matched(const LaneItem& base, const LaneItem& now) {
    GroupMatches& group = groups_[base.group];
    const double change = new_ns(now) - base_ns(base);
    ++group.matched;
    group.matched_change_ns += change;
    if (!pairs_.new_of_base.empty()) {
      pairs_.new_of_base[base.slice.index()] = now.slice;
      pairs_.base_of_new[now.slice.index()] = base.slice;
    }
    if (std::abs(change) <= largest_change_[base.group]) return;
    largest_change_[base.group] = std::abs(change);
    group.base_example = base.slice;
    group.new_example = now.slice;
  }
  void removed(const LaneItem& item) {
    GroupMatches& group = groups_[item.group];
    ++group.removed;
    group.removed_ns += base_ns(item);
    keep_longest(base_ns(item), item, longest_removed_, group.base_example);
  }
  void added(const LaneItem& item) {
    GroupMatches& group = groups_[item.group];
    ++group.added;
    group.added_ns += new_ns(item);
    keep_longest(new_ns(item), item, longest_added_, group.new_example);
  }
  std::vector<GroupMatches> result() && { return std::move(groups_); }

 private:
  double base_ns(const LaneItem& item) const {
    return static_cast<double>(item.duration) / base_ticks_;
  }
  double new_ns(const LaneItem& item) const {
    return static_cast<double>(item.duration) / new_ticks_;
  }
  void keep_longest(double ns, const LaneItem& item, std::vector<double>& longest,
                    SliceId& example) {
    if (ns <= longest[item.group] || largest_change_[item.group] >= 0.0) return;
    longest[item.group] = ns;
    example = item.slice;
  }

  double base_ticks_;
  double new_ticks_;
  EventPairs& pairs_;
  std::vector<GroupMatches> groups_;
  std::vector<double> largest_change_;  ///< -1 if there is no pair yet
  std::vector<double> longest_removed_;
  std::vector<double> longest_added_;
};

void count(const std::vector<LaneItem>& base, const std::vector<LaneItem>& now,
           const std::vector<SequenceMatch>& matches, MatchCounter& counter) {
  std::size_t i = 0;
  std::size_t j = 0;
  for (const SequenceMatch& match : matches) {
    for (; i < match.base; ++i) counter.removed(base[i]);
    for (; j < match.now; ++j) counter.added(now[j]);
    counter.matched(base[i++], now[j++]);
  }
  for (; i < base.size(); ++i) counter.removed(base[i]);
  for (; j < now.size(); ++j) counter.added(now[j]);
}

}  // namespace

Result<RunAlignment> align_runs(const RunItems& base, const RunItems& now, const GroupTable& groups,
                                bool keep_pairs, TaskControl& control) {
  const Lanes base_lanes = lanes_of(base);
  const Lanes new_lanes = lanes_of(now);
  Lanes all = base_lanes;
  for (const auto& [key, tracks] : new_lanes) all.try_emplace(key);
  RunAlignment result;
  if (keep_pairs) {
    result.pairs.new_of_base.resize(base.trace->slice_count());
    result.pairs.base_of_new.resize(now.trace->slice_count());
  }
  MatchCounter counter(*base.trace, *now.trace, groups.size(), result.pairs);
  const std::size_t edits = most_edits(count_of(base) + count_of(now));
  control.begin(phrase("Aligning events"), all.size());
  std::size_t done = 0;
  for (const auto& [key, unused] : all) {
    control.advance_to(done++);
    const auto from = base_lanes.find(key);
    const auto to = new_lanes.find(key);
    const auto before = from == base_lanes.end() ? std::vector<LaneItem>() : items_of(from->second);
    const auto after = to == new_lanes.end() ? std::vector<LaneItem>() : items_of(to->second);
    const auto alignment =
        align_sequences(keys_of(before), keys_of(after), groups.size(), edits, control);
    if (!alignment) return fail(alignment.error());
    count(before, after, alignment->matches, counter);
    result.shortcuts += alignment->shortcuts;
  }
  result.groups = std::move(counter).result();
  return result;
}

}  // namespace nscope::analysis
