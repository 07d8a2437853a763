#pragma once

#include "app/gui/forms/capacity.h"
#include "app/gui/plan/fleet/summary_parts.h"

#include <QPushButton>
#include <vector>

namespace nscope::gui {

/// The result of a plan: a sentence, key figures with their intervals, remarks about requirements
/// or about the nearest alternatives, and the confidence. Without a plan it shows the lower bounds.
/// GUI thread.
class FleetSummary : public QFrame {
  Q_OBJECT

 public:
  explicit FleetSummary(QWidget* parent = nullptr);

  void set_plan(const capacity::FleetPlan& plan);
  void set_bounds(const std::vector<capacity::FleetBound>& bounds);
  QString sentence() const { return sentence_->text(); }
  /// Plans with the nearest limits that can be met; hidden if there are none.
  QPushButton& relax_button() { return *relax_; }
  QString remarks() const { return remarks_->text(); }
  QString confidence() const { return confidence_->text(); }

 signals:
  /// The user accepts the nearest limits that a fleet meets.
  void relax_requested(const std::vector<nscope::capacity::Limit>& limits);

 private:
  void show_relaxation(const capacity::FleetPlan* plan);
  void show_figures(const capacity::FleetPlan& plan);
  void show_text(QLabel* label, const QStringList& lines);

  QLabel* sentence_;
  QLabel* configuration_;
  KeyFigure* count_;
  KeyFigure* hour_;
  KeyFigure* month_;
  KeyFigure* million_;
  KeyFigure* latency_;
  CardGrid* figures_;
  QLabel* remarks_;
  QLabel* confidence_;
  QPushButton* relax_;
  std::vector<capacity::Limit> nearest_;  ///< limits that a fleet meets; empty: not known
};

}  // namespace nscope::gui
