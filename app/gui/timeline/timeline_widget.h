#pragma once

#include "app/gui/background/job.h"
#include "app/gui/timeline/marker_editor.h"
#include "app/gui/timeline/model/run_dependencies.h"
#include "app/gui/timeline/model/selected_range.h"
#include "app/gui/timeline/model/slice_classes.h"
#include "app/gui/timeline/model/timeline_rows.h"
#include "app/gui/timeline/paint/event_notes.h"
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

/// The timeline: rows of events over a time axis. Events are merged per pixel, so the cost of a
/// frame does not depend on their number. Keys: W and S zoom at the cursor, A and D pan, F fits the
/// selection or the whole run, Esc clears the selection, [ and ] step along the track, P and N
/// follow dependencies, M adds a marker, E expands a stack, Up and Down select a track. GUI thread.
class TimelineWidget : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit TimelineWidget(QWidget* parent = nullptr);
  ~TimelineWidget() override;

  void set_trace(std::shared_ptr<const Trace> trace,
                 std::shared_ptr<analysis::SharedDependencies> dependencies = nullptr);
  const std::shared_ptr<const Trace>& trace() const { return trace_; }
  const TimelineRows& rows() const { return rows_; }
  /// The background jobs, for the status bar.
  std::vector<Job*> jobs() const { return {classify_job_, shares_job_, &dependencies_->job()}; }

  const TimeView& view() const { return view_; }
  /// Sets the view, clamped to limits() and to a minimum span.
  void set_view(const TimeView& view);
  /// The view that shows the whole run.
  TimeView limits() const;

  SliceId selected() const { return selected_; }
  /// Selects an event and emits slice_selected(). An invalid id clears the selection.
  void select(SliceId slice);
  /// Selects an event, expands its group, and scrolls and pans to it.
  void show_slice(SliceId slice);
  /// Like show_slice(), and zooms until the event fills a third of the view.
  void zoom_to_slice(SliceId slice);
  void show_track(TrackId track);
  /// Shows the next (+1) or previous (-1) event on the track of the selected event.
  void step(int direction);
  /// Shows the event that the selected event waited for last, or a message if it is unknown. The
  /// dependencies are computed in the background on first use.
  void follow_predecessor();
  /// Shows the first event that waited for the selected event, preferably on another track.
  void follow_successor();

  std::optional<TimeView> range() const;
  void set_range(std::optional<TimeView> range);
  /// The selected range with its tracks.
  const std::optional<SelectedRange>& selection() const { return selection_; }
  void set_selection(std::optional<SelectedRange> selection);
  void fit();
  void clear_selection();
  void zoom_at_cursor(double factor);
  void pan(double share_of_view);

  /// Dims the events that are not in `highlight`; null removes the highlight.
  void set_highlight(HighlightPtr highlight);
  /// Highlights the events with one name; an invalid name removes the highlight.
  void set_highlight(StringId name);
  const HighlightPtr& highlight() const { return highlight_; }
  /// Hides dimmed events completely.
  void set_hide_others(bool hide);

  /// Sets the property that determines colours. Modes other than kEngine and kNone are computed in
  /// the background.
  void set_color_mode(ColorMode mode);
  ColorMode color_mode() const { return color_mode_; }
  /// The classes that are shown. They may be of the previous mode until those of color_mode() are
  /// computed; null before the first.
  const std::shared_ptr<const SliceClasses>& classes() const { return classes_; }
  /// Switches the hatching that distinguishes classes without colour.
  void set_patterns(bool on);
  bool has_patterns() const { return patterns_; }

  /// Shows the critical path and the slack of the selected event. Computed in the background.
  void set_critical_path_shown(bool shown);
  /// The active shares of the tracks; null until they are computed.
  const std::shared_ptr<const ActiveShares>& shares() const { return shares_; }
  const RunDependencies& dependencies() const { return *dependencies_; }

  const TrackArrangement& arrangement() const { return rows_.arrangement(); }
  /// Restores an arrangement of a stored layout or an undo step.
  void set_arrangement(const TrackArrangement& arrangement);
  void set_all_collapsed(bool collapsed);
  void set_filter(const QString& filter);
  /// Expands a compact stack or compacts an expanded one. Does nothing for tracks with one lane.
  void toggle_stack(TrackId track);
  void set_all_stacks(StackMode mode);
  /// Multiplies the height of all lanes by `factor`. The lane at the viewport position `y` keeps
  /// its place.
  void zoom_lanes(double factor, int y);
  /// The track that keys act on; invalid if there is none.
  TrackId current_track() const { return current_; }
  void set_current_track(TrackId track);
  /// Creates the context menu of a track. The caller deletes it.
  QMenu* make_track_menu(TrackId track);
  /// Creates the context menu of an event. The caller deletes it.
  QMenu* make_event_menu(SliceId slice);

  /// Does what a key without a text field would do. Returns false if the timeline has no use for
  /// the key.
  bool use_key(const QKeyEvent& event);

  /// The notes on events, which are drawn at their events.
  void set_event_notes(std::vector<EventNote> notes);
  const std::vector<EventNote>& event_notes() const { return event_notes_; }
  /// The event that is marked as the one with which others are compared; invalid: none.
  void set_baseline(SliceId slice);
  SliceId baseline() const { return baseline_; }

  const Markers& markers() const { return markers_->markers(); }
  void set_markers(Markers markers) { markers_->set(std::move(markers)); }
  /// Adds a marker at `tick` and picks it. Does nothing without a run.
  void add_marker(double tick);
  void remove_marker(std::size_t index) { markers_->remove(index); }
  void rename_marker(std::size_t index, const QString& name) { markers_->rename(index, name); }
  /// Picks a marker. The difference from the previously picked one is shown.
  void pick_marker(std::optional<std::size_t> index) { markers_->pick(index); }
  const PickedMarkers& picked_markers() const { return markers_->picked(); }

  /// The event at a viewport position, or within a few pixels. Invalid if there is none.
  SliceId slice_at(const QPoint& position) const;
  /// The viewport rectangle of an event; empty if its row is not visible.
  QRectF slice_rect(SliceId slice) const;
  /// The input of the next frame.
  FrameInput frame() const;

 signals:
  void view_changed(const nscope::gui::TimeView& view);
  void slice_selected(nscope::SliceId slice);
  void range_selected(const std::optional<nscope::gui::TimeView>& range);
  void selection_changed(const std::optional<nscope::gui::SelectedRange>& selection);
  void highlight_changed(const nscope::gui::HighlightPtr& highlight);
  void frame_painted(double milliseconds);
  /// The time under the cursor in ticks; nullopt outside of the content.
  void cursor_moved(std::optional<double> tick);
  /// classes() or color_mode() changed.
  void classes_changed();
  void critical_path_shown_changed(bool shown);
  /// The user rearranged the tracks. set_arrangement(before) undoes it.
  void arrangement_changed(const nscope::gui::TrackArrangement& before,
                           const nscope::gui::TrackArrangement& after);
  /// The rows changed: groups, filter, arrangement or run.
  void rows_arranged();
  void markers_changed();
  /// The user wants to find all events with the name of this one. Without a receiver, the menu
  /// does not offer it.
  void find_wanted(nscope::SliceId slice);
  /// The user wants to write a note on an event; offered like find_wanted().
  void annotate_wanted(nscope::SliceId slice);
  /// The user wants to compare other events with this one, or with none; offered like
  /// find_wanted().
  void baseline_wanted(nscope::SliceId slice);
  /// The user wants to see the source line of an event; offered like find_wanted().
  void source_wanted(nscope::SliceId slice);
  /// The user wants to remove a track that can be removed; offered like find_wanted().
  void remove_wanted(nscope::TrackId track);
  /// The user wants a link to what is shown and selected, or to an event; offered like
  /// find_wanted().
  void link_wanted(nscope::SliceId slice);
  /// A message for the status bar; an empty text clears it.
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
  /// Changes the rows and emits arrangement_changed(), so that the change can be undone.
  void arrange(const std::function<void(TimelineRows&)>& change);
  void follow(Pending direction);
  void dependencies_ready();
  void classify_run();
  void compute_shares();
  void paint_overlay(QPainter& painter, const FrameInput& frame) const;
  void click(const QPoint& position);
  bool alt_key(int key);
  void step_track(int direction);
  void use_current_track();
  void scroll_to(const TimelineRow& row);
  void scroll_to_lane(const TimelineRow& row, int lane);
  bool plain_key(int key);
  TrackId track_for_keys() const;
  void follow_tool_tip(SliceId before);
  /// Continues a drag; false if nothing is dragged.
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
  void add_stack_actions(QMenu* menu, TrackId track);
  void add_copy_actions(QMenu* menu, SliceId slice);
  void add_find_actions(QMenu* menu, SliceId slice);
  void add_only_actions(QMenu* menu, TrackId track);
  void paint_baseline(QPainter& painter, const FrameInput& input) const;
  void open_menu(QMenu* menu, const QPoint& at);
  void open_marker_menu(std::size_t index, const QPoint& global);

  std::shared_ptr<const Trace> trace_;
  TimelineRows rows_;
  TimeView view_;
  SliceId selected_;
  EventFlows flows_;  ///< dependencies of the selected event
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
  Job* shares_job_;
  std::shared_ptr<const ActiveShares> shares_;
  RunDependencies* dependencies_;
  Pending pending_ = Pending::kNone;
  bool show_path_ = false;

  MarkerEditor* markers_;
  std::vector<EventNote> event_notes_;
  SliceId baseline_;
  TimelineDrag drag_;
  NameTexts name_texts_;
  bool focus_shown_ = false;  ///< the focus came by key, so it is marked

  QImage cache_;       ///< rendered rows
  bool stale_ = true;  ///< `cache_` must be rendered again
};

}  // namespace nscope::gui
