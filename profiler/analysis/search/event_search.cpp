#include "profiler/analysis/search/event_search.h"

#include "profiler/analysis/search/event_matcher.h"
#include "profiler/base/parallel.h"
#include "profiler/base/text/closest_names.h"
#include "profiler/trace/track_path.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::analysis {
namespace {

using Conditions = std::vector<std::unique_ptr<RunCondition>>;

/// The events found on one track.
struct OfTrack {
  std::vector<std::size_t> first;  ///< rows
  std::unordered_map<StringId, FoundEvents::OfName> names;
};

OfTrack search_track(const Trace& trace, const Track& track, const Conditions& conditions,
                     std::size_t most, EventSet& events, std::atomic<std::uint64_t>& done,
                     TaskControl& control) {
  OfTrack found;
  TrackMatcher matcher(trace, track, conditions);
  const std::size_t rows = track.slices.size();
  for (std::size_t row = 0; row < rows && !matcher.none(); ++row) {
    if (row % kChunkRows == 0 && row > 0) {
      if (control.cancelled()) return found;
      control.advance_to(done += kChunkRows);
    }
    if (!matcher.matches(row)) continue;
    events.add(Trace::slice_id(track, row));
    if (found.first.size() < most) found.first.push_back(row);
    const StringId name = track.slices.name[row];
    FoundEvents::OfName& sum = found.names[name];
    sum.name = name;
    ++sum.count;
    sum.duration += track.slices.duration[row];
  }
  control.advance_to(done += matcher.none() ? rows : rows % kChunkRows);
  return found;
}

/// Adds a note for each condition on a property that no event has.
void note_unknown_keys(const Trace& trace, const EventQuery& query, FoundEvents& found) {
  std::set<std::string> keys;
  for (const Track& track : trace.tracks()) {
    for (const ArgColumn& column : track.args) keys.emplace(trace.text(column.key));
  }
  const std::vector<std::string> all(keys.begin(), keys.end());
  for (const EventCondition& condition : query.conditions) {
    const bool property = condition.field == EventCondition::Field::kArg ||
                          condition.field == EventCondition::Field::kHas;
    if (!property || keys.contains(condition.key)) continue;
    if (all.empty()) {
      found.notes.push_back(tr("No event of this run has the property '{}'.", condition.key));
    } else {
      found.notes.push_back(
          tr("No event of this run has the property '{}'. Similar properties: {}.", condition.key,
             fmt::format("{}", fmt::join(closest_names(condition.key, all, 3), ", "))));
    }
  }
}

void add_up(const Trace& trace, const std::vector<OfTrack>& tracks, std::size_t most,
            FoundEvents& found) {
  std::unordered_map<StringId, FoundEvents::OfName> names;
  std::vector<std::pair<std::int64_t, SliceId>> first;
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const Track& track = trace.tracks()[i];
    for (const std::size_t row : tracks[i].first) {
      first.emplace_back(track.slices.start[row], Trace::slice_id(track, row));
    }
    for (const auto& [name, of_track] : tracks[i].names) {
      FoundEvents::OfName& sum = names[name];
      sum.name = name;
      sum.count += of_track.count;
      sum.duration += of_track.duration;
    }
  }
  const std::size_t shown = std::min(most, first.size());
  std::partial_sort(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(shown), first.end());
  for (std::size_t i = 0; i < shown; ++i) found.first.push_back(first[i].second);
  for (const auto& [name, sum] : names) {
    found.count += sum.count;
    found.duration += sum.duration;
    found.names.push_back(sum);
  }
  std::sort(found.names.begin(), found.names.end(), [](const auto& a, const auto& b) {
    return std::tuple(-a.duration, -a.count, a.name) < std::tuple(-b.duration, -b.count, b.name);
  });
}

}  // namespace

Result<FoundEvents> find_events(const Trace& trace, const EventQuery& query, std::size_t most,
                                TaskControl& control) {
  Conditions conditions;
  for (const EventCondition& condition : query.conditions) {
    conditions.push_back(std::make_unique<RunCondition>(trace, condition));
  }
  const auto events = std::make_shared<EventSet>(trace.slice_count());
  std::vector<OfTrack> tracks(trace.tracks().size());
  std::atomic<std::uint64_t> done = 0;
  control.begin(phrase("Searching events"), trace.slice_count());
  for_each_in_parallel(tracks.size(), [&](std::size_t i) {
    if (control.cancelled()) return;
    tracks[i] = search_track(trace, trace.tracks()[i], conditions, most, *events, done, control);
  });
  if (control.cancelled()) return cancelled();
  if (const auto damage = trace.storage_error()) return fail(*damage);
  FoundEvents found;
  add_up(trace, tracks, most, found);
  found.events = events;
  note_unknown_keys(trace, query, found);
  return found;
}

Table events_table(const Trace& trace, const FoundEvents& found) {
  Table table({{.id = "slice_id", .title = tr("Event")},
               {.id = "start_ns", .title = tr("Start"), .unit = "ns"},
               {.id = "duration_ns", .title = tr("Duration"), .unit = "ns"},
               {.id = "track", .title = tr("Track")},
               {.id = "name", .title = tr("Name")}});
  std::vector<std::string> paths(trace.tracks().size());
  const auto per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  for (const SliceId id : found.first) {
    const Trace::SliceRef slice = trace.slice(id);
    std::string& path = paths[slice.track->id.index()];
    if (path.empty()) path = track_path(trace, *slice.track);
    table.add_row({static_cast<std::int64_t>(id.value),
                   static_cast<double>(slice.begin().value()) / per_ns,
                   static_cast<double>((slice.end() - slice.begin()).value()) / per_ns, path,
                   std::string(trace.text(slice.name()))});
  }
  const auto shown = static_cast<std::int64_t>(found.first.size());
  if (shown < found.count) {
    table.add_note(
        tr("Only the first {} of {} events are listed.", as::count(shown), as::count(found.count)));
  }
  for (const Text& note : found.notes) table.add_note(note);
  return table;
}

Table names_table(const Trace& trace, const FoundEvents& found) {
  Table table({{.id = "name", .title = tr("Name")},
               {.id = "events", .title = tr("Events")},
               {.id = "total_ns", .title = tr("Total"), .unit = "ns"},
               {.id = "share", .title = tr("Share"), .decimals = 4},
               {.id = "mean_ns", .title = tr("Mean"), .unit = "ns", .decimals = 1}});
  const auto per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  for (const FoundEvents::OfName& name : found.names) {
    const double total = static_cast<double>(name.duration) / per_ns;
    Cell share = Missing{tr("the total time is zero")};
    if (found.duration > 0) {
      share = static_cast<double>(name.duration) / static_cast<double>(found.duration);
    }
    table.add_row({std::string(trace.text(name.name)), name.count, total, share,
                   total / static_cast<double>(name.count)});
  }
  return table;
}

}  // namespace nscope::analysis
