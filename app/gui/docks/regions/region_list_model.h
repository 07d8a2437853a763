#pragma once

#include "profiler/base/tables/table.h"

#include <QAbstractTableModel>
#include <cstddef>
#include <memory>
#include <vector>

namespace nscope::gui {

/// A Qt item model of the rows of the analysis "regions" with a check box for each. GUI thread.
class RegionListModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kRegion, kInstance, kCore, kStart, kDuration, kDeviation };
  static constexpr int kColumns = kDeviation + 1;

  explicit RegionListModel(QObject* parent = nullptr);

  /// Sets the table and checks the regions whose names, instances and cores were checked before. If
  /// there are none, checks the first two regions and the one that exceeds the median of its group
  /// the most.
  void set_table(std::shared_ptr<const Table> table);
  const Table& table() const { return *table_; }

  /// The checked rows of the table, ascending.
  std::vector<std::size_t> checked() const;
  void set_checked(std::size_t row, bool checked);
  /// Checks these rows and no others.
  void check_only(const std::vector<std::size_t>& rows);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  void checked_changed();

 private:
  const Cell& cell(std::size_t row, int column) const;
  QString text(std::size_t row, int column) const;

  std::shared_ptr<const Table> table_;
  std::vector<std::size_t> columns_;  ///< columns of the table in the order of Column
  std::vector<bool> checked_;
};

/// "layer 3", its instance number if it is not 1, and its core if the table has several: the name
/// of a row of the analysis "regions".
QString region_label(const Table& regions, std::size_t row);

}  // namespace nscope::gui
