#include "app/gui/compare/comparison_view_tables.h"

#include "app/gui/panels/signed_text.h"
#include "app/gui/text/text.h"
#include "profiler/analysis/comparison/comparison_tables.h"
#include "profiler/analysis/metrics/metric_definitions.h"
#include "profiler/analysis/metrics/metric_text.h"

#include <QCoreApplication>
#include <array>
#include <cmath>
#include <map>

namespace nscope::gui {
namespace {

using analysis::Comparison;
using analysis::MeanInterval;
using analysis::MetricDifference;

struct ComparisonText {
  Q_DECLARE_TR_FUNCTIONS(ComparisonText)
};

/// The text of the "Significance" column for a confidence interval.
Cell significance(const std::optional<MeanInterval>& interval) {
  if (!interval) return Missing{text_of(ComparisonText::tr("needs 3 runs each"))};
  return text_of(interval->holds_zero() ? ComparisonText::tr("not significant")
                                        : ComparisonText::tr("significant"));
}

Cell ratio(double change, double base) {
  if (base == 0.0) return Missing{text_of(ComparisonText::tr("new"))};
  return change / std::abs(base);
}

/// The columns of the library's table in display order. "relative" and "significance" are added
/// by difference_view().
constexpr std::array<std::string_view, 28> kOrder{"name",
                                                  "engine",
                                                  "work",
                                                  "base_time_ns",
                                                  "new_time_ns",
                                                  "change_ns",
                                                  "relative",
                                                  "change_low",
                                                  "change_high",
                                                  "significance",
                                                  "exposed_change_ns",
                                                  "share",
                                                  "base_count",
                                                  "new_count",
                                                  "added",
                                                  "removed",
                                                  "matched",
                                                  "matched_change_ns",
                                                  "base_exposed_ns",
                                                  "new_exposed_ns",
                                                  "base_mean_ns",
                                                  "new_mean_ns",
                                                  "base_wait_ns",
                                                  "new_wait_ns",
                                                  "base_bytes",
                                                  "new_bytes",
                                                  "base_slice_id",
                                                  "new_slice_id"};

/// The groups that differ, in the order of the rows of the library's table.
std::vector<const analysis::GroupDifference*> differing(const Comparison& comparison) {
  std::vector<const analysis::GroupDifference*> groups;
  for (const analysis::GroupDifference& group : comparison.groups) {
    if (group.differs) groups.push_back(&group);
  }
  return groups;
}

Table::Column added_column(std::string_view id) {
  if (id == "relative")
    return {.id = "relative", .title = text_of(ComparisonText::tr("Relative change"))};
  return {.id = "significance", .title = text_of(ComparisonText::tr("Significance"))};
}

Cell added_cell(std::string_view id, const analysis::GroupDifference& group) {
  if (id == "relative") return ratio(group.time_change(), group.base.time_ns);
  return significance(group.time_interval);
}

bool is_time_change(std::string_view id) {
  return id == "change_ns" || id == "exposed_change_ns" || id == "matched_change_ns" ||
         id == "change_low" || id == "change_high";
}

std::string column_of_side(const char* what, std::size_t side) {
  return std::string(what) + "." + std::to_string(side);
}

/// One metric of all sides.
struct MetricRow {
  std::string unit;
  std::optional<double> base{};
  std::map<std::size_t, const MetricDifference*> sides{};
};

void add_side_columns(const QString& label, std::size_t side, std::vector<Table::Column>& columns) {
  columns.push_back({.id = column_of_side("value", side), .title = text_of(label)});
  columns.push_back(
      {.id = column_of_side("change", side), .title = text_of(ComparisonText::tr("Change"))});
  columns.push_back({.id = column_of_side("relative", side),
                     .title = text_of(ComparisonText::tr("Relative change"))});
  columns.push_back({.id = column_of_side("significance", side),
                     .title = text_of(ComparisonText::tr("Significance"))});
}

void add_side_cells(const MetricRow& row, std::size_t side, std::vector<Cell>& cells) {
  const Missing unstated{text_of(ComparisonText::tr("not reported"))};
  const auto found = row.sides.find(side);
  if (found == row.sides.end()) {
    // A comparison does not contain equal metrics.
    cells.push_back(row.base ? Cell(*row.base) : Cell(unstated));
    for (int i = 0; i < 3; ++i)
      cells.emplace_back(Missing{text_of(ComparisonText::tr("no change"))});
    return;
  }
  const MetricDifference& metric = *found->second;
  cells.push_back(metric.now ? Cell(*metric.now) : Cell(unstated));
  const auto change = metric.change();
  const Missing one_side{text_of(ComparisonText::tr("in one run only"))};
  cells.push_back(change ? Cell(*change) : Cell(one_side));
  const auto relative = metric.relative();
  cells.push_back(
      relative ? Cell(*relative)
               : Cell(change ? Missing{text_of(ComparisonText::tr("from zero"))} : one_side));
  cells.push_back(significance(metric.interval));
}

std::string text_at(const Table& table, std::size_t row, std::string_view id) {
  const auto column = find_column(table, id);
  if (!column) return {};
  const Cell& cell = table.at(row, *column);
  if (const auto* text = std::get_if<Text>(&cell)) return text->english();
  const auto* text = std::get_if<std::string>(&cell);
  return text != nullptr ? *text : std::string();
}

}  // namespace

Table difference_view(const Comparison& comparison) {
  const Table all = analysis::group_table(comparison, analysis::kEveryRow);
  const auto groups = differing(comparison);
  std::vector<std::string_view> ids;
  std::vector<Table::Column> columns;
  for (const std::string_view id : kOrder) {
    if (id == "relative" || id == "significance") {
      columns.push_back(added_column(id));
    } else if (const auto column = find_column(all, id)) {
      columns.push_back(all.columns()[*column]);
      // The share may be negative or exceed 100 %, so it must not be drawn as a bar.
      if (id == "share") columns.back().id = "of_change";
    } else {
      continue;
    }
    ids.push_back(id);
  }
  Table view(std::move(columns));
  for (std::size_t row = 0; row < all.row_count(); ++row) {
    std::vector<Cell> cells;
    for (const std::string_view id : ids) {
      const auto column = find_column(all, id);
      cells.push_back(column ? all.at(row, *column) : added_cell(id, *groups[row]));
    }
    view.add_row(std::move(cells));
  }
  return view;
}

std::optional<TableModel::CellLook> difference_look(const Table& table, std::size_t row,
                                                    std::size_t column) {
  const std::string& id = table.columns()[column].id;
  const auto value = number_of(table.at(row, column));
  if (!value) return std::nullopt;
  if (is_time_change(id)) {
    return TableModel::CellLook{signed_duration(*value), time_change_color(*value)};
  }
  if (id == "relative") {
    return TableModel::CellLook{signed_percent(*value), time_change_color(*value)};
  }
  if (id == "of_change") return TableModel::CellLook{signed_percent(*value)};
  return std::nullopt;
}

Table metric_view(const std::vector<SideComparison>& comparisons, std::size_t base,
                  const QStringList& labels) {
  std::vector<std::pair<std::string, std::string>> order;  // in the order of the comparisons
  std::map<std::pair<std::string, std::string>, MetricRow> rows;
  for (std::size_t side = 0; side < comparisons.size(); ++side) {
    if (side == base || !comparisons[side].comparison) continue;
    for (const MetricDifference& metric : comparisons[side].comparison->metrics) {
      const std::pair key{metric.name, metric.unit};
      const auto [row, fresh] = rows.try_emplace(key);
      if (fresh) order.push_back(key);
      row->second.unit = metric.unit;
      row->second.base = metric.base;
      row->second.sides[side] = &metric;
    }
  }
  std::vector<Table::Column> columns{
      {.id = "metric", .title = text_of(ComparisonText::tr("Metric"))},
      {.id = "value.base", .title = text_of(labels[static_cast<qsizetype>(base)])}};
  for (std::size_t side = 0; side < comparisons.size(); ++side) {
    if (side != base) add_side_columns(labels[static_cast<qsizetype>(side)], side, columns);
  }
  columns.push_back({.id = "unit", .title = text_of(ComparisonText::tr("Unit"))});
  Table table(std::move(columns));
  for (const auto& key : order) {
    const MetricRow& row = rows.at(key);
    std::vector<Cell> cells{
        key.first,
        row.base ? Cell(*row.base) : Cell(Missing{text_of(ComparisonText::tr("not reported"))})};
    for (std::size_t side = 0; side < comparisons.size(); ++side) {
      if (side != base) add_side_cells(row, side, cells);
    }
    cells.emplace_back(row.unit);
    table.add_row(std::move(cells));
  }
  return table;
}

std::optional<TableModel::CellLook> metric_look(const Table& table, std::size_t row,
                                                std::size_t column) {
  const std::string& id = table.columns()[column].id;
  const auto value = number_of(table.at(row, column));
  if (!value) return std::nullopt;
  if (id.starts_with("relative.")) return TableModel::CellLook{signed_percent(*value)};
  const bool change = id.starts_with("change.");
  const auto text = to_qstring(analysis::metric_text({.name = text_at(table, row, "metric"),
                                                      .value = change ? std::abs(*value) : *value,
                                                      .unit = text_at(table, row, "unit"),
                                                      .note = {}}));
  if (!change) return TableModel::CellLook{text};
  // The difference of two percentages is in percentage points.
  return TableModel::CellLook{
      signed_text(*value, QString(text).replace(QLatin1Char('%'), ComparisonText::tr("pp")))};
}

QString metric_hint(const Table& table, std::size_t row) {
  const auto* definition = analysis::find_metric_definition(text_at(table, row, "metric"));
  return definition == nullptr ? QString() : to_qstring(definition->definition);
}

std::optional<TableModel::CellLook> place_look(const Table& table, std::size_t row,
                                               std::size_t column) {
  if (table.columns()[column].id != "change_ns") return std::nullopt;
  const auto value = number_of(table.at(row, column));
  if (!value) return std::nullopt;
  return TableModel::CellLook{signed_duration(*value), time_change_color(*value)};
}

}  // namespace nscope::gui
