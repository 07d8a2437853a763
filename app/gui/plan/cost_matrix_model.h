#pragma once

#include "costmodel/cost_matrix.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

namespace nscope::gui {

/// The cost matrix as Qt sees it: a row per item and region, a column per
/// purchase option, million tokens per dollar. Cells without a price say why in
/// words. GUI thread.
class CostMatrixModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role {
    kHeatRole = Qt::UserRole,  ///< 0..1 among the priced cells; invalid without a price
    kBandRole,                 ///< "± 0.02", empty without a band
    kBestRole,                 ///< true for the winner
    kValueRole,                ///< tokens per dollar; invalid without a price
    kDisqualifiedRole,         ///< true where a guard found the item impossible
    kHeatColorRole,            ///< of the full heat; invalid: the accent
  };

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
  QString tool_tip(const QModelIndex& index) const;

  cost::CostMatrix matrix_;
  double most_ = 0.0;  ///< most tokens per dollar of any cell
};

/// "inf2.48xlarge", with the label and the region where they add something.
QString row_title(const cost::CostMatrix& matrix, std::size_t row);

/// Draws the cells of the matrix as heat with value and band.
class HeatDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
};

}  // namespace nscope::gui
