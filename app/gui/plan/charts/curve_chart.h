#pragma once

#include "app/gui/plan/charts/plan_chart.h"

#include <QString>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

class QLabel;

namespace nscope::gui {

/// The content of a CurveChart. Plain data.
struct Curves {
  struct Line {
    QString name{};
    std::vector<double> x{};
    std::vector<double> y{};
    std::size_t color = 0;  ///< index for series_color()
    bool steps = false;     ///< a value applies from its x to the next x
    bool filled = false;    ///< an area stacked on the earlier filled lines, which have the same x
    bool dashed = false;
  };
  /// A labelled position on the x axis.
  struct Mark {
    double x = 0;
    QString name{};
    bool main = false;  ///< drawn as a solid line in the accent colour
  };
  QString name{};  ///< accessible name: "Cost by interval"
  QString x_label{};
  QString y_label{};
  bool log_x = false;
  bool counts_x = false;  ///< x are counts: there are no ticks between whole numbers
  bool counts_y = false;
  bool from_zero = true;  ///< the y axis starts at 0
  /// Upper limit of the y axis; values above it are cut off.
  std::optional<double> y_most{};
  std::vector<Line> lines{};
  std::vector<Mark> marks{};
  /// Positions and labels of the ticks on the x axis; if empty, the ticks are numbers.
  std::vector<std::pair<double, QString>> ticks{};
};

/// A chart of lines, steps or stacked areas with labelled positions and a legend. The tooltip shows
/// the values. A view should also offer the same data as a table. GUI thread.
class CurveChart : public PlanChart {
  Q_OBJECT

 public:
  explicit CurveChart(QWidget* parent = nullptr);

  void set_curves(Curves curves);
  const Curves& curves() const { return curves_; }
  QString text_at(double x, double y) const override;

 protected:
  bool is_empty() const override { return curves_.lines.empty(); }
  void draw() override;

 private:
  void add_lines();
  void fit_y();

  Curves curves_;
  QLabel* legend_;
};

}  // namespace nscope::gui
