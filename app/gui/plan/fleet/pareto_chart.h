#pragma once

#include "app/gui/plan/charts/plan_chart.h"
#include "app/gui/plan/fleet/fleet_points.h"

namespace nscope::gui {

/// Latency against cost: the fleets of all types with their intervals, the cheapest marked, what
/// other limits would cost as a line of steps, and the limit. Hovering tells the configuration, a
/// click asks for its instance type. GUI thread.
class ParetoChart : public PlanChart {
  Q_OBJECT

 public:
  explicit ParetoChart(QWidget* parent = nullptr);

  /// `limit`: s; empty: there is none for this latency.
  void set_points(std::vector<FleetPoint> points, capacity::Latency latency,
                  std::optional<capacity::Limit> limit);
  const std::vector<FleetPoint>& points() const { return points_; }
  /// Where a point is on the plot.
  QPointF place_of(std::size_t point) const;
  /// The point within reach of a place on the plot; empty: none.
  std::optional<std::size_t> point_at(QPointF place) const;
  /// What hovering over a point tells, HTML.
  QString tip(std::size_t point) const;
  QString text_at(double x, double y) const override;

 signals:
  void instance_clicked(const QString& instance);

 protected:
  bool is_empty() const override { return points_.empty(); }
  void draw() override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void add_bands();
  void add_markers();
  void add_frontier();

  std::vector<FleetPoint> points_;
  capacity::Latency latency_ = capacity::Latency::kE2e;
  std::optional<capacity::Limit> limit_;
  double per_second_ = 1;  ///< units of the axis in a second
};

}  // namespace nscope::gui
