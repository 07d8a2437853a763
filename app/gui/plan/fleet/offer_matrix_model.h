#pragma once

#include "app/gui/forms/capacity.h"

#include <QAbstractTableModel>
#include <string>
#include <vector>

namespace nscope::gui {

/// The monthly cost of the fleets of a plan, for a HeatTable: one row per instance type and region,
/// one column per purchase option. A cheaper cell has a stronger colour. GUI thread.
class OfferMatrixModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  explicit OfferMatrixModel(QObject* parent = nullptr);

  void set_plan(const capacity::FleetPlan& plan);
  /// The instance type of a row.
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
  /// The cost per month; 0 if there is no price.
  Usd per_month(const Row& row, const capacity::Offer& offer) const;
  bool is_asked(const capacity::Offer& offer) const;
  /// Whether the plan could choose the offer: it allows the purchase option, and the price is not
  /// out of date while another one is current.
  bool can_win(const capacity::Offer& offer) const;
  QString tool_tip(const Row& row, const capacity::Offer& offer) const;

  std::vector<Row> rows_;
  std::vector<cost::Purchase> options_;
  std::vector<cost::Purchase> asked_;  ///< the purchase options that the plan allows
  bool several_regions_ = false;
  double least_ = 0;         ///< lowest USD per month of the cells that can win; 0 if there is none
  bool best_leads_ = false;  ///< the price of the choice of the plan is current
  int best_row_ = -1;
  int best_column_ = -1;
};

}  // namespace nscope::gui
