#pragma once

#include "app/gui/analysis/plot_data.h"

#include <QColor>
#include <QLabel>
#include <QScrollBar>
#include <QWidget>
#include <optional>

class QCustomPlot;

namespace nscope::gui {

/// Draws the plot that an analysis declares. Bars lie one below the other, with
/// their names and values, and scroll; lines and points can be dragged and
/// zoomed. GUI thread.
class AnalysisChart : public QWidget {
  Q_OBJECT

 public:
  explicit AnalysisChart(QWidget* parent = nullptr);

  void set_data(PlotData data);
  const PlotData& data() const { return data_; }
  QCustomPlot& plot() { return *plot_; }
  QString note() const { return note_->text(); }
  /// The row of the table that is drawn at a position of the plot.
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
  /// What depends on the size.
  void fit();
  void fit_ticks();
  /// Names that fit, bars on screen, room for their values.
  void fit_bars();
  void show_tool_tip(const QPointF& position, const QPoint& global);

  PlotData data_;
  QLabel* legend_;
  QCustomPlot* plot_;
  QScrollBar* scroll_;
  QLabel* note_;
};

/// The colour of a series: an engine's own, else one of the series colours, else
/// one by its name.
QColor plot_color(const QString& series, std::size_t index);

}  // namespace nscope::gui
