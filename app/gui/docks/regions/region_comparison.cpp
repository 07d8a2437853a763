#include "app/gui/docks/regions/region_comparison.h"

#include "app/gui/docks/regions/region_list_model.h"
#include "app/gui/panels/signed_text.h"
#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "app/gui/theme/tokens.h"
#include "profiler/base/format.h"
#include "profiler/base/order_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace nscope::gui {
namespace {

/// Columns of the analysis that are not figures.
constexpr std::array<std::string_view, 6> kNotFigures{"region",   "instance",  "core",
                                                      "start_ns", "deviation", "slice_id"};

/// Whether more of a figure is worse (-1), better (1) or neither (0).
int goodness(const Table::Column& figure) {
  if (figure.unit == "ns" || figure.id == "spill_bytes" || figure.id == "hbm_bytes") return -1;
  return figure.id == "mfu_share" ? 1 : 0;
}

/// The difference as a share of the baseline, or of two shares in percentage points.
QString difference_of(const Table::Column& figure, double value, double baseline) {
  if (is_share(figure)) {
    const QString size = number_text(format_percent(std::abs(value - baseline)));
    return signed_text(value - baseline, QString(size).replace(QLatin1Char('%'), tr("pp")));
  }
  if (baseline == 0.0) return {};
  return signed_percent(value / baseline - 1.0);
}

}  // namespace

std::optional<TableModel::CellLook> RegionComparison::look(std::size_t row,
                                                           std::size_t column) const {
  if (column == 0 || row >= figures.size()) return std::nullopt;
  const Table::Column& figure = figures[row];
  const Cell& cell = table.at(row, column);
  const QString text = cell_text(figure, cell);
  const auto value = number_of(cell);
  const bool is_baseline = first == 2 ? column == 1 : column == first;
  if (!value || !baseline[row] || is_baseline) return TableModel::CellLook{text};
  const double change = *value - *baseline[row];
  const QString difference = difference_of(figure, *value, *baseline[row]);
  if (change == 0.0 || difference.isEmpty()) return TableModel::CellLook{text};
  QColor color;
  if (const int good = goodness(figure); good != 0) {
    color = change * good > 0.0 ? current_tokens().good : current_tokens().bad;
  }
  return TableModel::CellLook{text + QStringLiteral("  ") + difference, color};
}

RegionComparison compare_regions(const Table& regions, std::span<const std::size_t> rows,
                                 RegionBaseline baseline) {
  RegionComparison out;
  const bool median = baseline == RegionBaseline::kMedian;
  std::vector<Table::Column> columns{{.id = "figure", .title = text_of(tr("Figure"))}};
  if (median) columns.push_back({.id = "median", .title = text_of(tr("Median"))});
  out.first = columns.size();
  for (const std::size_t row : rows) {
    columns.push_back(
        {.id = "region" + std::to_string(row), .title = text_of(region_label(regions, row))});
  }
  out.table = Table(std::move(columns));
  for (std::size_t column = 0; column < regions.columns().size(); ++column) {
    const Table::Column& figure = regions.columns()[column];
    if (std::find(kNotFigures.begin(), kNotFigures.end(), figure.id) != kNotFigures.end()) continue;
    std::vector<double> values;
    for (const std::size_t row : rows) {
      if (const auto value = number_of(regions.at(row, column))) values.push_back(*value);
    }
    std::optional<double> base;
    if (median && !values.empty()) base = quantile(values, 0.5);
    if (!median && !rows.empty()) base = number_of(regions.at(rows.front(), column));
    std::vector<Cell> cells{figure.title};
    if (median) cells.push_back(base ? Cell(*base) : Cell(Missing{}));
    for (const std::size_t row : rows) cells.push_back(regions.at(row, column));
    out.table.add_row(std::move(cells));
    out.figures.push_back(figure);
    out.baseline.push_back(base);
  }
  return out;
}

}  // namespace nscope::gui
