#pragma once

#include "costmodel/economics/cost_matrix.h"

#include <QAbstractTableModel>

namespace nscope::gui {

/// The cost matrix as Qt sees it: a row per item and region (and one at full load where the item
/// has latency limits), a column per purchase option, million tokens per dollar, for a HeatTable.
/// Cells without a price say why in words. GUI thread.
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
  double most_ = 0.0;  ///< most tokens per dollar of any cell that may win
};

/// What hovering over a cell tells, HTML: price with source and age, throughput, cost.
QString cell_tip(const cost::CostMatrix& matrix, std::size_t row, std::size_t option);

/// "inf2.48xlarge", with the label and the region where they add something.
QString row_title(const cost::CostMatrix& matrix, std::size_t row);

}  // namespace nscope::gui
