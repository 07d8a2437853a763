#pragma once

#include "app/gui/plan/charts/heat_table.h"
#include "costmodel/cost_report/region_costs.h"

#include <QAbstractTableModel>
#include <QComboBox>
#include <QLabel>
#include <QWidget>
#include <optional>
#include <vector>

namespace nscope::gui {

/// The cost of the same work in each region, for a HeatTable: one row per item, one column per
/// region, USD per million tokens with one purchase option or with the cheapest one. A cheaper cell
/// has a stronger colour. GUI thread.
class RegionMatrixModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  explicit RegionMatrixModel(QObject* parent = nullptr);

  /// `option`: index into the options of the scenario; if empty, the cheapest one in each region.
  void set_matrix(cost::CostMatrix matrix, std::optional<std::size_t> option);
  void set_option(std::optional<std::size_t> option);
  const cost::CostMatrix& matrix() const { return matrix_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  cost::CostMatrix matrix_;
  std::optional<std::size_t> option_{};
  std::vector<cost::RegionRow> items_;
};

/// The table of regions, with a list to choose the purchase option. GUI thread.
class RegionsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit RegionsPanel(QWidget* parent = nullptr);

  void set_matrix(const cost::CostMatrix& matrix);
  QComboBox& option() { return *option_; }
  const RegionMatrixModel& model() const { return *model_; }
  HeatTable& view() { return *view_; }
  QString note() const { return note_->text(); }

 private:
  std::optional<std::size_t> chosen() const;
  void show_note();

  RegionMatrixModel* model_;
  QComboBox* option_;
  HeatTable* view_;
  QLabel* note_;
};

}  // namespace nscope::gui
