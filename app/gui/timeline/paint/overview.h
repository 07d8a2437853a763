#pragma once

#include "app/gui/timeline/model/time_view.h"
#include "profiler/trace/trace.h"

#include <QColor>
#include <QImage>
#include <QStringList>
#include <QWidget>
#include <memory>
#include <vector>

namespace nscope::gui {

/// The overview above the timeline: the activity of each engine over the whole run, or of each
/// group of tracks if the run has no engines, and the visible interval, which can be dragged and
/// resized. GUI thread.
class OverviewWidget : public QWidget {
  Q_OBJECT

 public:
  explicit OverviewWidget(QWidget* parent = nullptr);

  void set_trace(std::shared_ptr<const Trace> trace, const TimeView& limits);
  void set_view(const TimeView& view);
  QSize sizeHint() const override;
  /// The names of the strips from top to bottom.
  QStringList strip_names() const;

 signals:
  void view_requested(const nscope::gui::TimeView& view);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  enum class Grip { kNone, kMove, kBegin, kEnd };
  TimeScale scale() const;
  Grip grip_at(double x) const;
  void name_strip(double y);
  void measure();
  void render_heat();
  double content_width() const;

  std::shared_ptr<const Trace> trace_;
  TimeView limits_;
  TimeView view_;
  struct Strip {
    QString name;  ///< for the tooltip
    QColor color;
    std::vector<float> busy;  ///< busy share of equal intervals of the run, 0 to 1
  };
  std::vector<Strip> strips_;
  QImage heat_;  ///< the painted strips; null if they must be repainted
  Grip grip_ = Grip::kNone;
  double grab_tick_ = 0.0;
  TimeView grab_view_;
};

}  // namespace nscope::gui
