#pragma once

#include "app/gui/shell/palette/palette_index.h"

#include <QAbstractListModel>
#include <vector>

namespace nscope::gui {

/// The entries that match the query of the palette. GUI thread.
class PaletteModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { kMatched = Qt::UserRole, kDetail, kNote };
  static constexpr std::size_t kMostRows = 60;

  using QAbstractListModel::QAbstractListModel;

  void set_entries(std::vector<PaletteEntry> entries);
  void set_query(const QString& query);
  const PaletteEntry& entry(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  /// DisplayRole: the text. kMatched: indices of the matched characters (QList<int>). kDetail and
  /// kNote: the secondary texts beside it and at the right. AccessibleTextRole: all texts.
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  PaletteIndex index_;
  QString query_;
  std::vector<std::size_t> rows_;
};

}  // namespace nscope::gui
