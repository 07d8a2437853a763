#include "profiler/analysis/ranks/stragglers.h"

#include "profiler/analysis/ranks/arrivals.h"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

constexpr auto kStragglersParameters = std::to_array<Parameter>(
    {{.id = "rows",
      .title = "Rows at most",
      .meaning = "those with the most waiting",
      .value = 100,
      .lowest = 1,
      .highest = 1e6},
     {.id = "shortest_spread",
      .title = "Spread at least",
      .unit = "ns",
      .meaning = "collectives whose ranks arrive closer together are left out",
      .value = 1,
      .lowest = 0,
      .highest = 1e15},
     {.id = "clocks",
      .title = "Clocks",
      .meaning = "arrivals as recorded, or moved so that collectives end together",
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
  const Missing not_stated{"not stated"};
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
  Table table({{.id = "operation", .title = "Operation"},
               {.id = "bytes", .title = "Bytes", .unit = "B"},
               {.id = "group", .title = "Group"},
               {.id = "ranks_shown", .title = "Ranks shown"},
               {.id = "start_ns", .title = "First arrival", .unit = "ns", .decimals = 0},
               {.id = "duration_ns", .title = "Until its end", .unit = "ns", .decimals = 0},
               {.id = "spread_ns", .title = "Spread", .unit = "ns", .decimals = 0},
               {.id = "waited_ns", .title = "Waited", .unit = "ns", .decimals = 0},
               {.id = "last", .title = "Came last"},
               {.id = "slice_id", .title = "Event that came last"}});
  const std::size_t shown = std::min(rows.size(), request.parameters.count("rows"));
  for (std::size_t i = 0; i < shown; ++i) write_row(trace, *ranks, rows[i], table);
  if (shown < rows.size()) {
    table.add_note(fmt::format("{} rows with less waiting are left out", rows.size() - shown));
  }
  if (const std::size_t together = ranks->matches.all.size() - rows.size(); together > 0) {
    table.add_note(
        fmt::format("in {} collectives the ranks arrive within shortest_spread", together));
  }
  add_arrival_notes(trace, *ranks, table);
  return table;
}

}  // namespace

constinit const Analysis kStragglersAnalysis{
    .id = "stragglers",
    .group = "Collectives",
    .title = "Late ranks, collective by collective",
    .shows = "how far apart the ranks of each collective arrive, who comes last, what it costs",
    .definition =
        "One row for each collective that several ranks show. Events of ranks belong together "
        "where operation, name, bytes, ranks, group and sequence number agree, in their order; "
        "where ranks "
        "show unequal numbers, those that overlap in time. spread_ns = last arrival - first "
        "arrival; waited_ns = sum over the ranks of last arrival - own arrival; last: the rank "
        "that came last, slice_id its event; duration_ns: from the first arrival to the last end.",
    .run = straggler_table,
    .parameters = kStragglersParameters};

}  // namespace nscope::analysis
