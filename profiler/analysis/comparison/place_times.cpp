#include "profiler/analysis/comparison/place_times.h"

#include "profiler/analysis/metrics/interval_union.h"

#include <algorithm>
#include <map>
#include <string>

namespace nscope::analysis {
namespace {

/// covered[c]: time in which an event of class c or of an earlier class runs.
using Covered = std::array<IntervalUnion, kClaimingClasses>;

void add(const TrackItems& items, const GroupTable& groups, Covered& covered) {
  const auto work = static_cast<std::size_t>(items.work);
  if (work >= kClaimingClasses) return;
  IntervalUnion busy;
  for (std::size_t row = 0; row < items.group.size(); ++row) {
    if (items.group[row] == TrackItems::kNone) continue;
    if (!claims_time(groups[items.group[row]].work)) continue;
    busy.add(items.track->slices.begin(row).value(), items.track->slices.end(row).value());
  }
  for (std::size_t c = work; c < kClaimingClasses; ++c) covered[c].add(busy);
}

IntervalUnion windows_of(const RunItems& run) {
  IntervalUnion windows;
  for (const TimeWindow& window : run.scope.windows()) {
    windows.add(window.begin.value(), window.end.value());
  }
  return windows;
}

/// Computes the time of each class in an interval.
class ClassTimes {
 public:
  ClassTimes(const Covered& covered, const IntervalUnion& windows, double ticks_per_ns)
      : windows_(windows), ticks_per_ns_(ticks_per_ns) {
    for (const IntervalUnion& of : covered) covered_.emplace_back(of);
  }

  PlaceTimes within(std::int64_t begin, std::int64_t end) {
    PlaceTimes times;
    times.start_ns = static_cast<double>(begin) / ticks_per_ns_;
    times.duration_ns = static_cast<double>(end - begin) / ticks_per_ns_;
    std::int64_t before = 0;
    for (std::size_t c = 0; c < kClaimingClasses; ++c) {
      const std::int64_t covered = covered_[c].within(begin, end);
      times.exposed_ns[c] = static_cast<double>(covered - before) / ticks_per_ns_;
      before = covered;
    }
    times.idle_ns = static_cast<double>(windows_.within(begin, end) - before) / ticks_per_ns_;
    return times;
  }

 private:
  std::vector<CoveredTime> covered_;
  CoveredTime windows_;
  double ticks_per_ns_;
};

double ticks_of(const RunItems& run) {
  return static_cast<double>(run.trace->time_base().ticks_per_ns);
}

std::pair<std::int64_t, std::int64_t> span(const RunItems& run) {
  const auto& windows = run.scope.windows();
  if (windows.empty()) return {0, 0};
  return {windows.front().begin.value(), windows.back().end.value()};
}

/// The rank, core or process to which a track belongs.
Text rank_of(const Trace& trace, const Track& track) {
  const bool merged = trace.property("part0.label") != nullptr;
  if (!merged && track.core >= 0) return tr("core {}", track.core);
  const Track* top = &track;
  while (top->parent.valid()) top = &trace.track(top->parent);
  return Text::verbatim(std::string(trace.text(top->name)));
}

}  // namespace

double span_ns(const RunItems& run) {
  const auto [begin, end] = span(run);
  return static_cast<double>(end - begin) / ticks_of(run);
}

std::vector<PlaceTimes> times_of_pieces(const RunItems& run, const GroupTable& groups,
                                        double width_ns, std::size_t most) {
  Covered covered;
  for (const TrackItems& items : run.tracks) add(items, groups, covered);
  const IntervalUnion windows = windows_of(run);
  ClassTimes times(covered, windows, ticks_of(run));
  const auto [begin, end] = span(run);
  const auto width = std::max<std::int64_t>(1, static_cast<std::int64_t>(width_ns * ticks_of(run)));
  std::vector<PlaceTimes> pieces;
  for (std::int64_t at = begin; at < end && pieces.size() < most; at += width) {
    const bool last = pieces.size() + 1 == most;
    pieces.push_back(times.within(at, last ? end : std::min(end, at + width)));
  }
  return pieces;
}

std::vector<PlaceTimes> times_of_ranks(const RunItems& run, const GroupTable& groups) {
  std::map<std::string, std::size_t> index;
  std::vector<std::pair<Text, Covered>> ranks;
  for (const TrackItems& items : run.tracks) {
    if (!claims_time(items.work)) continue;
    Text name = rank_of(*run.trace, *items.track);
    const auto [at, added] = index.try_emplace(name.english(), ranks.size());
    if (added) ranks.emplace_back(std::move(name), Covered());
    add(items, groups, ranks[at->second].second);
  }
  const IntervalUnion windows = windows_of(run);
  const auto [begin, end] = span(run);
  std::vector<PlaceTimes> places;
  for (const auto& [name, covered] : ranks) {
    places.push_back(ClassTimes(covered, windows, ticks_of(run)).within(begin, end));
    places.back().name = name;
  }
  return places;
}

}  // namespace nscope::analysis
