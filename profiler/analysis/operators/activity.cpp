#include "profiler/analysis/metrics/active_time.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/analysis/operators/opcode_tables.h"
#include "profiler/trace/track_path.h"

#include <algorithm>
#include <string>
#include <vector>

namespace nscope::analysis {
namespace {

struct TrackActivity {
  const Track* track = nullptr;
  std::int64_t events = 0;
  std::int64_t busy = 0;      ///< ticks
  std::int64_t duration = 0;  ///< sum, ticks
};

TrackActivity activity_of(const Trace& trace, const Track& track, const Scope& scope) {
  TrackActivity activity{.track = &track};
  const ActiveTime active(trace, track);
  for (const TimeWindow& window : scope.windows()) {
    activity.busy += active.within(window.begin.value(), window.end.value());
  }
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    const auto part = scope.part(track.slices.begin(row), track.slices.end(row));
    if (!part) continue;
    ++activity.events;
    activity.duration += part->length();
  }
  return activity;
}

Result<Table> activity_table(const Trace& trace, const AnalysisRequest& request,
                             TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  std::vector<TrackActivity> tracks;
  control.begin(phrase("Analysing tracks"), trace.tracks().size());
  for (const Track& track : trace.tracks()) {
    if (control.cancelled()) return cancelled();
    control.advance_to(track.id.index());
    if (track.slices.size() == 0 || !scope.holds(track)) continue;
    if (const TrackActivity activity = activity_of(trace, track, scope); activity.events > 0) {
      tracks.push_back(activity);
    }
  }
  std::stable_sort(tracks.begin(), tracks.end(),
                   [&](const TrackActivity& a, const TrackActivity& b) {
                     const bool a_last = is_about_profiler(trace, *a.track);
                     const bool b_last = is_about_profiler(trace, *b.track);
                     return a_last != b_last ? b_last : a.busy > b.busy;
                   });
  Table table({{.id = "track", .title = tr("Track")},
               {.id = "events", .title = tr("Events")},
               {.id = "busy_ns", .title = tr("Busy"), .unit = "ns"},
               {.id = "share", .title = tr("Busy share"), .decimals = 4},
               {.id = "mean_ns", .title = tr("Mean duration"), .unit = "ns", .decimals = 1}});
  const double ticks_per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  const auto total = static_cast<double>(scope.total().value());
  for (const TrackActivity& activity : tracks) {
    const auto busy = static_cast<double>(activity.busy);
    Cell share = Missing{tr("the time is zero")};
    if (total > 0.0) share = busy / total;
    table.add_row({track_path(trace, *activity.track), activity.events, busy / ticks_per_ns, share,
                   static_cast<double>(activity.duration) / ticks_per_ns /
                       static_cast<double>(activity.events)});
  }
  return table;
}

}  // namespace

bool is_about_profiler(const Trace& trace, const Track& track) {
  if (track.core >= 0) return false;
  if (trace.text(track.name).find("PyTorch Profiler") != std::string_view::npos) return true;
  return track.kind == TrackKind::kLayer && track.parent.valid() &&
         trace.text(track.name).ends_with("annotations");
}

constinit const Analysis kActivityAnalysis{
    .id = "activity",
    .group = phrase("Overview"),
    .title = phrase("Busy time by track"),
    .shows = phrase("Number of events and busy time of each track, for runs of any kind"),
    .definition = phrase(
        "events = number of events in the analysed range. Events that cross an edge of a selected "
        "range count with the part inside. busy_ns = time covered by at least one event, without "
        "EVENT_SEMAPHORE, which only waits, as in the summary, and for throttling without the "
        "time at the full clock. share = "
        "busy_ns / analysed range. mean_ns = mean duration of the events. Tracks without events "
        "are excluded. Rows are sorted by busy_ns; tracks of a profiler itself and annotations of "
        "GPU streams, which only frame other events, are last."),
    .run = activity_table,
    .plot = {Plot::Kind::kBars, "track", "busy_ns", ""}};

}  // namespace nscope::analysis
