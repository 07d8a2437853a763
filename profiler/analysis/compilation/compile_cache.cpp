#include "profiler/analysis/compilation/compile_cache.h"

#include "profiler/analysis/compilation/compile_events.h"
#include "profiler/analysis/metrics/time_window.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace nscope::analysis {
namespace {

struct StateTotals {
  std::int64_t events = 0;
  std::int64_t timed = 0;
  std::int64_t time = 0;  ///< ticks
  std::set<std::string_view> graphs{};
  const CompileEvent* longest = nullptr;

  void add(const CompileEvent& event) {
    ++events;
    if (!event.graph.empty()) graphs.insert(event.graph);
    if (longest == nullptr || event.duration > longest->duration) longest = &event;
    if (event.duration <= 0) return;
    ++timed;
    time += event.duration;
  }
};

Table empty_compile_cache_table() {
  return Table({{.id = "state", .title = tr("State")},
                {.id = "events", .title = tr("Events")},
                {.id = "lookup_share", .title = tr("Share of look-ups"), .decimals = 4},
                {.id = "graphs", .title = tr("Distinct graphs")},
                {.id = "timed", .title = tr("Timed events")},
                {.id = "time_ns", .title = tr("Time"), .unit = "ns", .decimals = 0},
                {.id = "mean_ns", .title = tr("Mean"), .unit = "ns", .decimals = 0},
                {.id = "longest_ns", .title = tr("Longest"), .unit = "ns", .decimals = 0},
                {.id = "slice_id", .title = tr("Longest event")}});
}

void add_hit_rate(const std::map<std::string_view, StateTotals>& states, std::int64_t lookups,
                  Table& table) {
  if (lookups == 0) {
    table.add_note(
        tr("The run contains the files of a cache but no look-ups, so the hit rate is unknown."));
    return;
  }
  const auto hits = states.find("hit");
  const std::int64_t count = hits == states.end() ? 0 : hits->second.events;
  table.add_note(tr("The hit rate is {} ({} of {} look-ups).",
                    as::percent(static_cast<double>(count) / static_cast<double>(lookups)),
                    as::count(count), as::count(lookups)));
}

Result<Table> cache_table(const Trace& trace, const AnalysisRequest& request,
                          TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const auto events = compile_events(trace, window_of(trace, request.scope), control);
  if (!events) return fail(events.error());
  Table table = empty_compile_cache_table();
  if (events->empty()) {
    table.add_note(tr("The run contains no compile cache and no compilations."));
    return table;
  }
  std::map<std::string_view, StateTotals> states;
  std::int64_t lookups = 0;
  for (const CompileEvent& event : *events) {
    states[event.state].add(event);
    if (is_lookup(event.state)) ++lookups;
  }
  const auto ticks_per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  const auto ns = [&](std::int64_t ticks) { return static_cast<double>(ticks) / ticks_per_ns; };
  for (const auto& [state, totals] : states) {
    const Missing no_time{tr("time not stated")};
    const bool timed = totals.timed > 0;
    table.add_row(
        {state.empty() ? Cell(tr("(not stated)")) : Cell(std::string(state)), totals.events,
         is_lookup(state) ? Cell(static_cast<double>(totals.events) / static_cast<double>(lookups))
                          : Cell(Missing{tr("n/a")}),
         totals.graphs.empty() ? Cell(Missing{tr("not stated")})
                               : Cell(static_cast<std::int64_t>(totals.graphs.size())),
         totals.timed, timed ? Cell(ns(totals.time)) : Cell(no_time),
         timed ? Cell(ns(totals.time) / static_cast<double>(totals.timed)) : Cell(no_time),
         timed ? Cell(ns(totals.longest->duration)) : Cell(no_time),
         static_cast<std::int64_t>(totals.longest->slice.value)});
  }
  add_hit_rate(states, lookups, table);
  return table;
}

}  // namespace

constinit const Analysis kCompileCacheAnalysis{
    .id = "compile-cache",
    .group = phrase("Compile cache"),
    .title = phrase("Compile cache by state"),
    .shows = phrase("Number and time of hits, misses, failures and lock waits, and the hit rate"),
    .definition = phrase(
        "One row for each state of the events that start in the analysed range. The states are "
        "listed in docs/formats/compile-cache.md. Look-ups are hit, miss, failure, cached_failure, "
        "locked (waited for another process) and unfinished. lookup_share = events / look-ups. "
        "Hit rate = hits / look-ups. time_ns = sum of the known durations. mean_ns = time_ns / "
        "timed. The time of miss and failure is the cost of cache misses, that of locked the cost "
        "of waiting for another process. slice_id is the longest event."),
    .run = cache_table,
    .plot = {Plot::Kind::kBars, "state", "time_ns", ""}};

}  // namespace nscope::analysis
