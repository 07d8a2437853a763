#include "profiler/analysis/comparison/comparison_tables.h"

#include <algorithm>
#include <cmath>

namespace nscope::analysis {
namespace {

constexpr Phrase kNotStated = phrase("not stated");
constexpr Phrase kOneRun = phrase("only in one run");

Cell cell(const std::optional<double>& value, Phrase reason) {
  return value ? Cell(*value) : Cell(Missing{reason});
}

Cell slice_cell(SliceId slice) {
  if (!slice.valid()) return Missing{tr("none")};
  return static_cast<std::int64_t>(slice.value);
}

/// The share of the change of the total.
Cell share_cell(double change_ns, const Comparison& comparison) {
  const double total = comparison.total_change_ns().value_or(0.0);
  if (std::abs(total) < 1e-3) return Missing{tr("no change")};
  return change_ns / total;
}

/// Adds a note with the number of omitted rows.
void note_rest(std::size_t shown, std::size_t all, Table& table) {
  if (all <= shown) return;
  const auto hidden = static_cast<std::int64_t>(all - shown);
  table.add_note(tr_plural(hidden, "{} more row is not listed.", "{} more rows are not listed.",
                           as::count(hidden)));
}

void add_interval(const std::optional<MeanInterval>& interval, std::vector<Cell>& row) {
  constexpr Phrase kReason = phrase("too few runs");
  row.push_back(cell(interval ? std::optional(interval->low) : std::nullopt, kReason));
  row.push_back(cell(interval ? std::optional(interval->high) : std::nullopt, kReason));
}

/// Only comparisons of repeats have columns for intervals.
void add_interval_columns(bool wanted, std::string_view unit, std::vector<Table::Column>& columns) {
  if (!wanted) return;
  columns.push_back(
      {.id = "change_low", .title = tr("Change from"), .unit = std::string(unit), .decimals = 1});
  columns.push_back(
      {.id = "change_high", .title = tr("Change to"), .unit = std::string(unit), .decimals = 1});
}

std::vector<Table::Column> group_columns(bool intervals) {
  std::vector<Table::Column> columns{
      {.id = "work", .title = tr("Work")},
      {.id = "engine", .title = tr("Engine")},
      {.id = "name", .title = tr("Name")},
      {.id = "base_count", .title = tr("Base count")},
      {.id = "new_count", .title = tr("New count")},
      {.id = "base_time_ns", .title = tr("Base time"), .unit = "ns", .decimals = 1},
      {.id = "new_time_ns", .title = tr("New time"), .unit = "ns", .decimals = 1},
      {.id = "change_ns", .title = tr("Time change"), .unit = "ns", .decimals = 1},
      {.id = "base_mean_ns", .title = tr("Base mean"), .unit = "ns", .decimals = 1},
      {.id = "new_mean_ns", .title = tr("New mean"), .unit = "ns", .decimals = 1},
      {.id = "base_exposed_ns", .title = tr("Base exposed"), .unit = "ns", .decimals = 1},
      {.id = "new_exposed_ns", .title = tr("New exposed"), .unit = "ns", .decimals = 1},
      {.id = "exposed_change_ns", .title = tr("Exposed change"), .unit = "ns", .decimals = 1},
      {.id = "share", .title = tr("Share of change"), .decimals = 3},
      {.id = "base_wait_ns", .title = tr("Base waits"), .unit = "ns", .decimals = 1},
      {.id = "new_wait_ns", .title = tr("New waits"), .unit = "ns", .decimals = 1},
      {.id = "base_bytes", .title = tr("Base bytes"), .unit = "B", .decimals = 0},
      {.id = "new_bytes", .title = tr("New bytes"), .unit = "B", .decimals = 0},
      {.id = "matched", .title = tr("Matched")},
      {.id = "added", .title = tr("Added")},
      {.id = "removed", .title = tr("Removed")},
      {.id = "matched_change_ns", .title = tr("Matched change"), .unit = "ns", .decimals = 1},
      {.id = "base_slice_id", .title = tr("Base example")},
      {.id = "new_slice_id", .title = tr("New example")}};
  add_interval_columns(intervals, "ns", columns);
  return columns;
}

std::vector<Cell> group_row(const GroupDifference& group, const Comparison& comparison) {
  const GroupTotals& base = group.base;
  const GroupTotals& now = group.now;
  const bool claims = claims_time(group.key.work);
  const auto exposed = [&](double ns) { return claims ? Cell(ns) : Cell(Missing{tr("n/a")}); };
  return {title(group.key.work),
          std::string(to_string(group.key.engine)),
          name_cell(group.key),
          count_cell(base.count),
          count_cell(now.count),
          base.time_ns,
          now.time_ns,
          group.time_change(),
          cell(mean_ns(base), phrase("none")),
          cell(mean_ns(now), phrase("none")),
          exposed(base.exposed_ns),
          exposed(now.exposed_ns),
          exposed(group.exposed_change()),
          claims ? share_cell(group.exposed_change(), comparison) : exposed(0.0),
          base.wait_ns,
          now.wait_ns,
          cell(base.bytes, kNotStated),
          cell(now.bytes, kNotStated),
          group.matches.matched,
          group.matches.added,
          group.matches.removed,
          group.matches.matched_change_ns,
          slice_cell(group.matches.base_example),
          slice_cell(group.matches.new_example)};
}

/// The position of a place in one run, and its time of one class.
struct PlaceValue {
  std::optional<double> start_ns{};
  std::optional<double> duration_ns{};
  std::optional<double> ns{};
};

/// The value for a class; kClaimingClasses is the index of idle time.
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
  Table table({{.id = "change_ns", .title = tr("Change"), .unit = "ns", .decimals = 1},
               {.id = "share", .title = tr("Share of change"), .decimals = 3},
               {.id = "cause", .title = tr("Cause")},
               {.id = "base_slice_id", .title = tr("Base example")},
               {.id = "new_slice_id", .title = tr("New example")}});
  const Missing none{tr("-")};
  std::size_t shown = 0;
  for (const Cause& cause : comparison.causes) {
    if (shown++ == rows) break;
    table.add_row(
        {cause.change_ns, share_cell(cause.change_ns, comparison), cause.text, none, none});
    const std::size_t most = std::min(parts, cause.parts.size());
    for (std::size_t i = 0; i < most; ++i) {
      const CausePart& part = cause.parts[i];
      table.add_row({part.change_ns, share_cell(part.change_ns, comparison),
                     tr("  {}", part.short_text), slice_cell(part.base_example),
                     slice_cell(part.new_example)});
    }
    if (cause.parts.size() > most && most > 0) {
      table.add_row({none, none, tr("  and {} more", cause.parts.size() - most), none, none});
    }
  }
  note_rest(rows, comparison.causes.size(), table);
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
  note_rest(rows, differing, table);
  return table;
}

Table place_table(const Comparison& comparison, std::size_t rows) {
  Table table(
      {{.id = "place", .title = comparison.place == Place::kRank ? tr("Rank") : tr("Interval")},
       {.id = "work", .title = tr("Work")},
       {.id = "base_ns", .title = tr("Base time"), .unit = "ns", .decimals = 1},
       {.id = "new_ns", .title = tr("New time"), .unit = "ns", .decimals = 1},
       {.id = "change_ns", .title = tr("Change"), .unit = "ns", .decimals = 1},
       {.id = "start_ns", .title = tr("Base start"), .unit = "ns", .decimals = 0},
       {.id = "duration_ns", .title = tr("Base duration"), .unit = "ns", .decimals = 0},
       {.id = "new_start_ns", .title = tr("New start"), .unit = "ns", .decimals = 0},
       {.id = "new_duration_ns", .title = tr("New duration"), .unit = "ns", .decimals = 0}});
  constexpr Phrase kAbsent = phrase("absent");
  std::size_t all = 0;
  for (const PlaceDifference& place : comparison.places) {
    for (std::size_t work = 0; work <= kClaimingClasses; ++work) {
      const PlaceValue base = value_of(place.base, work);
      const PlaceValue now = value_of(place.now, work);
      const double change = now.ns.value_or(0.0) - base.ns.value_or(0.0);
      if (std::abs(change) < 1e-3 || all++ >= rows) continue;
      const Phrase spent_on =
          work < kClaimingClasses ? title(static_cast<WorkClass>(work)) : phrase("idle");
      const bool both = base.ns && now.ns;
      table.add_row({place.name, spent_on, cell(base.ns, kAbsent), cell(now.ns, kAbsent),
                     both ? Cell(change) : Cell(Missing{kOneRun}), cell(base.start_ns, kAbsent),
                     cell(base.duration_ns, kAbsent), cell(now.start_ns, kAbsent),
                     cell(now.duration_ns, kAbsent)});
    }
  }
  note_rest(rows, all, table);
  return table;
}

Table metric_table(const Comparison& comparison, std::size_t rows) {
  const bool intervals =
      std::any_of(comparison.metrics.begin(), comparison.metrics.end(),
                  [](const MetricDifference& metric) { return metric.interval.has_value(); });
  std::vector<Table::Column> columns{
      {.id = "metric", .title = tr("Metric")},
      {.id = "base", .title = tr("Base")},
      {.id = "new", .title = tr("New")},
      {.id = "change", .title = tr("Change")},
      {.id = "relative", .title = tr("Relative change"), .decimals = 4},
      {.id = "unit", .title = tr("Unit")}};
  if (intervals) {
    columns.push_back({.id = "change_low", .title = tr("Change from")});
    columns.push_back({.id = "change_high", .title = tr("Change to")});
  }
  Table table(std::move(columns));
  std::size_t shown = 0;
  for (const MetricDifference& metric : comparison.metrics) {
    if (shown++ == rows) break;
    std::vector<Cell> row{
        metric.name,
        cell(metric.base, kNotStated),
        cell(metric.now, kNotStated),
        cell(metric.change(), kOneRun),
        cell(metric.relative(), metric.change() ? phrase("base is zero") : kOneRun),
        metric.unit};
    if (intervals) add_interval(metric.interval, row);
    table.add_row(std::move(row));
  }
  note_rest(rows, comparison.metrics.size(), table);
  return table;
}

}  // namespace nscope::analysis
