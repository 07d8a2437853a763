#pragma once

#include "app/gui/plan/charts/plan_chart.h"
#include "app/gui/plan/forms/capacity.h"
#include "profiler/base/tables/table.h"

#include <memory>

namespace nscope::gui {

/// Time against cost of the fleets that a plan of training simulated: each instance type in its
/// colour, those that hold deadline and budget filled, the answer marked, both limits as lines.
/// Hovering tells layout, purchase and fate. GUI thread.
class TrainingChart : public PlanChart {
  Q_OBJECT

 public:
  explicit TrainingChart(QWidget* parent = nullptr);

  void set_plan(std::shared_ptr<const capacity::TrainingPlan> plan);
  /// Fleets that are drawn, by their index in the plan.
  const std::vector<std::size_t>& shown() const { return shown_; }
  QString tip(std::size_t fleet) const;
  /// The fleets that are drawn, a row each.
  Table table() const;
  QString text_at(double x, double y) const override;

 protected:
  bool is_empty() const override { return shown_.empty(); }
  void draw() override;

 private:
  void add_type(const std::string& instance, std::size_t color);
  void add_best();

  std::shared_ptr<const capacity::TrainingPlan> plan_;
  std::vector<std::size_t> shown_;
  bool small_are_explained_ = false;  ///< in the legend
};

}  // namespace nscope::gui
