#pragma once

#include "app/core/cost_answer.h"
#include "app/gui/panels/section.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/plan/curve_chart.h"

#include <QComboBox>
#include <QLabel>
#include <QWidget>
#include <memory>

namespace nscope::gui {

/// A job on spot: what it takes and costs with reclaims, over the interval between its
/// checkpoints with the formulas' optima, and where spot stops to pay. GUI thread.
class SpotJobPanel : public QWidget {
  Q_OBJECT

 public:
  explicit SpotJobPanel(QWidget* parent = nullptr);

  /// Keeps the chosen job. `answer` must have a spot panel.
  void set_answer(std::shared_ptr<const app::CostAnswer> answer);

  CurveChart& chart() { return *chart_; }
  TablePanel& table() { return *table_; }
  QComboBox& jobs() { return *jobs_; }
  QString note() const { return note_->text(); }

 private:
  void show_job();
  void show_figures(const cost::SpotPanel& panel);
  void show_curve(const cost::SpotPanel& panel, const cost::IntervalCurve& curve);
  void show_table(const cost::SpotPanel& panel);

  std::shared_ptr<const app::CostAnswer> answer_;
  QComboBox* jobs_;
  KeyFigure* figures_[4];
  CurveChart* chart_;
  TablePanel* table_;
  QLabel* note_;
  QWidget* content_;
};

}  // namespace nscope::gui
