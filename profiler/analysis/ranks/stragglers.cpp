#include "profiler/analysis/ranks/stragglers.h"

#include "profiler/analysis/ranks/arrivals.h"

#include <algorithm>
#include <array>
#include <string>

namespace nscope::analysis {
namespace {

constexpr auto kStragglersParameters = std::to_array<Parameter>(
    {{.id = "rows",
      .title = phrase("Maximum rows"),
      .meaning = phrase("Number of collectives to list, most waiting time first"),
      .value = 100,
      .lowest = 1,
      .highest = 1e6},
     {.id = "shortest_spread",
      .title = phrase("Minimum spread"),
      .unit = "ns",
      .meaning =
          phrase("Minimum time between the first and the last arrival of listed collectives"),
      .value = 1,
      .lowest = 0,
      .highest = 1e15},
     {.id = "clocks",
      .title = phrase("Clocks"),
      .meaning = phrase("Arrival times as recorded, or shifted so that collectives end together"),
      .words = kClockWords}});

struct StragglerRow {
  const CollectiveMatch* match = nullptr;
  Arrivals arrivals;
};

std::string operation_of(const Trace& trace, const CollectiveEvent& event) {
  return event.op == CollectiveOp::kOther ? std::string(trace.text(event.name))
                                          : std::string(to_string(event.op));
}

std::vector<StragglerRow> rows_of(const RankArrivals& ranks, double least_ticks) {
  std::vector<StragglerRow> rows;
  for (const CollectiveMatch& match : ranks.matches.all) {
    const StragglerRow row{&match, ranks.arrivals(match)};
    if (static_cast<double>(row.arrivals.spread()) >= least_ticks) rows.push_back(row);
  }
  std::stable_sort(rows.begin(), rows.end(), [](const StragglerRow& a, const StragglerRow& b) {
    return a.arrivals.waited > b.arrivals.waited;
  });
  return rows;
}

void write_row(const Trace& trace, const RankArrivals& ranks, const StragglerRow& row,
               Table& table) {
  const auto ticks_per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  const auto ns = [&](std::int64_t ticks) { return static_cast<double>(ticks) / ticks_per_ns; };
  const CollectiveEvent& event = *row.match->front();
  const Missing not_stated{tr("not stated")};
  table.add_row(
      {operation_of(trace, event),
       event.bytes < 0.0 ? Cell(not_stated) : Cell(static_cast<std::int64_t>(event.bytes)),
       event.group > 0 ? Cell(ranks.events.groups[event.group]) : Cell(not_stated),
       static_cast<std::int64_t>(row.match->size()), ns(row.arrivals.first),
       ns(row.arrivals.end - row.arrivals.first), ns(row.arrivals.spread()),
       ns(row.arrivals.waited), ranks.events.devices[row.arrivals.latest->device].name,
       static_cast<std::int64_t>(row.arrivals.latest->slice.value)});
}

Result<Table> straggler_table(const Trace& trace, const AnalysisRequest& request,
                              TaskControl& control) {
  const auto ranks = rank_arrivals(trace, request, control);
  if (!ranks) return fail(ranks.error());
  const auto ticks_per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  const auto rows = rows_of(*ranks, request.parameters.number("shortest_spread") * ticks_per_ns);
  Table table({{.id = "operation", .title = tr("Operation")},
               {.id = "bytes", .title = tr("Bytes"), .unit = "B"},
               {.id = "group", .title = tr("Group")},
               {.id = "ranks_shown", .title = tr("Recorded ranks")},
               {.id = "start_ns", .title = tr("First arrival"), .unit = "ns", .decimals = 0},
               {.id = "duration_ns", .title = tr("Duration"), .unit = "ns", .decimals = 0},
               {.id = "spread_ns", .title = tr("Spread"), .unit = "ns", .decimals = 0},
               {.id = "waited_ns", .title = tr("Waiting time"), .unit = "ns", .decimals = 0},
               {.id = "last", .title = tr("Last rank")},
               {.id = "slice_id", .title = tr("Last event")}});
  const std::size_t shown = std::min(rows.size(), request.parameters.count("rows"));
  for (std::size_t i = 0; i < shown; ++i) write_row(trace, *ranks, rows[i], table);
  if (shown < rows.size()) {
    const auto hidden = static_cast<std::int64_t>(rows.size() - shown);
    table.add_note(
        tr_plural(hidden, "{} collective with less waiting time is not listed (parameter 'rows').",
                  "{} collectives with less waiting time are not listed (parameter 'rows').",
                  as::count(hidden)));
  }
  const auto together = static_cast<std::int64_t>(ranks->matches.all.size() - rows.size());
  if (together > 0) {
    table.add_note(tr_plural(
        together, "{} collective whose ranks arrive within 'shortest_spread' is excluded.",
        "{} collectives whose ranks arrive within 'shortest_spread' are excluded.",
        as::count(together)));
  }
  add_arrival_notes(trace, *ranks, table);
  return table;
}

}  // namespace

constinit const Analysis kStragglersAnalysis{
    .id = "stragglers",
    .group = phrase("Collectives"),
    .title = phrase("Late ranks by collective"),
    .shows = phrase("Spread of the arrivals in each collective, waiting time, and the rank that "
                    "arrives last"),
    .definition = phrase(
        "One row for each collective that was recorded on several ranks. Events of different ranks "
        "are matched if operation, name, bytes, ranks, group and sequence number agree, in their "
        "order; if the ranks have different numbers of them, those that overlap in time are "
        "matched. start_ns = first arrival. duration_ns = from the first arrival to the last end. "
        "spread_ns = last arrival - first arrival. waited_ns = sum over the ranks of (last arrival "
        "- own arrival). last = the rank that arrived last; slice_id is its event."),
    .run = straggler_table,
    .parameters = kStragglersParameters};

}  // namespace nscope::analysis
