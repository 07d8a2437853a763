#include "app/gui/docks/regions/region_list_model.h"

#include "app/gui/panels/signed_text.h"
#include "app/gui/panels/table_model.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <tuple>

namespace nscope::gui {
namespace {

constexpr std::array<const char*, RegionListModel::kColumns> kListedColumns{
    "region", "instance", "core", "start_ns", "duration_ns", "deviation"};

const Cell& region_cell(const Table& table, std::size_t row, std::string_view column) {
  static const Cell kNone = Missing{};
  const auto at = find_column(table, column);
  return at ? table.at(row, *at) : kNone;
}

using RegionKey = std::tuple<std::string, std::string, std::string>;

RegionKey key_of(const Table& table, std::size_t row) {
  const auto word = [&](std::string_view column) {
    return to_string(region_cell(table, row, column), Language());
  };
  return {word("region"), word("instance"), word("core")};
}

}  // namespace

RegionListModel::RegionListModel(QObject* parent)
    : QAbstractTableModel(parent), table_(std::make_shared<const Table>()) {}

void RegionListModel::set_table(std::shared_ptr<const Table> table) {
  std::set<RegionKey> before;
  for (const std::size_t row : checked()) before.insert(key_of(*table_, row));
  beginResetModel();
  table_ = std::move(table);
  columns_.clear();
  for (const char* id : kListedColumns) {
    if (const auto column = find_column(*table_, id)) columns_.push_back(*column);
  }
  const bool complete = columns_.size() == kListedColumns.size();
  checked_.assign(complete ? table_->row_count() : 0, false);
  std::optional<std::size_t> slowest;
  double most = 0.0;
  bool any = false;
  for (std::size_t row = 0; row < checked_.size(); ++row) {
    if (!before.empty() && before.contains(key_of(*table_, row))) any = checked_[row] = true;
    const auto deviation = number_of(cell(row, kDeviation));
    if (deviation && *deviation > most) {
      most = *deviation;
      slowest = row;
    }
  }
  if (!any && !checked_.empty()) {
    for (std::size_t row = 0; row < std::min<std::size_t>(2, checked_.size()); ++row) {
      checked_[row] = true;
    }
    if (slowest) checked_[*slowest] = true;
  }
  endResetModel();
  emit checked_changed();
}

std::vector<std::size_t> RegionListModel::checked() const {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < checked_.size(); ++row) {
    if (checked_[row]) rows.push_back(row);
  }
  return rows;
}

void RegionListModel::set_checked(std::size_t row, bool checked) {
  if (row >= checked_.size() || checked_[row] == checked) return;
  checked_[row] = checked;
  const QModelIndex at = index(static_cast<int>(row), kRegion);
  emit dataChanged(at, at, {Qt::CheckStateRole});
  emit checked_changed();
}

void RegionListModel::check_only(const std::vector<std::size_t>& rows) {
  if (checked_.empty()) return;
  checked_.assign(checked_.size(), false);
  for (const std::size_t row : rows) {
    if (row < checked_.size()) checked_[row] = true;
  }
  emit dataChanged(index(0, kRegion), index(rowCount() - 1, kRegion), {Qt::CheckStateRole});
  emit checked_changed();
}

const Cell& RegionListModel::cell(std::size_t row, int column) const {
  return table_->at(row, columns_[static_cast<std::size_t>(column)]);
}

QString RegionListModel::text(std::size_t row, int column) const {
  const Cell& value = cell(row, column);
  if (column == kDeviation) {
    if (const auto share = number_of(value)) return signed_percent(*share);
  }
  return cell_text(table_->columns()[columns_[static_cast<std::size_t>(column)]], value);
}

int RegionListModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(checked_.size());
}

int RegionListModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant RegionListModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const auto row = static_cast<std::size_t>(index.row());
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return text(row, column);
    case Qt::CheckStateRole:
      if (column != kRegion) return {};
      return static_cast<int>(checked_[row] ? Qt::Checked : Qt::Unchecked);
    case Qt::TextAlignmentRole:
      return static_cast<int>(Qt::AlignVCenter |
                              (column == kRegion ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::FontRole: return mono_font(11);
    case Qt::ForegroundRole:
      if (std::holds_alternative<Missing>(cell(row, column))) return current_tokens().muted;
      if (column == kDeviation) {
        if (const auto share = number_of(cell(row, column))) return time_change_color(*share);
      }
      return {};
    case TableModel::kSortRole: {
      const Cell& value = cell(row, column);
      if (const auto number = number_of(value)) return *number;
      if (std::holds_alternative<Missing>(value)) return {};
      return text(row, column);
    }
    default: return {};
  }
}

bool RegionListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || role != Qt::CheckStateRole || index.column() != kRegion) return false;
  set_checked(static_cast<std::size_t>(index.row()), value.toInt() == Qt::Checked);
  return true;
}

Qt::ItemFlags RegionListModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  if (index.column() == kRegion) flags |= Qt::ItemIsUserCheckable;
  return flags;
}

QVariant RegionListModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= kColumns) return {};
  if (role == Qt::TextAlignmentRole) {
    return static_cast<int>(Qt::AlignVCenter |
                            (section == kRegion ? Qt::AlignLeft : Qt::AlignRight));
  }
  if (role == Qt::InitialSortOrderRole && section != kRegion) return Qt::DescendingOrder;
  if (role != Qt::DisplayRole || columns_.size() != kListedColumns.size()) return {};
  return title_text(table_->columns()[columns_[static_cast<std::size_t>(section)]]);
}

QString region_label(const Table& regions, std::size_t row) {
  const auto word = [&](std::string_view column) {
    const auto at = find_column(regions, column);
    return at ? cell_text(regions.columns()[*at], regions.at(row, *at)) : QString();
  };
  QString label = word("region");
  const auto instance = number_of(region_cell(regions, row, "instance"));
  if (instance && *instance > 1.0) label += QStringLiteral(" #") + word("instance");
  const auto core = find_column(regions, "core");
  bool several = false;
  for (std::size_t i = 1; core && i < regions.row_count() && !several; ++i) {
    several = regions.at(i, *core) != regions.at(0, *core);
  }
  return several ? RegionListModel::tr("%1, core %2").arg(label, word("core")) : label;
}

}  // namespace nscope::gui

#include "moc_region_list_model.cpp"
