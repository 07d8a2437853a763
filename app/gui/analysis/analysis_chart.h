#pragma once

#include "app/gui/analysis/plot_data.h"

#include <QColor>
#include <QLabel>
#include <QScrollBar>
#include <QWidget>
#include <optional>

class QCustomPlot;

namespace nscope::gui {

/// Draws the plot that an analysis declares. Bars are horizontal, with names and values, and scroll
/// vertically. Lines and points can be panned and zoomed. GUI thread.
class AnalysisChart : public QWidget {
  Q_OBJECT

 public:
  explicit AnalysisChart(QWidget* parent = nullptr);

  void set_data(PlotData data);
  const PlotData& data() const { return data_; }
  QCustomPlot& plot() { return *plot_; }
  QString note() const { return note_->text(); }
  /// The table row that is drawn at a position in the plot.
  std::optional<std::size_t> row_at(const QPointF& position) const;

 signals:
  void row_clicked(std::size_t row);
  void row_activated(std::size_t row);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  bool bars() const { return data_.kind == analysis::Plot::Kind::kBars; }
  const PlotData::Item* item_at(const QPointF& position) const;
  void rebuild();
  void show_legend();
  void draw_bars();
  void draw_points();
  void set_up_axes();
  void show_everything();
  /// Adapts everything that depends on the size of the widget.
  void fit();
  void fit_ticks();
  /// Sets the visible bars, their elided names and the space for their values.
  void fit_bars();
  void show_tool_tip(const QPointF& position, const QPoint& global);

  PlotData data_;
  QLabel* legend_;
  QCustomPlot* plot_;
  QScrollBar* scroll_;
  QLabel* note_;
};

/// The colour of a series: the colour of the engine of that name, or one of the series colours, or
/// a colour derived from the name if there are more series than colours.
QColor plot_color(const QString& series, std::size_t index);

}  // namespace nscope::gui
