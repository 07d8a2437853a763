#pragma once

#include "app/gui/plan/forms/capacity.h"

#include <QAbstractTableModel>
#include <string>
#include <vector>

namespace nscope::gui {

/// What the fleets of a plan cost a month, however bought: a row per instance type and region, a
/// column per purchase option, for a HeatTable. The
/// cheaper, the stronger. GUI thread.
class OfferMatrixModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  explicit OfferMatrixModel(QObject* parent = nullptr);

  void set_plan(const capacity::FleetPlan& plan);
  /// Of a row.
  const std::string& instance(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    std::string instance;
    int count = 0;
    std::string region;
    std::vector<capacity::Offer> offers;  ///< one for each column
  };
  /// 0 where there is no price.
  Usd per_month(const Row& row, const capacity::Offer& offer) const;
  QString tool_tip(const Row& row, const capacity::Offer& offer) const;

  std::vector<Row> rows_;
  std::vector<cost::Purchase> options_;
  std::vector<cost::Purchase> asked_;  ///< that may be bought
  bool several_regions_ = false;
  double least_ = 0;  ///< USD a month of any cell
  int best_row_ = -1;
  int best_column_ = -1;
};

}  // namespace nscope::gui
