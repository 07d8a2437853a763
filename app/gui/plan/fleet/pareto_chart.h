#pragma once

#include "app/gui/plan/charts/plan_chart.h"
#include "app/gui/plan/fleet/fleet_points.h"

namespace nscope::gui {

/// A chart of latency and cost: the best fleet of each instance type with its error band, the
/// cheapest fleet highlighted, the cost at other limits as a step line, and the limit. The tooltip
/// shows the configuration, and a click selects the instance type. GUI thread.
class ParetoChart : public PlanChart {
  Q_OBJECT

 public:
  explicit ParetoChart(QWidget* parent = nullptr);

  /// `limit`: empty if this latency has none.
  void set_points(std::vector<FleetPoint> points, capacity::Latency latency,
                  std::optional<capacity::Limit> limit);
  const std::vector<FleetPoint>& points() const { return points_; }
  /// The position of a point in pixels of the plot.
  QPointF place_of(std::size_t point) const;
  /// The point near a position of the plot, or empty.
  std::optional<std::size_t> point_at(QPointF place) const;
  /// The tooltip of a point as HTML.
  /// "TPOT p95": the percentile of the limit, or p99.
  QString latency_text() const;
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
  double per_second_ = 1;  ///< units of the x axis per second
};

}  // namespace nscope::gui
