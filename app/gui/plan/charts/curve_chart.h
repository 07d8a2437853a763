#pragma once

#include "app/gui/plan/charts/plan_chart.h"

#include <QString>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

class QLabel;

namespace nscope::gui {

/// What a CurveChart draws. Plain data.
struct Curves {
  struct Line {
    QString name{};
    std::vector<double> x{};
    std::vector<double> y{};
    std::size_t color = 0;  ///< of series_color()
    bool steps = false;     ///< a value holds from its x to the next
    bool filled = false;    ///< an area on top of the filled lines before it, of the same x
    bool dashed = false;
  };
  /// A place on the horizontal axis with its name.
  struct Mark {
    double x = 0;
    QString name{};
    bool main = false;  ///< the one that matters: drawn in the accent
  };
  QString name{};  ///< for screen readers: "Cost over the interval"
  QString x_label{};
  QString y_label{};
  bool log_x = false;
  bool from_zero = true;  ///< the vertical axis starts at 0
  /// The vertical axis ends there, even where lines go higher.
  std::optional<double> y_most{};
  std::vector<Line> lines{};
  std::vector<Mark> marks{};
  /// Names of places on the horizontal axis, instead of numbers.
  std::vector<std::pair<double, QString>> ticks{};
};

/// Lines, steps or stacked areas over numbers, with named places and a legend. Hovering tells
/// the values. A table beside it has the same numbers. GUI thread.
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
