#include "app/gui/live/live_table_model.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

QString value_text(const std::string& unit, const std::optional<double>& value) {
  if (!value) return LiveTableModel::tr("unknown");
  return quantity_text(unit, *value);
}

}  // namespace

QString quantity_title(app::LiveQuantity quantity) {
  using app::LiveQuantity;
  switch (quantity) {
    case LiveQuantity::kUtilization: return LiveTableModel::tr("NeuronCore utilisation");
    case LiveQuantity::kMemory: return LiveTableModel::tr("Memory in use");
    case LiveQuantity::kLatency: return LiveTableModel::tr("Execution latency");
    case LiveQuantity::kErrors: return LiveTableModel::tr("Errors per period");
    case LiveQuantity::kEcc: return LiveTableModel::tr("ECC events");
    case LiveQuantity::kEngineBusy: return LiveTableModel::tr("Engine busy share");
    case LiveQuantity::kEventRate: return LiveTableModel::tr("Events per second");
    case LiveQuantity::kDelivery: return LiveTableModel::tr("Delivery latency");
  }
  return {};
}

QString quantity_text(const std::string& unit, double value) {
  if (unit == "%") return number_text(format_percent(value / 100.0));
  if (unit == "share") return number_text(format_percent(value));
  if (unit == "events/s") return number_text(format_si(value, "/s"));
  const bool whole = value == std::floor(value);
  if (unit == "count" && !whole) return number_text(fmt::format("{:.1f}", value));
  return number_text(format_value(value, unit));
}

LiveTableModel::Row LiveTableModel::row_of(const app::LiveSeries& series, double begin) {
  Row row{.quantity = series.quantity, .series = to_qstring(series.name), .unit = series.unit};
  const app::RollingSeries& points = series.points;
  row.newest = points.newest();
  row.gaps = points.gaps();
  double sum = 0.0;
  std::size_t count = 0;
  for (std::size_t i = points.lower_bound(begin); i < points.size(); ++i) {
    const auto& point = points.at(i);
    if (point.is_gap()) continue;
    row.lowest = std::min(row.lowest.value_or(point.value), point.value);
    row.highest = std::max(row.highest.value_or(point.value), point.value);
    sum += point.value;
    ++count;
  }
  if (count > 0) row.mean = sum / static_cast<double>(count);
  return row;
}

void LiveTableModel::set_series(std::span<const app::LiveSeries> series, double now,
                                double window) {
  if (series.size() < rows_.size()) clear();
  const auto known = std::min(rows_.size(), series.size());
  for (std::size_t i = 0; i < known; ++i) {
    Row row = row_of(series[i], now - window);
    if (row == rows_[i]) continue;
    rows_[i] = std::move(row);
    const int line = static_cast<int>(i);
    emit dataChanged(index(line, 0), index(line, kColumns - 1));
  }
  if (known == series.size()) return;
  beginInsertRows({}, static_cast<int>(known), static_cast<int>(series.size()) - 1);
  for (std::size_t i = known; i < series.size(); ++i) {
    rows_.push_back(row_of(series[i], now - window));
  }
  endInsertRows();
}

void LiveTableModel::clear() {
  beginResetModel();
  rows_.clear();
  endResetModel();
}

int LiveTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int LiveTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QString LiveTableModel::text(const Row& row, int column) const {
  switch (column) {
    case kQuantity: return quantity_title(row.quantity);
    case kSeries: return row.series;
    case kNewest: return value_text(row.unit, row.newest);
    case kLowest: return value_text(row.unit, row.lowest);
    case kMean: return value_text(row.unit, row.mean);
    case kHighest: return value_text(row.unit, row.highest);
    case kGaps: return QString::number(row.gaps);
    default: return {};
  }
}

QVariant LiveTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = rows_[static_cast<std::size_t>(index.row())];
  const bool number = index.column() >= kNewest;
  switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return text(row, index.column());
    case Qt::FontRole: return number ? mono_font(11) : ui_font(12);
    case Qt::TextAlignmentRole:
      return static_cast<int>(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
    default: return {};
  }
}

QVariant LiveTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= kColumns) return {};
  if (role == Qt::TextAlignmentRole) {
    return static_cast<int>(Qt::AlignVCenter |
                            (section >= kNewest ? Qt::AlignRight : Qt::AlignLeft));
  }
  if (role != Qt::DisplayRole) return {};
  const QString titles[] = {tr("Metric"), tr("Series"),  tr("Latest"), tr("Minimum"),
                            tr("Mean"),   tr("Maximum"), tr("Gaps")};
  return titles[section];
}

}  // namespace nscope::gui

#include "moc_live_table_model.cpp"
