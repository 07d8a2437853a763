#pragma once

#include "app/gui/timeline/timeline_frame.h"
#include "app/gui/timeline/timeline_rows.h"

#include <QAbstractScrollArea>
#include <QImage>
#include <QPoint>
#include <memory>
#include <optional>

namespace nscope::gui {

/// The timeline: rows of events over a time axis. Paints into an image in pixel
/// buckets, so a frame costs pixels. Keys: W/S zoom at the cursor, A/D pan, F
/// fits the selection or everything, Esc clears, [ and ] step along the track.
/// GUI thread.
class TimelineWidget : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit TimelineWidget(QWidget* parent = nullptr);

  void set_trace(std::shared_ptr<const Trace> trace);
  const std::shared_ptr<const Trace>& trace() const { return trace_; }
  const TimelineRows& rows() const { return rows_; }

  const TimeView& view() const { return view_; }
  /// Clamped to the trace and to a shortest span.
  void set_view(const TimeView& view);
  /// All there is to see.
  TimeView limits() const;

  SliceId selected() const { return selected_; }
  /// Selects an event and emits slice_selected(). Invalid clears.
  void select(SliceId slice);
  /// select(), opens its group and brings it into view.
  void show_slice(SliceId slice);
  /// show_slice(), and zooms until the event fills a third of the view.
  void zoom_to_slice(SliceId slice);
  void show_track(TrackId track);
  /// The next (+1) or previous (-1) event on the selected event's track.
  void step(int direction);

  std::optional<TimeView> range() const { return range_; }
  void set_range(std::optional<TimeView> range);
  void fit();
  void clear_selection();
  void zoom_at_cursor(double factor);
  void pan(double share_of_view);

  /// Dims events of other names; invalid shows all.
  void set_highlight(StringId name);
  void set_all_collapsed(bool collapsed);

  /// The event at a viewport position, within a few pixels. Invalid: none.
  SliceId slice_at(const QPoint& position) const;
  /// Viewport rectangle of an event; empty where its row is closed.
  QRectF slice_rect(SliceId slice) const;

 signals:
  void view_changed(const nscope::gui::TimeView& view);
  void slice_selected(nscope::SliceId slice);
  void range_selected(const std::optional<nscope::gui::TimeView>& range);
  void frame_painted(double milliseconds);
  /// The time under the cursor in ticks; nullopt outside the content.
  void cursor_moved(std::optional<double> tick);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;

 private:
  enum class Drag { kNone, kMaybePan, kPan, kRange };

  TimeView around(SliceId slice) const;
  FrameInput frame() const;
  void invalidate();
  void update_scroll_bar();
  void paint_overlay(QPainter& painter, const FrameInput& frame) const;
  void paint_range(QPainter& painter, const FrameInput& frame) const;
  void click(const QPoint& position);
  void show_tool_tip(const QPoint& position, const QPoint& global);
  const TimelineRow* row_at(const QPoint& position) const;
  double cursor_anchor() const;
  double content_pixels() const;

  std::shared_ptr<const Trace> trace_;
  TimelineRows rows_;
  TimeView view_;
  SliceId selected_;
  StringId highlight_;
  std::optional<TimeView> range_;
  std::optional<QPoint> cursor_;
  TrackId hovered_;

  Drag drag_ = Drag::kNone;
  QPoint drag_start_;
  TimeView drag_view_;

  QImage cache_;  ///< rendered rows; null when anything they depend on changed
};

}  // namespace nscope::gui
