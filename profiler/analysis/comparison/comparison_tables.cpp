#include "profiler/analysis/comparison/comparison_tables.h"

#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

Cell cell(const std::optional<double>& value, std::string_view reason) {
  return value ? Cell(*value) : Cell(Missing{std::string(reason)});
}

Cell slice_cell(SliceId slice) {
  if (!slice.valid()) return Missing{"none on this side"};
  return static_cast<std::int64_t>(slice.value);
}

/// Of the change of the total.
Cell share_cell(double change_ns, const Comparison& comparison) {
  const double total = comparison.total_change_ns().value_or(0.0);
  if (std::abs(total) < 1e-3) return Missing{"no change"};
  return change_ns / total;
}

void note_rest(std::size_t shown, std::size_t all, std::string_view things, Table& table) {
  if (all <= shown) return;
  table.add_note(fmt::format("{} more {} left out",
                             format_count(static_cast<std::int64_t>(all - shown)), things));
}

void add_interval(const std::optional<MeanInterval>& interval, std::vector<Cell>& row) {
  constexpr std::string_view kReason = "too few runs";
  row.push_back(cell(interval ? std::optional(interval->low) : std::nullopt, kReason));
  row.push_back(cell(interval ? std::optional(interval->high) : std::nullopt, kReason));
}

/// Intervals make columns only where there are repeats.
void add_interval_columns(bool wanted, std::string_view unit, std::vector<Table::Column>& columns) {
  if (!wanted) return;
  columns.push_back(
      {.id = "change_low", .title = "From", .unit = std::string(unit), .decimals = 1});
  columns.push_back({.id = "change_high", .title = "To", .unit = std::string(unit), .decimals = 1});
}

std::vector<Table::Column> group_columns(bool intervals) {
  std::vector<Table::Column> columns{
      {.id = "work", .title = "Work"},
      {.id = "engine", .title = "Engine"},
      {.id = "name", .title = "Name"},
      {.id = "base_count", .title = "Count"},
      {.id = "new_count", .title = "Count new"},
      {.id = "base_time_ns", .title = "Time", .unit = "ns", .decimals = 1},
      {.id = "new_time_ns", .title = "Time new", .unit = "ns", .decimals = 1},
      {.id = "change_ns", .title = "Time change", .unit = "ns", .decimals = 1},
      {.id = "base_mean_ns", .title = "Mean", .unit = "ns", .decimals = 1},
      {.id = "new_mean_ns", .title = "Mean new", .unit = "ns", .decimals = 1},
      {.id = "base_exposed_ns", .title = "Exposed", .unit = "ns", .decimals = 1},
      {.id = "new_exposed_ns", .title = "Exposed new", .unit = "ns", .decimals = 1},
      {.id = "exposed_change_ns", .title = "Exposed change", .unit = "ns", .decimals = 1},
      {.id = "share", .title = "Share", .decimals = 3},
      {.id = "base_wait_ns", .title = "Waits", .unit = "ns", .decimals = 1},
      {.id = "new_wait_ns", .title = "Waits new", .unit = "ns", .decimals = 1},
      {.id = "base_bytes", .title = "Bytes", .unit = "B", .decimals = 0},
      {.id = "new_bytes", .title = "Bytes new", .unit = "B", .decimals = 0},
      {.id = "matched", .title = "Matched"},
      {.id = "added", .title = "Added"},
      {.id = "removed", .title = "Removed"},
      {.id = "matched_change_ns", .title = "Change of matched", .unit = "ns", .decimals = 1},
      {.id = "base_slice_id", .title = "Example"},
      {.id = "new_slice_id", .title = "Example new"}};
  add_interval_columns(intervals, "ns", columns);
  return columns;
}

std::vector<Cell> group_row(const GroupDifference& group, const Comparison& comparison) {
  const GroupTotals& base = group.base;
  const GroupTotals& now = group.now;
  const bool claims = claims_time(group.key.work);
  const auto exposed = [&](double ns) {
    return claims ? Cell(ns) : Cell(Missing{"claims no time"});
  };
  return {std::string(to_string(group.key.work)),
          std::string(to_string(group.key.engine)),
          group.key.name,
          count_cell(base.count),
          count_cell(now.count),
          base.time_ns,
          now.time_ns,
          group.time_change(),
          cell(mean_ns(base), "none"),
          cell(mean_ns(now), "none"),
          exposed(base.exposed_ns),
          exposed(now.exposed_ns),
          exposed(group.exposed_change()),
          claims ? share_cell(group.exposed_change(), comparison) : exposed(0.0),
          base.wait_ns,
          now.wait_ns,
          cell(base.bytes, "not stated"),
          cell(now.bytes, "not stated"),
          group.matches.matched,
          group.matches.added,
          group.matches.removed,
          group.matches.matched_change_ns,
          slice_cell(group.matches.base_example),
          slice_cell(group.matches.new_example)};
}

/// Where a side's place lies, and what it spends on one class; idle behind the last.
struct PlaceValue {
  std::optional<double> start_ns{};
  std::optional<double> duration_ns{};
  std::optional<double> ns{};
};

PlaceValue value_of(const std::optional<PlaceTimes>& place, std::size_t work) {
  if (!place) return {};
  return {.start_ns = place->start_ns,
          .duration_ns = place->duration_ns,
          .ns = work < kClaimingClasses ? place->exposed_ns[work] : place->idle_ns};
}

}  // namespace

Cell count_cell(double count) {
  if (count == std::round(count) && count < 1e18) return static_cast<std::int64_t>(count);
  return count;
}

Table cause_table(const Comparison& comparison, std::size_t rows, std::size_t parts) {
  Table table({{.id = "change_ns", .title = "Change", .unit = "ns", .decimals = 1},
               {.id = "share", .title = "Share", .decimals = 3},
               {.id = "cause", .title = "Cause"},
               {.id = "base_slice_id", .title = "Example"},
               {.id = "new_slice_id", .title = "Example new"}});
  const Missing none{"-"};
  std::size_t shown = 0;
  for (const Cause& cause : comparison.causes) {
    if (shown++ == rows) break;
    table.add_row(
        {cause.change_ns, share_cell(cause.change_ns, comparison), cause.text, none, none});
    const std::size_t most = std::min(parts, cause.parts.size());
    for (std::size_t i = 0; i < most; ++i) {
      const CausePart& part = cause.parts[i];
      table.add_row({part.change_ns, share_cell(part.change_ns, comparison), "  " + part.text,
                     slice_cell(part.base_example), slice_cell(part.new_example)});
    }
    if (cause.parts.size() > most && most > 0) {
      table.add_row(
          {none, none, fmt::format("  and {} more", cause.parts.size() - most), none, none});
    }
  }
  note_rest(rows, comparison.causes.size(), "causes", table);
  return table;
}

Table group_table(const Comparison& comparison, std::size_t rows) {
  const bool intervals = comparison.total_interval.has_value();
  Table table(group_columns(intervals));
  std::size_t differing = 0;
  for (const GroupDifference& group : comparison.groups) {
    if (!group.differs || differing++ >= rows) continue;
    std::vector<Cell> row = group_row(group, comparison);
    if (intervals) add_interval(group.time_interval, row);
    table.add_row(std::move(row));
  }
  note_rest(rows, differing, "rows", table);
  return table;
}

Table place_table(const Comparison& comparison, std::size_t rows) {
  Table table({{.id = "place", .title = comparison.place == Place::kRank ? "Rank" : "Piece"},
               {.id = "work", .title = "Work"},
               {.id = "base_ns", .title = "Time", .unit = "ns", .decimals = 1},
               {.id = "new_ns", .title = "Time new", .unit = "ns", .decimals = 1},
               {.id = "change_ns", .title = "Change", .unit = "ns", .decimals = 1},
               {.id = "start_ns", .title = "Begin", .unit = "ns", .decimals = 0},
               {.id = "duration_ns", .title = "Length", .unit = "ns", .decimals = 0},
               {.id = "new_start_ns", .title = "Begin in new", .unit = "ns", .decimals = 0},
               {.id = "new_duration_ns", .title = "Length in new", .unit = "ns", .decimals = 0}});
  constexpr std::string_view kAbsent = "not there";
  std::size_t all = 0;
  for (const PlaceDifference& place : comparison.places) {
    for (std::size_t work = 0; work <= kClaimingClasses; ++work) {
      const PlaceValue base = value_of(place.base, work);
      const PlaceValue now = value_of(place.now, work);
      const double change = now.ns.value_or(0.0) - base.ns.value_or(0.0);
      if (std::abs(change) < 1e-3 || all++ >= rows) continue;
      const std::string_view spent_on =
          work < kClaimingClasses ? to_string(static_cast<WorkClass>(work)) : "idle";
      const bool both = base.ns && now.ns;
      table.add_row({place.name, std::string(spent_on), cell(base.ns, kAbsent),
                     cell(now.ns, kAbsent), both ? Cell(change) : Cell(Missing{"one side only"}),
                     cell(base.start_ns, kAbsent), cell(base.duration_ns, kAbsent),
                     cell(now.start_ns, kAbsent), cell(now.duration_ns, kAbsent)});
    }
  }
  note_rest(rows, all, "rows", table);
  return table;
}

Table metric_table(const Comparison& comparison, std::size_t rows) {
  const bool intervals =
      std::any_of(comparison.metrics.begin(), comparison.metrics.end(),
                  [](const MetricDifference& metric) { return metric.interval.has_value(); });
  std::vector<Table::Column> columns{{.id = "metric", .title = "Metric"},
                                     {.id = "base", .title = "Base"},
                                     {.id = "new", .title = "New"},
                                     {.id = "change", .title = "Change"},
                                     {.id = "relative", .title = "Relative", .decimals = 4},
                                     {.id = "unit", .title = "Unit"}};
  if (intervals) {
    columns.push_back({.id = "change_low", .title = "From"});
    columns.push_back({.id = "change_high", .title = "To"});
  }
  Table table(std::move(columns));
  std::size_t shown = 0;
  for (const MetricDifference& metric : comparison.metrics) {
    if (shown++ == rows) break;
    std::vector<Cell> row{metric.name,
                          cell(metric.base, "not stated"),
                          cell(metric.now, "not stated"),
                          cell(metric.change(), "one side only"),
                          cell(metric.relative(), metric.change() ? "from zero" : "one side only"),
                          metric.unit};
    if (intervals) add_interval(metric.interval, row);
    table.add_row(std::move(row));
  }
  note_rest(rows, comparison.metrics.size(), "metrics", table);
  return table;
}

}  // namespace nscope::analysis
