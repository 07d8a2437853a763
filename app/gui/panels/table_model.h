#pragma once

#include "profiler/base/table.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

namespace nscope::gui {

/// One cell as people read it in this column: durations, bytes and shares in
/// their units, missing values in words.
QString cell_text(const Table::Column& column, const Cell& cell);

/// True for a column that holds shares 0..1: drawn as bars.
bool is_share(const Table::Column& column);

/// The one Qt model over a Qt-free Table. Owns the table. GUI thread.
class TableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  /// The value to sort by: a number, or text; invalid where missing.
  static constexpr int kSortRole = Qt::UserRole;

  explicit TableModel(QObject* parent = nullptr);

  void set_table(Table table);
  const Table& table() const { return table_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  bool is_number(int column) const;

  Table table_;
};

/// Sorts a TableModel by value; missing values come last in both directions.
class TableSorter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  explicit TableSorter(QObject* parent = nullptr);

 protected:
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

}  // namespace nscope::gui
