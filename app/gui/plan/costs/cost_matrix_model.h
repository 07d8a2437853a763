#pragma once

#include "costmodel/economics/cost_matrix.h"

#include <QAbstractTableModel>

namespace nscope::gui {

/// The cost matrix as a Qt model for a HeatTable, in million tokens per dollar: one row per item
/// and region, a second one at full load if the item has latency limits, and one column per
/// purchase option. The text of a cell without a figure says why. GUI thread.
class CostMatrixModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  explicit CostMatrixModel(QObject* parent = nullptr);

  void set_matrix(cost::CostMatrix matrix);
  const cost::CostMatrix& matrix() const { return matrix_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  const cost::CostCell& cell(const QModelIndex& index) const;
  QVariant heat(const cost::CostFigures& figures) const;

  cost::CostMatrix matrix_;
  double most_ = 0.0;  ///< most tokens per dollar of the cells that can win
};

/// The tooltip of a cell as HTML: price with source and age, throughput, and cost.
QString cell_tip(const cost::CostMatrix& matrix, std::size_t row, std::size_t option);

/// The label of the item, or its instance type if it has none ("inf2.48xlarge"), with the count and
/// the region if there are several.
QString row_title(const cost::CostMatrix& matrix, std::size_t row);

}  // namespace nscope::gui
