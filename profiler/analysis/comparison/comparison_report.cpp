#include "profiler/analysis/comparison/comparison_report.h"

#include "profiler/analysis/comparison/comparison_tables.h"
#include "profiler/analysis/metrics/metric_text.h"
#include "profiler/base/format.h"
#include "profiler/base/language.h"
#include "profiler/base/text/markdown.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

constexpr std::size_t kParts = 3;  ///< contributions listed below each cause

std::string_view to_string(GroupBy by) {
  switch (by) {
    case GroupBy::kOperator: return "operator";
    case GroupBy::kInstruction: return "instruction";
    case GroupBy::kLayer: return "layer";
    case GroupBy::kSource: return "source";
  }
  return {};
}

Text by_heading(GroupBy by) {
  switch (by) {
    case GroupBy::kOperator: return tr("Differences by operator");
    case GroupBy::kInstruction: return tr("Differences by instruction");
    case GroupBy::kLayer: return tr("Differences by layer");
    case GroupBy::kSource: return tr("Differences by source line");
  }
  return {};
}

/// "baseline.ntff" or "base-1.nscope and 2 more runs".
Text runs_text(const ComparedSide& side) {
  const std::string& first = side.labels.front();
  const std::size_t more = side.labels.size() - 1;
  if (more == 0) return Text::verbatim(first);
  return tr_plural(more, "{} and {} more run", "{} and {} more runs", first, more);
}

/// "baseline.ntff, measured, 3.25 ms".
Text side_text(const ComparedSide& side) {
  std::vector<Text> parts{runs_text(side)};
  if (const auto provenance = parse_provenance(side.provenance)) {
    parts.emplace_back(title(*provenance));
  }
  if (side.total_ns) parts.push_back(tr("{}", as::duration_ns(*side.total_ns)));
  return joined(parts);
}

Text signed_duration(double ns) {
  return ns < 0.0 ? tr("-{}", as::duration_ns(-ns)) : tr("+{}", as::duration_ns(ns));
}

Text signed_percent(double share) {
  return share < 0.0 ? tr("-{}", as::percent(-share, 2)) : tr("+{}", as::percent(share, 2));
}

Text change_text(double change_ns, double base_ns) {
  if (base_ns <= 0.0) return tr("The total time changed by {}.", signed_duration(change_ns));
  return tr("The total time changed by {} ({}).", signed_duration(change_ns),
            signed_percent(change_ns / base_ns));
}

Text interval_text(const MeanInterval& interval) {
  const Text low = signed_duration(interval.low);
  const Text high = signed_duration(interval.high);
  return interval.holds_zero()
             ? tr("The 95 % confidence interval is {} to {}, so the change is not significant.",
                  low, high)
             : tr("The 95 % confidence interval is {} to {}.", low, high);
}

Text verdict(const Comparison& comparison) {
  if (comparison.no_difference()) return tr("There are no differences.");
  const auto change = comparison.total_change_ns();
  if (!change) {
    const auto metrics = static_cast<std::int64_t>(comparison.metrics.size());
    return tr_plural(metrics, "{} metric differs.", "{} metrics differ.", as::count(metrics));
  }
  if (std::abs(*change) < 1e-3) return tr("The total time did not change.");
  const Text text = change_text(*change, *comparison.base.total_ns);
  if (!comparison.total_interval) return text;
  return tr("{} {}", text, interval_text(*comparison.total_interval));
}

/// The columns of `table` with these ids, in this order, and its notes. Long names are shortened.
Table narrow(const Table& table, std::initializer_list<std::string_view> ids) {
  std::vector<std::size_t> chosen;
  std::vector<Table::Column> columns;
  for (const std::string_view id : ids) {
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
      if (table.columns()[c].id != id) continue;
      chosen.push_back(c);
      columns.push_back(table.columns()[c]);
    }
  }
  Table result(std::move(columns));
  for (std::size_t r = 0; r < table.row_count(); ++r) {
    std::vector<Cell> row;
    for (const std::size_t c : chosen) {
      row.push_back(table.at(r, c));
      if (auto* name = std::get_if<std::string>(&row.back())) shorten(*name, kWidestName);
    }
    result.add_row(std::move(row));
  }
  for (const Text& note : table.notes()) result.add_note(note);
  return result;
}

Cell value_cell(const MetricDifference& metric, const std::optional<double>& value) {
  if (!value) return Missing{tr("not stated")};
  return metric_text({.name = metric.name, .value = *value, .unit = metric.unit, .note = {}});
}

Cell significance_cell(const std::optional<MeanInterval>& interval) {
  if (!interval) return Missing{tr("n/a")};
  return interval->holds_zero() ? tr("not significant") : tr("significant");
}

/// The metrics with their units, as in the summary.
Table metrics_for_people(const Comparison& comparison, std::size_t rows) {
  Table table({{.id = "metric", .title = tr("Metric")},
               {.id = "base", .title = tr("Base")},
               {.id = "new", .title = tr("New")},
               {.id = "relative", .title = tr("Change"), .unit = "%", .decimals = 2},
               {.id = "significance", .title = tr("Significance")}});
  const std::size_t shown = std::min(rows, comparison.metrics.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const MetricDifference& metric = comparison.metrics[i];
    const auto relative = metric.relative();
    table.add_row({metric.name, value_cell(metric, metric.base), value_cell(metric, metric.now),
                   relative ? Cell(100.0 * *relative) : Cell(Missing{tr("n/a")}),
                   significance_cell(metric.interval)});
  }
  if (shown < comparison.metrics.size()) {
    const auto hidden = static_cast<std::int64_t>(comparison.metrics.size() - shown);
    table.add_note(tr_plural(hidden, "{} more metric is not listed.",
                             "{} more metrics are not listed.", as::count(hidden)));
  }
  return table;
}

void append_markdown(const Table& table, const Language& language, std::string& out) {
  std::vector<std::string> cells;
  std::vector<std::string> rule;
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    cells.push_back(table.columns()[c].heading(language));
    const bool number = table.row_count() > 0 && is_number(table.at(0, c));
    rule.emplace_back(number ? "---:" : "---");
  }
  append_markdown_row(cells, out);
  append_markdown_row(rule, out);
  for (std::size_t r = 0; r < table.row_count(); ++r) {
    cells.clear();
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
      cells.push_back(nscope::to_string(table.at(r, c), language, table.columns()[c].decimals));
    }
    append_markdown_row(cells, out);
  }
  for (const Text& note : table.notes()) out += "\n" + language.say(note) + "\n";
}

Json side_json(const ComparedSide& side) {
  Json json{{"runs", side.labels}, {"provenance", nullptr}, {"total_ns", nullptr}};
  if (!side.provenance.empty()) json["provenance"] = side.provenance;
  if (side.total_ns) json["total_ns"] = *side.total_ns;
  return json;
}

Json interval_json(const std::optional<MeanInterval>& interval) {
  if (!interval) return nullptr;
  return {{"low", interval->low}, {"high", interval->high}};
}

Json slice_json(SliceId slice) {
  return slice.valid() ? Json(slice.value) : Json(nullptr);
}

Json cause_json(const Cause& cause) {
  Json parts = Json::array();
  for (const CausePart& part : cause.parts) {
    parts.push_back({{"engine", to_string(part.key.engine)},
                     {"name", part.key.name},
                     {"change_ns", part.change_ns},
                     {"text", part.text},
                     {"base_slice_id", slice_json(part.base_example)},
                     {"new_slice_id", slice_json(part.new_example)}});
  }
  Json json{{"kind", to_string(cause.kind)}, {"work", nullptr}, {"change_ns", cause.change_ns}};
  if (cause.kind != CauseKind::kIdle) json["work"] = to_string(cause.work);
  json["text"] = cause.text;
  json["parts"] = std::move(parts);
  return json;
}

}  // namespace

ComparisonReport make_report(const Comparison& comparison, std::size_t rows) {
  ComparisonReport report;
  report.title = tr("{} compared with {}", runs_text(comparison.now), runs_text(comparison.base));
  report.statements = {tr("Base: {}", side_text(comparison.base)),
                       tr("New: {}", side_text(comparison.now)), verdict(comparison)};
  const auto add = [&](Text heading, Table table) {
    if (table.row_count() == 0) return;
    report.sections.push_back({std::move(heading), std::move(table)});
  };
  add(tr("Causes of the change of the total time"),
      narrow(cause_table(comparison, rows, kParts),
             {"change_ns", "share", "cause", "base_slice_id", "new_slice_id"}));
  if (comparison.place) {
    add(*comparison.place == Place::kRank ? tr("Differences by rank") : tr("Differences by time"),
        place_table(comparison, rows));
  }
  add(by_heading(comparison.by),
      narrow(group_table(comparison, rows),
             {"work", "engine", "name", "base_count", "new_count", "change_ns", "change_low",
              "change_high", "base_exposed_ns", "new_exposed_ns", "exposed_change_ns", "matched",
              "added", "removed"}));
  add(tr("Metrics that differ"), metrics_for_people(comparison, rows));
  report.notes = comparison.notes;
  return report;
}

std::string report_text(const ComparisonReport& report, const Language& language) {
  std::string text;
  for (const Text& statement : report.statements) text += language.say(statement) + "\n";
  for (const ReportSection& section : report.sections) {
    text += fmt::format("\n{}\n{}", language.say(section.heading), section.table.to_text(language));
  }
  if (!report.notes.empty()) text += "\n";
  for (const Text& note : report.notes) text += language.say(tr("Note: {}", note)) + "\n";
  return text;
}

std::string report_markdown(const ComparisonReport& report, const Language& language) {
  std::string text = fmt::format("# {}\n\n", language.say(report.title));
  for (const Text& statement : report.statements) {
    text += fmt::format("- {}\n", language.say(statement));
  }
  for (const ReportSection& section : report.sections) {
    text += fmt::format("\n## {}\n\n", language.say(section.heading));
    append_markdown(section.table, language, text);
  }
  if (!report.notes.empty()) text += fmt::format("\n## {}\n\n", language.say(tr("Notes")));
  for (const Text& note : report.notes) text += fmt::format("- {}\n", language.say(note));
  return text;
}

Json comparison_json(const Comparison& comparison) {
  Json json{{"schema", "nscope.compare/1"},
            {"by", to_string(comparison.by)},
            {"base", side_json(comparison.base)},
            {"new", side_json(comparison.now)}};
  const auto change = comparison.total_change_ns();
  json["total"] = {{"change_ns", change ? Json(*change) : Json(nullptr)},
                   {"interval", interval_json(comparison.total_interval)}};
  json["causes"] = Json::array();
  for (const Cause& cause : comparison.causes) json["causes"].push_back(cause_json(cause));
  json["differences"] = group_table(comparison, kEveryRow).to_json();
  if (comparison.place) json["places"] = place_table(comparison, kEveryRow).to_json();
  json["metrics"] = metric_table(comparison, kEveryRow).to_json();
  json["notes"] = comparison.notes;
  return json;
}

std::string comparison_csv(const Comparison& comparison) {
  if (comparison.place) return place_table(comparison, kEveryRow).to_csv();
  if (comparison.base.total_ns) return group_table(comparison, kEveryRow).to_csv();
  return metric_table(comparison, kEveryRow).to_csv();
}

}  // namespace nscope::analysis
