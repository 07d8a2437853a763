#pragma once

#include "app/gui/background/job.h"
#include "app/gui/timeline/marker_editor.h"
#include "app/gui/timeline/model/run_dependencies.h"
#include "app/gui/timeline/model/selected_range.h"
#include "app/gui/timeline/model/slice_classes.h"
#include "app/gui/timeline/model/timeline_rows.h"
#include "app/gui/timeline/paint/flow_arrows.h"
#include "app/gui/timeline/paint/timeline_frame.h"
#include "app/gui/timeline/timeline_drag.h"

#include <QAbstractScrollArea>
#include <QImage>
#include <QMenu>
#include <QPoint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace nscope::gui {

/// The timeline: rows of events over a time axis. Paints into an image in pixel
/// buckets, so a frame costs pixels. Keys: W/S zoom at the cursor, A/D pan, F
/// fits the selection or everything, Esc clears, [ and ] step along the track, P and N
/// follow dependencies, M sets a marker, Up and Down choose a track. GUI thread.
class TimelineWidget : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit TimelineWidget(QWidget* parent = nullptr);
  ~TimelineWidget() override;

  void set_trace(std::shared_ptr<const Trace> trace,
                 std::shared_ptr<analysis::SharedDependencies> dependencies = nullptr);
  const std::shared_ptr<const Trace>& trace() const { return trace_; }
  const TimelineRows& rows() const { return rows_; }
  /// Background work, for the list of jobs.
  std::vector<Job*> jobs() const { return {classify_job_, &dependencies_->job()}; }

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
  /// Shows what the selected event waited for last (computed in the background when first
  /// asked); says so where there is nothing.
  void follow_predecessor();
  /// The same of the first event that waited for it, of another track if there is one.
  void follow_successor();

  std::optional<TimeView> range() const;
  void set_range(std::optional<TimeView> range);
  /// The range with the tracks of a box.
  const std::optional<SelectedRange>& selection() const { return selection_; }
  void set_selection(std::optional<SelectedRange> selection);
  void fit();
  void clear_selection();
  void zoom_at_cursor(double factor);
  void pan(double share_of_view);

  /// Dims all other events; null shows all.
  void set_highlight(HighlightPtr highlight);
  /// The same of the events of one name; invalid shows all.
  void set_highlight(StringId name);
  const HighlightPtr& highlight() const { return highlight_; }
  /// Hides what would be dimmed.
  void set_hide_others(bool hide);

  /// What colours say. Other modes than kEngine are computed in the background.
  void set_color_mode(ColorMode mode);
  ColorMode color_mode() const { return color_mode_; }
  /// The classes of the mode; null until they are known.
  const std::shared_ptr<const SliceClasses>& classes() const { return classes_; }
  /// Hatches that tell classes apart without colour.
  void set_patterns(bool on);
  bool has_patterns() const { return patterns_; }

  /// The critical path over the rows, and slack. Computed in the background.
  void set_critical_path_shown(bool shown);
  const RunDependencies& dependencies() const { return *dependencies_; }

  const TrackArrangement& arrangement() const { return rows_.arrangement(); }
  /// Of a stored layout or an undone step.
  void set_arrangement(const TrackArrangement& arrangement);
  void set_all_collapsed(bool collapsed);
  void set_filter(const QString& filter);
  /// The track that keys act on; invalid: none.
  TrackId current_track() const { return current_; }
  void set_current_track(TrackId track);
  /// The menu of a track, owned by the caller.
  QMenu* make_track_menu(TrackId track);

  const Markers& markers() const { return markers_->markers(); }
  void set_markers(Markers markers) { markers_->set(std::move(markers)); }
  /// Adds a marker at `tick` and picks it; nothing without a run.
  void add_marker(double tick);
  void remove_marker(std::size_t index) { markers_->remove(index); }
  void rename_marker(std::size_t index, const QString& name) { markers_->rename(index, name); }
  /// Picks a marker; with the one picked before it, their difference is shown.
  void pick_marker(std::optional<std::size_t> index) { markers_->pick(index); }
  const PickedMarkers& picked_markers() const { return markers_->picked(); }

  /// The event at a viewport position, within a few pixels. Invalid: none.
  SliceId slice_at(const QPoint& position) const;
  /// Viewport rectangle of an event; empty where its row is closed.
  QRectF slice_rect(SliceId slice) const;
  /// What the next frame is painted from.
  FrameInput frame() const;

 signals:
  void view_changed(const nscope::gui::TimeView& view);
  void slice_selected(nscope::SliceId slice);
  void range_selected(const std::optional<nscope::gui::TimeView>& range);
  void selection_changed(const std::optional<nscope::gui::SelectedRange>& selection);
  void highlight_changed(const nscope::gui::HighlightPtr& highlight);
  void frame_painted(double milliseconds);
  /// The time under the cursor in ticks; nullopt outside the content.
  void cursor_moved(std::optional<double> tick);
  /// classes() or color_mode() changed.
  void classes_changed();
  void critical_path_shown_changed(bool shown);
  /// The user rearranged the tracks: undo is set_arrangement(before).
  void arrangement_changed(const nscope::gui::TrackArrangement& before,
                           const nscope::gui::TrackArrangement& after);
  /// Rows changed in any way: opened, filtered, rearranged, another run.
  void rows_arranged();
  void markers_changed();
  /// Something to tell the user in the status bar.
  void message(const QString& text);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;

 private:
  enum class Pending { kNone, kPredecessor, kSuccessor };

  TimeView around(SliceId slice) const;
  void invalidate();
  void update_scroll_bar();
  void rows_changed();
  /// Changes the rows and says so, so that it can be undone.
  void arrange(const std::function<void(TimelineRows&)>& change);
  void follow(Pending direction);
  void dependencies_ready();
  void classify_run();
  void paint_overlay(QPainter& painter, const FrameInput& frame) const;
  void click(const QPoint& position);
  bool alt_key(int key);
  void step_track(int direction);
  void use_current_track();
  void scroll_to(const TimelineRow& row);
  /// Does what a drag means at this place; false where nothing is dragged.
  bool drag_to(const QPoint& position);
  void drag_height(const QPoint& position);
  void hover(const QPoint& position, const QPoint& global);
  void show_tool_tip(const QPoint& position, const QPoint& global);
  QString idle_tip(const Track& track, double tick);
  QString slice_tip(SliceId slice) const;
  double cursor_anchor() const;
  double content_pixels() const;
  void mark_here();
  void step_marker(int direction);
  void add_visibility_actions(QMenu* menu);
  void add_height_actions(QMenu* menu, TrackId track);
  void add_counter_actions(QMenu* menu, TrackId track);
  void open_marker_menu(std::size_t index, const QPoint& global);

  std::shared_ptr<const Trace> trace_;
  TimelineRows rows_;
  TimeView view_;
  SliceId selected_;
  EventFlows flows_;  ///< of the selected event
  HighlightPtr highlight_;
  bool hide_others_ = false;
  std::optional<SelectedRange> selection_;
  std::optional<QPoint> cursor_;
  TrackId hovered_;
  TrackId current_;

  ColorMode color_mode_ = ColorMode::kEngine;
  bool patterns_ = false;
  std::shared_ptr<const SliceClasses> classes_;
  Job* classify_job_;
  RunDependencies* dependencies_;
  Pending pending_ = Pending::kNone;
  bool show_path_ = false;

  MarkerEditor* markers_;
  TimelineDrag drag_;

  QImage cache_;       ///< rendered rows
  bool stale_ = true;  ///< something they depend on changed
};

}  // namespace nscope::gui
