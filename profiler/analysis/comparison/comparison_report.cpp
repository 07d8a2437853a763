#include "profiler/analysis/comparison/comparison_report.h"

#include "profiler/analysis/comparison/comparison_tables.h"
#include "profiler/analysis/metrics/metric_text.h"
#include "profiler/base/format.h"
#include "profiler/base/text/markdown.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

constexpr std::size_t kParts = 3;         ///< contributions shown below each cause
constexpr std::size_t kWidestText = 110;  ///< operands and kernels of C++ templates are long

std::string_view title_of(GroupBy by) {
  switch (by) {
    case GroupBy::kOperator: return "operator";
    case GroupBy::kInstruction: return "instruction";
    case GroupBy::kLayer: return "layer";
  }
  return {};
}

/// "baseline.ntff" or "base-1.nscope and 2 more".
std::string runs_text(const ComparedSide& side) {
  if (side.labels.size() == 1) return side.labels.front();
  return fmt::format("{} and {} more", side.labels.front(), side.labels.size() - 1);
}

std::string side_text(std::string_view name, const ComparedSide& side) {
  std::string text = fmt::format("{}: {}", name, runs_text(side));
  if (!side.provenance.empty()) text += ", " + side.provenance;
  if (side.total_ns) text += ", " + format_duration_ns(*side.total_ns);
  return text;
}

std::string signed_duration(double ns) {
  return fmt::format("{}{}", ns < 0.0 ? "-" : "+", format_duration_ns(std::abs(ns)));
}

std::string verdict(const Comparison& comparison) {
  if (comparison.no_difference()) return "No differences.";
  const auto change = comparison.total_change_ns();
  if (!change) return fmt::format("{} metrics differ.", comparison.metrics.size());
  if (std::abs(*change) < 1e-3) return "The total time did not change.";
  std::string text = fmt::format("Change of the total time: {}", signed_duration(*change));
  if (const double base = *comparison.base.total_ns; base > 0.0) {
    text += fmt::format(" ({:+.2f} %)", 100.0 * *change / base);
  }
  if (const auto& interval = comparison.total_interval) {
    text += fmt::format(", 95 % interval {} to {}{}", signed_duration(interval->low),
                        signed_duration(interval->high),
                        interval->holds_zero() ? ": it may be chance" : "");
  }
  return text + ".";
}

/// The columns of `table` with these ids, in this order, and its notes; long texts
/// are cut.
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
      if (auto* text = std::get_if<std::string>(&row.back())) shorten(*text, kWidestText);
    }
    result.add_row(std::move(row));
  }
  for (const std::string& note : table.notes()) result.add_note(note);
  return result;
}

std::string value_text(const MetricDifference& metric, const std::optional<double>& value) {
  if (!value) return "not stated";
  return metric_text({.name = metric.name, .value = *value, .unit = metric.unit, .note = {}});
}

/// The metrics with units and three digits, as in the summary.
Table metrics_for_people(const Comparison& comparison, std::size_t rows) {
  Table table({{.id = "metric", .title = "Metric"},
               {.id = "base", .title = "Base"},
               {.id = "new", .title = "New"},
               {.id = "relative", .title = "Change", .unit = "%", .decimals = 2},
               {.id = "chance", .title = "Interval"}});
  const std::size_t shown = std::min(rows, comparison.metrics.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const MetricDifference& metric = comparison.metrics[i];
    const auto relative = metric.relative();
    const std::string_view verdict = !metric.interval                ? "-"
                                     : metric.interval->holds_zero() ? "holds zero"
                                                                     : "away from zero";
    table.add_row({metric.name, value_text(metric, metric.base), value_text(metric, metric.now),
                   relative ? Cell(100.0 * *relative) : Cell(Missing{"-"}), std::string(verdict)});
  }
  if (shown < comparison.metrics.size()) {
    table.add_note(fmt::format("{} more metrics left out", comparison.metrics.size() - shown));
  }
  return table;
}

void append_markdown(const Table& table, std::string& out) {
  std::vector<std::string> cells;
  std::vector<std::string> rule;
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    cells.push_back(table.columns()[c].heading());
    const bool number = table.row_count() > 0 && is_number(table.at(0, c));
    rule.emplace_back(number ? "---:" : "---");
  }
  append_markdown_row(cells, out);
  append_markdown_row(rule, out);
  for (std::size_t r = 0; r < table.row_count(); ++r) {
    cells.clear();
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
      cells.push_back(to_string(table.at(r, c), table.columns()[c].decimals));
    }
    append_markdown_row(cells, out);
  }
  for (const std::string& note : table.notes()) out += "\n" + note + "\n";
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
  report.title =
      fmt::format("{} against {}", runs_text(comparison.now), runs_text(comparison.base));
  report.statements = {side_text("Base", comparison.base), side_text("New", comparison.now),
                       verdict(comparison)};
  const auto add = [&](std::string heading, Table table) {
    if (table.row_count() == 0) return;
    report.sections.push_back({std::move(heading), std::move(table)});
  };
  add("Causes, which add up to the change",
      narrow(cause_table(comparison, rows, kParts),
             {"change_ns", "share", "cause", "base_slice_id", "new_slice_id"}));
  if (comparison.place) {
    add(*comparison.place == Place::kRank ? "Differences by rank" : "Differences by time",
        place_table(comparison, rows));
  }
  add(fmt::format("Differences by {}", title_of(comparison.by)),
      narrow(group_table(comparison, rows),
             {"work", "engine", "name", "base_count", "new_count", "change_ns", "change_low",
              "change_high", "base_exposed_ns", "new_exposed_ns", "exposed_change_ns", "matched",
              "added", "removed"}));
  add("Metrics that differ", metrics_for_people(comparison, rows));
  report.notes = comparison.notes;
  return report;
}

std::string report_text(const ComparisonReport& report) {
  std::string text;
  for (const std::string& statement : report.statements) text += statement + "\n";
  for (const ReportSection& section : report.sections) {
    text += fmt::format("\n{}\n{}", section.heading, section.table.to_text());
  }
  if (!report.notes.empty()) text += "\n";
  for (const std::string& note : report.notes) text += fmt::format("Note: {}\n", note);
  return text;
}

std::string report_markdown(const ComparisonReport& report) {
  std::string text = fmt::format("# {}\n\n", report.title);
  for (const std::string& statement : report.statements) text += fmt::format("- {}\n", statement);
  for (const ReportSection& section : report.sections) {
    text += fmt::format("\n## {}\n\n", section.heading);
    append_markdown(section.table, text);
  }
  if (!report.notes.empty()) text += "\n## Notes\n\n";
  for (const std::string& note : report.notes) text += fmt::format("- {}\n", note);
  return text;
}

Json comparison_json(const Comparison& comparison) {
  Json json{{"schema", "nscope.compare/1"},
            {"by", title_of(comparison.by)},
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
