#include "app/gui/panels/table_model.h"

#include "app/gui/text/shown_language.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "costmodel/money/figures.h"
#include "profiler/base/format.h"

#include <QPixmap>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

/// Whether cells have the unit, with a prefix for their size.
bool is_scaled(const Table::Column& column) {
  constexpr std::string_view kScaled[] = {"ns", "s", "B", "B/s", "FLOP", "FLOP/s"};
  return std::ranges::find(kScaled, column.unit) != std::end(kScaled);
}

bool is_money(const Table::Column& column) {
  return column.unit.starts_with("USD") || column.id.starts_with("usd");
}

/// A number of a column that states no number of decimals: six significant digits, but whole
/// numbers and digits before the decimal point are never rounded.
QString plain_number(double value) {
  constexpr int kDigits = 6;
  constexpr double kThousand = 1'000;
  constexpr double kWholeFrom = 999'999.5;
  if (!std::isfinite(value) || value == std::floor(value)) {
    return number_text(group_thousands(to_string(Cell(value), Language())));
  }
  const double size = std::abs(value);
  if (size >= kWholeFrom) return number_text(group_thousands(fmt::format("{:.0f}", value)));
  const std::string digits = cost::as_digits(value, kDigits).exact;
  return number_text(size < kThousand ? digits : group_thousands(digits));
}

/// A price or a cost with the digits that people need: cents, the decimals of an hourly price, and
/// three significant digits of other rates, such as the cost of a million tokens.
QString money_text(const Table::Column& column, double dollars) {
  constexpr int kCents = 2;
  constexpr int kDigits = 3;
  const bool hourly = column.unit == "USD/h" || column.id == "usd_per_hour";
  if (hourly) return number_text(cost::as_price(Usd::round(dollars)).exact);
  if (column.decimals < 0 || column.decimals > kCents) return significant_text(dollars, kDigits);
  return number_text(group_thousands(fmt::format("{:.{}f}", dollars, column.decimals)));
}

QString value_text(const Table::Column& column, double value) {
  if (is_share(column)) return number_text(format_percent(value));
  // Times need more digits than durations, so that consecutive times differ.
  if (column.id == "start_ns") return number_text(format_time_ns(value, 1.0));
  if (is_money(column)) return money_text(column, value);
  if (is_scaled(column)) return number_text(format_value(value, column.unit));
  if (column.decimals < 0) return plain_number(value);
  return number_text(group_thousands(to_string(Cell(value), Language(), column.decimals)));
}

QPixmap mark_of(const QColor& color) {
  QPixmap mark(10, 10);
  mark.fill(color);
  return mark;
}

/// Decides by the first cell that has a value.
bool holds_numbers(const Table& table, std::size_t column) {
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    const Cell& cell = table.at(row, column);
    if (std::holds_alternative<Missing>(cell)) continue;
    return std::holds_alternative<std::int64_t>(cell) || std::holds_alternative<double>(cell);
  }
  return false;
}

}  // namespace

QString title_text(const Table::Column& column) {
  return column.title.empty() ? to_qstring(column.id) : to_qstring(column.title);
}

QString heading_text(const Table::Column& column) {
  const QString title = title_text(column);
  const QString unit = to_qstring(column.unit);
  const bool stated = unit.isEmpty() || unit == QLatin1String("count") || is_scaled(column) ||
                      is_share(column) || title.contains(QLatin1Char('(') + unit);
  return stated ? title : QStringLiteral("%1 (%2)").arg(title, unit);
}

std::optional<double> number_of(const Cell& cell) {
  if (const auto* whole = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&cell)) return *real;
  return std::nullopt;
}

std::optional<std::size_t> find_column(const Table& table, std::string_view id) {
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    if (table.columns()[c].id == id) return c;
  }
  return std::nullopt;
}

bool is_share(const Table::Column& column) {
  return column.unit == "share" || column.id == "share" || column.id.ends_with("_share");
}

QString cell_text(const Table::Column& column, const Cell& cell) {
  if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
    if (column.unit.empty() || column.unit == "count") return count_text(*whole);
    return value_text(column, static_cast<double>(*whole));
  }
  if (const auto* real = std::get_if<double>(&cell)) return value_text(column, *real);
  return to_qstring(to_string(cell, shown_language(), column.decimals));
}

TableModel::TableModel(QObject* parent)
    : QAbstractTableModel(parent), table_(std::make_shared<const Table>()) {}

void TableModel::set_table(std::shared_ptr<const Table> table) {
  beginResetModel();
  table_ = std::move(table);
  numbers_.clear();
  for (std::size_t c = 0; c < table_->columns().size(); ++c) {
    numbers_.push_back(holds_numbers(*table_, c));
  }
  unit_column_ = find_column(*table_, "unit");
  endResetModel();
}

bool TableModel::has_unit_of_row(const Table::Column& column) const {
  const bool measured = column.id == "value" || column.id == "mean";
  return measured && column.unit.empty() && unit_column_.has_value();
}

/// Uses the unit of the row if the column has no unit.
QString TableModel::plain_text(std::size_t row, std::size_t column) const {
  const Table::Column& of = table_->columns()[column];
  const Cell& cell = table_->at(row, column);
  if (!has_unit_of_row(of)) return cell_text(of, cell);
  const auto* unit = std::get_if<std::string>(&table_->at(row, *unit_column_));
  if (unit == nullptr) return cell_text(of, cell);
  Table::Column in_unit = of;
  in_unit.unit = *unit;
  return cell_text(in_unit, cell);
}

int TableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(table_->row_count());
}

int TableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(table_->columns().size());
}

std::optional<TableModel::CellLook> TableModel::look_of(std::size_t row, std::size_t column) const {
  return cell_looks_ ? cell_looks_(*table_, row, column) : std::nullopt;
}

QString TableModel::tool_tip(std::size_t row, std::size_t column) const {
  const auto look = look_of(row, column);
  QString text = look ? look->text : plain_text(row, column);
  // Rounded numbers have their full precision here.
  const Table::Column& of = table_->columns()[column];
  const auto* real = std::get_if<double>(&table_->at(row, column));
  const bool rounded = is_money(of) || (of.decimals < 0 && !is_scaled(of) && !is_share(of));
  if (real != nullptr && !look && rounded && !has_unit_of_row(of)) {
    text = number_text(group_thousands(to_string(Cell(*real), Language())));
  }
  const QString hint = row_hint_ ? row_hint_(*table_, row) : QString();
  return hint.isEmpty() ? text : text + QLatin1Char('\n') + hint;
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const auto column = static_cast<std::size_t>(index.column());
  const auto row = static_cast<std::size_t>(index.row());
  const Cell& cell = table_->at(row, column);
  switch (role) {
    case Qt::DisplayRole:
      if (const auto look = look_of(row, column)) return look->text;
      return plain_text(row, column);
    case Qt::ToolTipRole: return tool_tip(row, column);
    case Qt::TextAlignmentRole:
      return static_cast<int>(Qt::AlignVCenter |
                              (is_number(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::FontRole: return mono_font(11);
    case Qt::DecorationRole:
      if (row_color_ && column == 0) {
        if (const QColor color = row_color_(row); color.isValid()) return mark_of(color);
      }
      return {};
    case Qt::ForegroundRole:
      if (std::holds_alternative<Missing>(cell)) return current_tokens().muted;
      if (const auto look = look_of(row, column); look && look->color.isValid()) {
        return look->color;
      }
      return {};
    case kSortRole:
      if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
        return QVariant::fromValue<qlonglong>(*whole);
      }
      if (const auto* real = std::get_if<double>(&cell)) return *real;
      if (const auto* text = std::get_if<std::string>(&cell)) return to_qstring(*text);
      if (const auto* text = std::get_if<Text>(&cell)) return to_qstring(*text);
      if (const auto* flag = std::get_if<bool>(&cell)) return *flag;
      return {};
    default: return {};
  }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const Table::Column& column = table_->columns()[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return heading_text(column);
  if (role == Qt::TextAlignmentRole) {
    const bool right = is_number(section) && !is_share(column);
    return static_cast<int>(Qt::AlignVCenter | (right ? Qt::AlignRight : Qt::AlignLeft));
  }
  // The first click on a column of numbers shows the largest ones.
  if (role == Qt::InitialSortOrderRole && is_number(section)) return Qt::DescendingOrder;
  return {};
}

TableSorter::TableSorter(QObject* parent) : QSortFilterProxyModel(parent) {
  setSortRole(TableModel::kSortRole);
}

/// Tables of queries have up to a million rows, so that texts are not copied to be compared.
bool TableSorter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  if (const auto* model = qobject_cast<const TableModel*>(sourceModel())) {
    const auto cell = [model](const QModelIndex& index) -> const Cell& {
      return model->table().at(static_cast<std::size_t>(index.row()),
                               static_cast<std::size_t>(index.column()));
    };
    const Cell& a = cell(left);
    const Cell& b = cell(right);
    if (a.index() == b.index()) {
      if (const auto* whole = std::get_if<std::int64_t>(&a))
        return *whole < std::get<std::int64_t>(b);
      if (const auto* real = std::get_if<double>(&a)) return *real < std::get<double>(b);
      if (const auto* text = std::get_if<std::string>(&a)) return *text < std::get<std::string>(b);
    }
  }
  const QVariant a = left.data(TableModel::kSortRole);
  const QVariant b = right.data(TableModel::kSortRole);
  if (!a.isValid() || !b.isValid()) {
    const bool ascending = sortOrder() == Qt::AscendingOrder;
    return ascending ? a.isValid() && !b.isValid() : !a.isValid() && b.isValid();
  }
  return QSortFilterProxyModel::lessThan(left, right);
}

}  // namespace nscope::gui

#include "moc_table_model.cpp"
