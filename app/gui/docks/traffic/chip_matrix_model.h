#pragma once

#include "profiler/analysis/ranks/link_traffic.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>
#include <map>
#include <utility>
#include <vector>

namespace nscope::gui {

/// Bytes sent between chips as a heat map: rows send, columns receive. If the machine has switches,
/// the last row and column are the switches. Pairs without a counter are empty. GUI thread.
class ChipMatrixModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  explicit ChipMatrixModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  void set_links(std::vector<analysis::LinkTraffic> links);
  /// The counter track of a cell; invalid if the pair has no counter.
  TrackId track(const QModelIndex& index) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  const analysis::LinkTraffic* link(const QModelIndex& index) const;

  std::vector<analysis::LinkTraffic> links_;
  std::vector<int> ends_;  ///< chips in order; kNoChip last: switches
  std::map<std::pair<int, int>, std::size_t> index_;
  double most_ = 0.0;  ///< bytes of the busiest link
};

/// Draws the cells in their background colours, which the style sheet of tables would hide.
class ChipMatrixDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
};

}  // namespace nscope::gui
