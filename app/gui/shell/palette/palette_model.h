#pragma once

#include "app/gui/shell/palette/palette_index.h"

#include <QAbstractListModel>
#include <vector>

namespace nscope::gui {

/// What the palette lists for its query. GUI thread.
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
  /// DisplayRole: the text. kMatched: positions in it (QList<int>). kDetail, kNote:
  /// the muted texts beside it and at the right. AccessibleText: all of it.
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  PaletteIndex index_;
  QString query_;
  std::vector<std::size_t> rows_;
};

}  // namespace nscope::gui
