#include "profiler/analysis/regions/region_sources.h"

#include "profiler/analysis/metrics/arg_reader.h"
#include "profiler/analysis/ranks/collective_events.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace nscope::analysis {
namespace {

std::uint16_t level_of(const Track& track, std::size_t row) {
  return track.layout == TrackLayout::kNested ? track.slices.depth[row] : std::uint16_t{0};
}

/// Whether a part of the time is in scope.
bool touches(const Scope& scope, TraceTime begin, TraceTime end) {
  const auto& windows = scope.windows();
  const auto window = std::partition_point(
      windows.begin(), windows.end(), [&](const TimeWindow& each) { return each.end <= begin; });
  return window != windows.end() && window->begin < end;
}

/// Adds the rows of a track that are selected and entirely in scope, and counts the selected ones
/// of which only a part is. `selects` is called for the rows in ascending order. Returns false if
/// cancelled.
template <class Selects>
bool add_rows(const Track& track, int core, const Scope& scope, FoundRegions& found,
              const TaskControl& control, Selects selects) {
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    if (control.cancelled_at(row)) return false;
    if (!selects(row)) continue;
    const TraceTime begin = track.slices.begin(row);
    const TraceTime end = track.slices.end(row);
    if (!scope.holds(begin, end)) {
      if (touches(scope, begin, end)) ++found.crossing;
      continue;
    }
    found.add({.begin = begin,
               .end = end,
               .core = core,
               .track = track.id,
               .slice = Trace::slice_id(track, row),
               .name = track.slices.name[row]});
  }
  return true;
}

bool any_row(std::size_t) {
  return true;
}

/// The layer tracks to use: the first of each core that has events. Exports list further levels of
/// the compiler after it.
std::vector<const Track*> layer_tracks(const Trace& trace, const Scope& scope) {
  std::map<int, const Track*> by_core;
  for (const Track& track : trace.tracks()) {
    const bool layers = track.kind == TrackKind::kLayer && track.core >= 0;
    if (layers && track.slices.size() > 0 && scope.holds(track)) {
      by_core.try_emplace(track.core, &track);
    }
  }
  std::vector<const Track*> tracks;
  for (const auto& [core, track] : by_core) tracks.push_back(track);
  return tracks;
}

/// The outermost level on which a track has at least two events in scope; 0 if there is none.
std::optional<std::uint16_t> divided_level(const std::vector<const Track*>& tracks,
                                           const Scope& scope, const TaskControl& control) {
  std::uint16_t best = 0;
  bool any = false;
  for (const Track* track : tracks) {
    std::vector<std::size_t> counts(std::size_t{track->max_depth} + 1, 0);
    for (std::size_t row = 0; row < track->slices.size(); ++row) {
      if (control.cancelled_at(row)) return std::nullopt;
      if (!scope.holds(track->slices.begin(row), track->slices.end(row))) continue;
      const std::uint16_t level = level_of(*track, row);
      if (level < counts.size()) ++counts[level];
    }
    const auto level = std::find_if(counts.begin(), counts.end(), [](auto n) { return n >= 2; });
    if (level == counts.end()) continue;
    const auto found = static_cast<std::uint16_t>(level - counts.begin());
    best = any ? std::min(best, found) : found;
    any = true;
  }
  return best;
}

/// Adjacent instructions of one engine with the same name.
struct NamedRun {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  StringId name{};
};

/// Appends the runs of a track. Instructions without a name, waits and instructions outside of the
/// scope do not end a run. Returns false if cancelled.
bool add_runs(const Trace& trace, const Track& track, const Scope& scope, StringId property,
              std::vector<NamedRun>& runs, const TaskControl& control) {
  const StringId wait = trace.strings().find(opcode::kEventSemaphore);
  const StringId unknown = trace.strings().find("Unknown");
  ArgReader names(track, property);
  if (names.empty()) return true;
  NamedRun last;
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    if (control.cancelled_at(row)) return false;
    const StringId name = names.text(row);
    if (!name.valid() || name == unknown) continue;
    if (wait.valid() && track.slices.name[row] == wait) continue;
    const std::int64_t begin = track.slices.begin(row).value();
    const std::int64_t end = track.slices.end(row).value();
    if (!scope.holds(TraceTime(begin), TraceTime(end))) continue;
    if (last.name == name) {
      last.end = std::max(last.end, end);
      continue;
    }
    if (last.name.valid()) runs.push_back(last);
    last = {begin, end, name};
  }
  if (last.name.valid()) runs.push_back(last);
  return true;
}

/// Joins the runs of all engines of a core, see kernel_regions(). O(n log n).
void join_runs(std::vector<NamedRun> runs, int core, TrackId track, FoundRegions& found) {
  std::sort(runs.begin(), runs.end(), [](const NamedRun& a, const NamedRun& b) {
    return std::tuple(a.begin, a.end, a.name.value) < std::tuple(b.begin, b.end, b.name.value);
  });
  using Times = std::pair<std::int64_t, std::int64_t>;  // end, begin
  std::priority_queue<Times, std::vector<Times>, std::greater<>> running;
  std::int64_t latest_begin = std::numeric_limits<std::int64_t>::min();  // of runs that have ended
  std::vector<NamedRun> joined;
  std::map<std::uint32_t, std::size_t> open;  // the last region of each name
  for (const NamedRun& run : runs) {
    for (; !running.empty() && running.top().first <= run.begin; running.pop()) {
      latest_begin = std::max(latest_begin, running.top().second);
    }
    if (run.end > run.begin) running.emplace(run.end, run.begin);
    const auto [entry, is_new] = open.try_emplace(run.name.value, joined.size());
    // A run that begins after the end of the region and has ended is of another name.
    if (!is_new && latest_begin < joined[entry->second].end) {
      NamedRun& region = joined[entry->second];
      region.end = std::max(region.end, run.end);
      continue;
    }
    entry->second = joined.size();
    joined.push_back(run);
  }
  for (const NamedRun& region : joined) {
    found.add({.begin = TraceTime(region.begin),
               .end = TraceTime(region.end),
               .core = core,
               .track = track,
               .name = region.name});
  }
}

/// The parts of each core whose instructions state the property `key`.
Result<FoundRegions> named_regions(const Trace& trace, const Scope& scope, std::string_view key,
                                   const TaskControl& control) {
  struct OfCore {
    std::vector<NamedRun> runs;
    TrackId track;
  };
  std::map<int, OfCore> cores;
  const StringId property = trace.strings().find(key);
  for (const Track& track : trace.tracks()) {
    if (track.core < 0 || !runs_work(track) || !scope.holds(track)) continue;
    OfCore& core = cores.try_emplace(track.core, OfCore{{}, track.id}).first->second;
    if (!add_runs(trace, track, scope, property, core.runs, control)) return cancelled();
  }
  FoundRegions found;
  for (auto& [core, of] : cores) join_runs(std::move(of.runs), core, of.track, found);
  return found;
}

/// The collectives of one device and the intervals between them. `events` are in order of start.
void divide(std::span<const CollectiveEvent> events, const Device& device, const Scope& scope,
            FoundRegions& found) {
  const TrackId track = device.collectives.front()->id;
  const auto interval = [&](TraceTime begin, TraceTime end, StringId before, StringId after) {
    if (end <= begin) return;
    found.add({.begin = begin,
               .end = end,
               .core = device.core,
               .track = track,
               .name = before,
               .next = after,
               .between = true});
  };
  std::size_t next = 0;
  for (const TimeWindow& window : scope.windows()) {
    TraceTime until = window.begin;
    StringId last;
    bool any = false;
    for (; next < events.size() && TraceTime(events[next].begin) <= window.end; ++next) {
      const CollectiveEvent& event = events[next];
      const TraceTime begin(event.begin);
      const TraceTime end(event.end);
      if (!window.holds(begin, end)) continue;
      interval(until, begin, last, event.name);
      found.add({.begin = begin,
                 .end = end,
                 .core = device.core,
                 .track = track,
                 .slice = event.slice,
                 .name = event.name});
      if (end >= until) last = event.name;
      until = std::max(until, end);
      any = true;
    }
    if (any) interval(until, window.end, last, {});
  }
}

}  // namespace

Result<FoundRegions> layer_regions(const Trace& trace, const Scope& scope,
                                   std::optional<std::uint16_t> depth, TaskControl& control) {
  const auto tracks = layer_tracks(trace, scope);
  if (tracks.empty()) return named_regions(trace, scope, key::kLayer, control);
  if (!depth) depth = divided_level(tracks, scope, control);
  if (!depth) return cancelled();
  FoundRegions found{.depth = *depth};
  for (const Track* track : tracks) {
    const auto on_level = [&](std::size_t row) { return level_of(*track, row) == *depth; };
    if (!add_rows(*track, track->core, scope, found, control, on_level)) return cancelled();
  }
  return found;
}

Result<FoundRegions> kernel_regions(const Trace& trace, const Scope& scope, TaskControl& control) {
  return named_regions(trace, scope, key::kKernelFunction, control);
}

Result<FoundRegions> gpu_kernel_regions(const Trace& trace, const Scope& scope,
                                        TaskControl& control) {
  FoundRegions found;
  for (const Track& track : trace.tracks()) {
    if (track.core >= 0 || !runs_work(track) || !scope.holds(track)) continue;
    if (!add_rows(track, -1, scope, found, control, any_row)) return cancelled();
  }
  return found;
}

Result<FoundRegions> collective_regions(const Trace& trace, const Scope& scope,
                                        TaskControl& control) {
  const auto all = collective_events(trace, scope, control);
  if (!all) return fail(all.error());
  FoundRegions found;
  for (const Device& device : all->devices) {
    for (const Track* track : device.collectives) {
      for (std::size_t row = 0; row < track->slices.size(); ++row) {
        const TraceTime begin = track->slices.begin(row);
        const TraceTime end = track->slices.end(row);
        if (!scope.holds(begin, end) && touches(scope, begin, end)) ++found.crossing;
      }
    }
  }
  const std::span<const CollectiveEvent> events(all->events);
  for (std::size_t first = 0; first < events.size();) {
    std::size_t end = first;
    while (end < events.size() && events[end].device == events[first].device) ++end;
    divide(events.subspan(first, end - first), all->devices[events[first].device], scope, found);
    first = end;
  }
  return found;
}

Result<FoundRegions> annotation_regions(const Trace& trace, const Scope& scope,
                                        TaskControl& control) {
  const StringId category = trace.strings().find("cat");
  const StringId marked = trace.strings().find("user_annotation");
  const int core = scope.core().value_or(-1);
  FoundRegions found;
  for (const Track& track : trace.tracks()) {
    if (track.core >= 0 || track.slices.size() == 0) continue;
    const bool all = track.kind == TrackKind::kLayer;
    ArgReader categories(track, category);
    if (!all && (!marked.valid() || categories.empty())) continue;
    const auto is_marked = [&](std::size_t row) { return all || categories.text(row) == marked; };
    if (!add_rows(track, core, scope, found, control, is_marked)) return cancelled();
  }
  return found;
}

Result<FoundRegions> execution_regions(const Trace& trace, const Scope& scope,
                                       TaskControl& control) {
  const int core = scope.core().value_or(-1);
  FoundRegions found;
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::kExecution) continue;
    if (!add_rows(track, core, scope, found, control, any_row)) return cancelled();
  }
  return found;
}

}  // namespace nscope::analysis
