#pragma once

#include "app/gui/panels/table_panel.h"
#include "app/pricing/price_scenario.h"

#include <QComboBox>
#include <QPushButton>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

namespace nscope::gui {

/// All results of the Costs view as tables, one at a time, for screen readers and spreadsheets. GUI
/// thread.
class CostTables : public QWidget {
  Q_OBJECT

 public:
  explicit CostTables(QWidget* parent = nullptr);

  /// `curve` is the first table for set_curve(); null if no break-even curve is drawn.
  void set_priced(const app::PricedScenario& priced_scenario, const Table* curve);
  /// Sets the table of the curve in the break-even panel, which changes with the sliders.
  void set_curve(const Table& table);

  QComboBox& choice() { return *choice_; }
  TablePanel& panel() { return *panel_; }
  /// Writes the shown table as CSV.
  void save(const QString& path);

 signals:
  void failed(const QString& what, const nscope::Error& error);
  void saved(const QString& status);

 private:
  struct Entry {
    QString title;
    std::shared_ptr<const Table> table;
  };
  void add(const QString& title, Table table);
  void show_table();

  std::vector<Entry> entries_;
  std::optional<std::size_t> curve_{};  ///< index of the entry of set_curve()
  QComboBox* choice_;
  TablePanel* panel_;
};

}  // namespace nscope::gui
