#pragma once

#include "app/live/live_series.h"
#include "profiler/base/tables/table.h"

#include <QColor>
#include <QLabel>
#include <QPointF>
#include <QString>
#include <QWidget>
#include <cstdint>
#include <span>
#include <vector>

class QCustomPlot;

namespace nscope::gui {

class AgoTicker;
class SectionTitle;

/// The series of one quantity over the last seconds or minutes. The latest value is at the right
/// edge, and lines are interrupted at gaps. GUI thread.
class RollingChart : public QWidget {
  Q_OBJECT

 public:
  /// `empty_text` is shown while there is no data.
  RollingChart(app::LiveQuantity quantity, const QString& title, const std::string& unit,
               QString empty_text, QWidget* parent = nullptr);

  app::LiveQuantity quantity() const { return quantity_; }
  /// Shows the points of its quantity that are not older than `window` seconds. If the window and
  /// `version`, which increases with every point, are unchanged, only calls set_time().
  void set_series(std::span<const app::LiveSeries> series, std::uint64_t version, double now,
                  double window);
  /// Moves the right edge. Repaints only if that moves the plot by at least a pixel.
  void set_time(double now, double window);
  void clear();

  QCustomPlot& plot() { return *plot_; }
  /// The number of time spans with errors that are marked in red.
  int burst_count() const;
  QString legend() const { return legend_->text(); }
  /// The tool tip for a position: "NeuronCore 3: 61 %, 12 s ago" near a point, and otherwise the
  /// values of the series at that time; empty if there are none.
  QString text_at(const QPointF& position) const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Line {
    QString name;
    QColor color;
    bool mean = false;  ///< mean of the other series
  };
  void apply_theme();
  void style_lines();
  void show_legend(std::span<const app::LiveSeries* const> series);
  void fit_height(double highest);
  void mark_bursts(std::span<const app::LiveSeries* const> series, double begin);
  QString values_at(double time) const;
  void schedule_replot();

  app::LiveQuantity quantity_;
  Table::Column column_;
  QString title_text_;
  QString empty_text_;
  SectionTitle* title_;
  QLabel* legend_;
  QLabel* empty_;
  QCustomPlot* plot_;
  QSharedPointer<AgoTicker> ticker_;
  std::vector<Line> lines_;
  double highest_ = 0.0;
  double now_ = 0.0;
  double window_ = 60.0;
  std::uint64_t version_ = 0;
};

}  // namespace nscope::gui
