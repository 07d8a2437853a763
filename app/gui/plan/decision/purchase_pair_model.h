#pragma once

#include "costmodel/migration/roi.h"

#include <QAbstractTableModel>
#include <memory>
#include <vector>

namespace nscope::gui {

/// The net present value for each purchase option of the baseline (rows) and the target (columns),
/// for a HeatTable. The text of a pair without a price says why. GUI thread.
class PurchasePairModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;

  void set_result(std::shared_ptr<const cost::RoiResult> result);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  const cost::OptionCell& cell(int row, int column) const;
  QString tool_tip(const cost::OptionCell& pair) const;

  std::shared_ptr<const cost::RoiResult> result_;
  int columns_ = 0;
  double most_ = 1.0;  ///< largest absolute value of all pairs, in USD
};

}  // namespace nscope::gui
