#include "app/gui/shell/palette/palette_model.h"

namespace nscope::gui {

void PaletteModel::set_entries(std::vector<PaletteEntry> entries) {
  beginResetModel();
  index_ = PaletteIndex(std::move(entries));
  rows_ = index_.find(query_, kMostRows);
  endResetModel();
}

void PaletteModel::set_query(const QString& query) {
  beginResetModel();
  query_ = query;
  rows_ = index_.find(query_, kMostRows);
  endResetModel();
}

const PaletteEntry& PaletteModel::entry(int row) const {
  return index_.entry(rows_[static_cast<std::size_t>(row)]);
}

int PaletteModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const PaletteEntry& shown = entry(index.row());
  const QString note = shown.keys.isEmpty() ? kind_title(shown.kind) : shown.keys;
  switch (role) {
    case Qt::DisplayRole: return shown.text;
    case kDetail: return shown.obstacle.isEmpty() ? shown.detail : shown.obstacle;
    case kNote: return note;
    case Qt::ToolTipRole: return shown.obstacle.isEmpty() ? shown.detail : shown.obstacle;
    case Qt::AccessibleTextRole:
      return QStringList{shown.text, shown.detail, note}.join(QStringLiteral(", "));
    case kMatched: {
      const auto found = index_.matched(rows_[static_cast<std::size_t>(index.row())], query_);
      return QVariant::fromValue(QList<int>(found.begin(), found.end()));
    }
    default: return {};
  }
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  const bool possible = entry(index.row()).obstacle.isEmpty();
  return possible ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren
                  : Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

}  // namespace nscope::gui

#include "moc_palette_model.cpp"
