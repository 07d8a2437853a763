#pragma once

#include "app/gui/forms/capacity.h"
#include "app/gui/plan/charts/plan_chart.h"
#include "profiler/base/tables/table.h"

#include <memory>

namespace nscope::gui {

/// A chart of time and cost of the fleets that a training plan simulated. Each instance type has a
/// colour, fleets that meet deadline and budget are filled, the cheapest fleet is marked, and
/// deadline and budget are lines. The tooltip shows layout, purchase option and, if the fleet is
/// rejected, why. GUI thread.
class TrainingChart : public PlanChart {
  Q_OBJECT

 public:
  explicit TrainingChart(QWidget* parent = nullptr);

  void set_plan(std::shared_ptr<const capacity::TrainingPlan> plan);
  /// The indices into the fleets of the plan that are drawn.
  const std::vector<std::size_t>& shown() const { return shown_; }
  QString tip(std::size_t fleet) const;
  /// The fleets that are drawn, one per row.
  Table table() const;
  QString text_at(double x, double y) const override;

 protected:
  bool is_empty() const override { return shown_.empty(); }
  void draw() override;

 private:
  void add_type(const std::string& instance, std::size_t color, int others);
  void add_best();

  std::shared_ptr<const capacity::TrainingPlan> plan_;
  std::vector<std::size_t> shown_;
  bool small_are_explained_ = false;  ///< the legend explains the small markers
};

}  // namespace nscope::gui
