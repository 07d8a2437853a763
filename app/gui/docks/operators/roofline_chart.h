#pragma once

#include "profiler/analysis/operators/operator_totals.h"
#include "profiler/analysis/operators/format_roofs.h"
#include "profiler/analysis/operators/roofline.h"
#include "profiler/base/tables/table.h"

#include <QLabel>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

class QCustomPlot;

namespace nscope::gui {

/// An operator on the roofline.
struct RooflinePoint {
  std::size_t row = 0;       ///< row of the table; unused for all operators together
  double intensity = 0.0;    ///< FLOP/B
  double flops_per_s = 0.0;  ///< achieved performance
  double active_ns = 0.0;
  bool compute_bound = false;  ///< false: HBM-bound
  bool above_roof = false;
  QString name{};
};

/// The point of all operators together; nullopt if the run has no FLOPs or no HBM bytes.
std::optional<RooflinePoint> roofline_whole(const Trace& trace,
                                            const analysis::OperatorTotals& totals);
/// The rows of the analysis "roofline" that have positive intensity and FLOP/s and so can be drawn
/// on logarithmic axes, sorted by descending active time.
std::vector<RooflinePoint> roofline_points(const Table& table);
/// The diameter in pixels of a point whose operator takes `share` (0 to 1) of the time of the
/// longest operator. Areas are proportional to time, with a minimum that can still be clicked.
double point_diameter(double share);

/// A roofline chart of one core with one point for each operator, on logarithmic axes. Dragging
/// pans, the wheel zooms, and a double-click outside the points shows everything. GUI thread.
class RooflineChart : public QWidget {
  Q_OBJECT

 public:
  explicit RooflineChart(QWidget* parent = nullptr);

  /// `whole`: all operators together, drawn as a diamond.
  /// `formats`: the data types that are multiplied; each peak that differs from that of BF16 is a
  /// roof of its own.
  void set_points(std::vector<RooflinePoint> points, const analysis::CoreRoof& roof,
                  const std::optional<RooflinePoint>& whole,
                  std::vector<analysis::FormatRoof> formats = {});
  /// The labels of the horizontal roofs, highest first.
  const QStringList& roofs() const { return roof_labels_; }
  const std::optional<RooflinePoint>& whole() const { return whole_; }
  const std::vector<RooflinePoint>& points() const { return points_; }
  /// Emphasises the point of a row of the table; nullopt: none.
  void mark(std::optional<std::size_t> row);
  /// The row of the point at a position in the plot.
  std::optional<std::size_t> row_at(const QPointF& position) const;
  QCustomPlot& plot() { return *plot_; }
  QString legend() const { return legend_->text(); }

 signals:
  void row_clicked(std::size_t row);
  void row_activated(std::size_t row);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void rebuild();
  void draw_roofs();
  void draw_roof(double flops_per_s, const QString& text, bool main);
  void draw_points();
  void draw_whole();
  const RooflinePoint* point_at(const QPointF& position) const;
  double distance(const RooflinePoint& point, const QPointF& position) const;
  void show_legend();
  void show_everything();
  QString tool_tip(const RooflinePoint& point) const;

  std::vector<RooflinePoint> points_;
  analysis::CoreRoof roof_;
  std::vector<analysis::FormatRoof> formats_;
  QStringList roof_labels_;
  std::optional<RooflinePoint> whole_;
  std::optional<std::size_t> marked_;
  QLabel* legend_;
  QCustomPlot* plot_;
};

}  // namespace nscope::gui
