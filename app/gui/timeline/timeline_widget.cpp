#include "app/gui/timeline/timeline_widget.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "app/gui/timeline/paint/critical_overlay.h"
#include "app/gui/timeline/paint/hit_test.h"
#include "app/gui/timeline/paint/selection_overlay.h"

#include <QElapsedTimer>
#include <QEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>

namespace nscope::gui {

namespace {

/// Maximum share of the height for pinned rows. Further pinned rows scroll.
constexpr double kMostSticky = 0.6;
constexpr int kNameSize = 10;  ///< of the names of events, pixels

}  // namespace

TimelineWidget::TimelineWidget(QWidget* parent)
    : QAbstractScrollArea(parent),
      classify_job_(new Job(tr("Classifying events"), this)),
      shares_job_(new Job(tr("Computing active shares"), this)),
      dependencies_(new RunDependencies(this)),
      markers_(new MarkerEditor(this)),
      name_texts_(ui_font(kNameSize)) {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setAccessibleName(tr("Timeline"));
  setAccessibleDescription(
      tr("Events of all tracks over time. W and S zoom, A and D pan, F fits, "
         "brackets step along the track, P and N follow dependencies, M adds a marker."));
  viewport()->setMouseTracking(true);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
  connect(markers_, &MarkerEditor::changed, this, &TimelineWidget::markers_changed);
  connect(dependencies_, &RunDependencies::ready, this, &TimelineWidget::dependencies_ready);
  connect(dependencies_, &RunDependencies::given_up, this, [this](const Error& error) {
    if (pending_ != Pending::kNone || show_path_) {
      emit message(error.code == ErrorCode::kCancelled
                       ? tr("Computing dependencies was cancelled.")
                       : tr("Cannot compute dependencies: %1").arg(to_qstring(error.message)));
    }
    pending_ = Pending::kNone;
    set_critical_path_shown(false);
  });
}

TimelineWidget::~TimelineWidget() {
  // While all of this object exists: the viewport may have a field in which a marker is named.
  delete markers_;
}

void TimelineWidget::set_trace(std::shared_ptr<const Trace> trace,
                               std::shared_ptr<analysis::SharedDependencies> dependencies) {
  trace_ = std::move(trace);
  rows_ = trace_ ? TimelineRows(trace_) : TimelineRows();
  selected_ = SliceId();
  flows_ = {};
  set_highlight(HighlightPtr());
  selection_.reset();
  hovered_ = TrackId();
  current_ = TrackId();
  pending_ = Pending::kNone;
  drag_ = {};
  dependencies_->set_trace(trace_, std::move(dependencies));
  if (show_path_) dependencies_->request();
  classes_.reset();
  classify_run();
  compute_shares();
  set_markers({});
  event_notes_.clear();
  name_texts_.clear();
  view_ = limits();
  verticalScrollBar()->setValue(0);
  rows_changed();
  emit view_changed(view_);
}

TimeView TimelineWidget::limits() const {
  if (!trace_) return {};
  TimeView all{static_cast<double>(trace_->begin().value()),
               static_cast<double>(trace_->end().value())};
  if (all.span() <= 0.0) all.end = all.begin + 1.0;
  return with_margin(all, 0.01);
}

void TimelineWidget::set_view(const TimeView& view) {
  if (!trace_) return;
  // Show at least 20 ticks, the time resolution of a capture.
  const TimeView next = clamped(view, limits(), 20.0);
  if (next == view_) return;
  view_ = next;
  invalidate();
  emit view_changed(view_);
}

void TimelineWidget::select(SliceId slice) {
  if (slice == selected_) return;
  selected_ = slice;
  flows_ = trace_ ? event_flows(*trace_, slice) : EventFlows();
  viewport()->update();
  emit slice_selected(slice);
}

void TimelineWidget::show_slice(SliceId slice) {
  if (!trace_ || !slice.valid()) return;
  select(slice);
  const Trace::SliceRef ref = trace_->slice(slice);
  show_track(ref.track->id);
  if (const TimelineRow* row = rows_.row_of(ref.track->id)) {
    scroll_to_lane(*row, ref.track->slices.depth[ref.row]);
  }
  const auto begin = static_cast<double>(ref.begin().value());
  const auto end = static_cast<double>(ref.end().value());
  const double length = std::max(1.0, end - begin);
  TimeView next = view_;
  if (length > next.span()) next = with_margin({begin, end}, 0.1);
  // An event that is narrower than a few pixels would be hard to see.
  if (length < next.span() / content_pixels() * 3.0) {
    next = zoomed({begin, end}, 40.0, (begin + end) / 2.0);
  }
  if (begin < next.begin || end > next.end) {
    next = panned(next, (begin + end) / 2.0 - (next.begin + next.end) / 2.0);
  }
  set_view(next);
}

/// A view with the event in its middle third.
TimeView TimelineWidget::around(SliceId slice) const {
  const Trace::SliceRef ref = trace_->slice(slice);
  const auto begin = static_cast<double>(ref.begin().value());
  const auto end = static_cast<double>(ref.end().value());
  return with_margin({begin, std::max(end, begin + 1.0)}, 1.0);
}

void TimelineWidget::zoom_to_slice(SliceId slice) {
  if (!trace_ || !slice.valid()) return;
  show_slice(slice);
  set_view(around(slice));
}

void TimelineWidget::show_track(TrackId track) {
  if (!trace_ || !track.valid()) return;
  rows_.reveal(track);
  rows_changed();
  if (const TimelineRow* row = rows_.row_of(track)) scroll_to(*row);
}

void TimelineWidget::scroll_to(const TimelineRow& row) {
  const FrameInput input = frame();
  if (input.is_sticky(row)) return;
  const int visible = viewport()->height() - kAxisHeight;
  QScrollBar* bar = verticalScrollBar();
  if (row.bottom() > bar->value() + visible) bar->setValue(row.bottom() - visible);
  const int covered = input.sticky + rows_.header_height(row);
  if (row.top < bar->value() + covered) bar->setValue(row.top - covered);
}

/// Scrolls to one lane of a row that can be higher than the screen.
void TimelineWidget::scroll_to_lane(const TimelineRow& row, int lane) {
  const FrameInput input = frame();
  if (input.is_sticky(row)) return;
  const RowInset inset = row_inset(row);
  const LaneStrip strip = lane_strip(inset.height, row.lanes, lane, 0);
  const int top = row.top + inset.top + strip.top;
  const int visible = viewport()->height() - kAxisHeight;
  QScrollBar* bar = verticalScrollBar();
  if (top + strip.height > bar->value() + visible) bar->setValue(top + strip.height - visible);
  const int covered = input.sticky + rows_.header_height(row);
  if (top < bar->value() + covered) bar->setValue(top - covered);
}

void TimelineWidget::step(int direction) {
  if (!trace_ || !selected_.valid()) return;
  const Trace::SliceRef ref = trace_->slice(selected_);
  const auto rows = static_cast<std::int64_t>(ref.track->slices.size());
  const std::int64_t next = static_cast<std::int64_t>(ref.row) + direction;
  if (next < 0 || next >= rows) return;
  show_slice(Trace::slice_id(*ref.track, static_cast<std::size_t>(next)));
}

std::optional<TimeView> TimelineWidget::range() const {
  return selection_ ? std::optional(selection_->time) : std::nullopt;
}

void TimelineWidget::set_range(std::optional<TimeView> range) {
  set_selection(range ? std::optional(SelectedRange{*range}) : std::nullopt);
}

void TimelineWidget::set_selection(std::optional<SelectedRange> selection) {
  if (selection == selection_) return;
  const auto before = range();
  selection_ = std::move(selection);
  viewport()->update();
  emit selection_changed(selection_);
  if (range() != before) emit range_selected(range());
}

void TimelineWidget::fit() {
  if (!trace_) return;
  if (selection_) {
    set_view(with_margin(selection_->time, 0.05));
  } else if (selected_.valid()) {
    // Pressing F again on the same event shows the whole run.
    const TimeView close = around(selected_);
    set_view(clamped(close, limits(), 20.0) == view_ ? limits() : close);
  } else {
    set_view(limits());
  }
}

void TimelineWidget::clear_selection() {
  set_selection(std::nullopt);
  set_highlight(HighlightPtr());
  pick_marker(std::nullopt);
  select(SliceId());
}

double TimelineWidget::cursor_anchor() const {
  const FrameInput input = frame();
  const bool inside = cursor_ && cursor_->x() >= kGutterWidth;
  return input.tick(inside ? cursor_->x() : kGutterWidth + input.content_width() / 2.0);
}

void TimelineWidget::zoom_at_cursor(double factor) {
  if (trace_) set_view(zoomed(view_, factor, cursor_anchor()));
}

void TimelineWidget::pan(double share_of_view) {
  set_view(panned(view_, view_.span() * share_of_view));
}

void TimelineWidget::set_highlight(HighlightPtr highlight) {
  if (highlight == highlight_) return;
  highlight_ = std::move(highlight);
  invalidate();
  emit highlight_changed(highlight_);
}

void TimelineWidget::set_highlight(StringId name) {
  set_highlight(trace_ ? highlight_name(*trace_, name) : nullptr);
}

void TimelineWidget::set_hide_others(bool hide) {
  if (hide == hide_others_) return;
  hide_others_ = hide;
  invalidate();
}

void TimelineWidget::set_patterns(bool on) {
  if (on == patterns_) return;
  patterns_ = on;
  invalidate();
}

void TimelineWidget::set_color_mode(ColorMode mode) {
  if (mode == color_mode_) return;
  color_mode_ = mode;
  classify_run();
}

/// Classifies the events for the colour mode. The colours change when the classes are available.
void TimelineWidget::classify_run() {
  if (!trace_) return;
  if (color_mode_ == ColorMode::kEngine || color_mode_ == ColorMode::kNone) {
    // These modes do not read the events, so they need no job.
    classify_job_->cancel();
    classes_ = *classify(*trace_, color_mode_, TaskControl());
    invalidate();
    emit classes_changed();
    return;
  }
  emit classes_changed();
  classify_job_->start([trace = trace_, mode = color_mode_](
                           TaskControl& control) { return classify(*trace, mode, control); },
                       [this, trace = trace_,
                        mode = color_mode_](Result<std::shared_ptr<const SliceClasses>> classes) {
                         if (trace != trace_ || mode != color_mode_) return;
                         if (!classes) {
                           // The user cancelled the job, so restore the mode that is shown.
                           color_mode_ = classes_ ? classes_->mode : ColorMode::kEngine;
                         } else {
                           classes_ = std::move(*classes);
                         }
                         invalidate();
                         emit classes_changed();
                       });
}

/// Computes the active shares, in the background for large runs.
void TimelineWidget::compute_shares() {
  shares_job_->cancel();
  shares_.reset();
  if (!trace_) return;
  if (ActiveShares::is_quick(*trace_)) {
    shares_ = std::make_shared<const ActiveShares>(trace_, TaskControl());
    return;
  }
  shares_job_->start(
      [trace = trace_](TaskControl& control) -> std::shared_ptr<const ActiveShares> {
        auto shares = std::make_shared<const ActiveShares>(trace, control);
        return control.cancelled() ? nullptr : shares;
      },
      [this, trace = trace_](std::shared_ptr<const ActiveShares> shares) {
        if (trace != trace_ || !shares) return;
        shares_ = std::move(shares);
        viewport()->update();
      });
}

void TimelineWidget::set_critical_path_shown(bool shown) {
  if (shown == show_path_) return;
  show_path_ = shown;
  if (shown) dependencies_->request();
  viewport()->update();
  emit critical_path_shown_changed(shown);
}

void TimelineWidget::follow_predecessor() {
  follow(Pending::kPredecessor);
}

void TimelineWidget::follow_successor() {
  follow(Pending::kSuccessor);
}

void TimelineWidget::follow(Pending direction) {
  if (!trace_ || !selected_.valid()) {
    emit message(tr("Select an event to follow its dependencies."));
    return;
  }
  const auto& view = dependencies_->view();
  if (!view) {
    pending_ = direction;
    emit message(tr("Computing dependencies…"));
    dependencies_->request();
    return;
  }
  pending_ = Pending::kNone;
  const bool back = direction == Pending::kPredecessor;
  const SliceId next = back ? view->predecessor(selected_) : view->successor(selected_);
  if (next.valid()) {
    show_slice(next);
    emit message({});
  } else {
    emit message(back ? tr("No event is known that this event waited for.")
                      : tr("No event is known that waited for this event last."));
  }
}

void TimelineWidget::dependencies_ready() {
  viewport()->update();
  if (pending_ != Pending::kNone) follow(pending_);
  const Text& missing = dependencies_->view()->missing();
  if (!missing.empty() && show_path_) {
    set_critical_path_shown(false);
    emit message(to_qstring(missing));
  }
}

void TimelineWidget::rows_changed() {
  update_scroll_bar();
  invalidate();
  emit rows_arranged();
}

void TimelineWidget::arrange(const std::function<void(TimelineRows&)>& change) {
  if (!trace_) return;
  const TrackArrangement before = rows_.arrangement();
  change(rows_);
  if (rows_.arrangement() == before) return;
  rows_changed();
  emit arrangement_changed(before, rows_.arrangement());
}

void TimelineWidget::set_arrangement(const TrackArrangement& arrangement) {
  if (!trace_ || arrangement == rows_.arrangement()) return;
  rows_.set_arrangement(arrangement);
  rows_changed();
}

void TimelineWidget::set_all_collapsed(bool collapsed) {
  arrange([collapsed](TimelineRows& rows) { rows.set_all_collapsed(collapsed); });
}

void TimelineWidget::toggle_stack(TrackId track) {
  const TimelineRow* row = rows_.row_of(track);
  if (row == nullptr || row->track != track || row->lanes < 2) return;
  const bool compact = row->stack == StackMode::kCompact;
  arrange([&](TimelineRows& rows) {
    rows.set_stack_mode(track, compact ? StackMode::kExpanded : StackMode::kCompact);
  });
}

void TimelineWidget::set_all_stacks(StackMode mode) {
  arrange([mode](TimelineRows& rows) { rows.set_all_stack_modes(mode); });
}

void TimelineWidget::zoom_lanes(double factor, int y) {
  if (!trace_) return;
  const int content_y = y - kAxisHeight + verticalScrollBar()->value();
  const TimelineRow* row = rows_.at(content_y);
  const TrackId track = row != nullptr ? row->track : TrackId();
  const double part = row != nullptr ? 1.0 * (content_y - row->top) / row->height : 0.0;
  rows_.set_lane_zoom(rows_.arrangement().lane_zoom * factor);
  rows_changed();
  if (const TimelineRow* now = rows_.row_of(track)) {
    const double at = now->top + part * now->height;
    verticalScrollBar()->setValue(static_cast<int>(at) - (y - kAxisHeight));
  }
}

void TimelineWidget::set_event_notes(std::vector<EventNote> notes) {
  event_notes_ = std::move(notes);
  viewport()->update();
}

void TimelineWidget::set_filter(const QString& filter) {
  // The filter is not part of the undo history.
  if (!trace_ || filter == rows_.arrangement().filter) return;
  rows_.set_filter(filter);
  rows_changed();
}

void TimelineWidget::set_current_track(TrackId track) {
  if (track == current_) return;
  current_ = track;
  viewport()->update(0, 0, kGutterWidth, viewport()->height());
}

double TimelineWidget::content_pixels() const {
  return static_cast<double>(frame().content_width());
}

FrameInput TimelineWidget::frame() const {
  FrameInput input;
  input.trace = trace_.get();
  input.rows = &rows_;
  input.view = view_;
  input.size = viewport()->size();
  input.scroll = verticalScrollBar()->value();
  const int height = std::max(0, viewport()->height() - kAxisHeight);
  input.sticky = rows_.sticky_height(static_cast<int>(height * kMostSticky));
  input.stuck = rows_.stuck_headers(input.sticky + input.scroll);
  for (const std::size_t header : input.stuck) input.stuck_height += rows_.rows()[header].height;
  input.device_ratio = viewport()->devicePixelRatioF();
  input.highlight = highlight_.get();
  input.hide_others = hide_others_;
  input.classes = classes_.get();
  input.patterns = patterns_;
  input.shares = shares_.get();
  return input;
}

void TimelineWidget::invalidate() {
  stale_ = true;
  viewport()->update();
}

void TimelineWidget::update_scroll_bar() {
  const int visible = std::max(1, viewport()->height() - kAxisHeight);
  verticalScrollBar()->setPageStep(visible);
  verticalScrollBar()->setSingleStep(23);
  verticalScrollBar()->setRange(0, std::max(0, rows_.height() + 8 - visible));
}

SliceId TimelineWidget::slice_at(const QPoint& position) const {
  return gui::slice_at(frame(), position);
}

QRectF TimelineWidget::slice_rect(SliceId slice) const {
  return gui::slice_rect(frame(), slice);
}

void TimelineWidget::paintEvent(QPaintEvent*) {
  QElapsedTimer timer;
  timer.start();
  const Tokens& t = current_tokens();
  QPainter painter(viewport());
  if (!trace_) {
    painter.fillRect(viewport()->rect(), t.window);
    painter.setPen(t.muted);
    painter.drawText(viewport()->rect(), Qt::AlignCenter,
                     tr("Open a capture to see its timeline."));
    return;
  }
  const FrameInput input = frame();
  if (std::exchange(stale_, false)) cache_ = render_rows(input, t, std::move(cache_));
  painter.drawImage(QPoint(0, 0), cache_);
  painter.fillRect(0, 0, viewport()->width(), kAxisHeight, t.window);
  paint_axis(painter, input, t);
  paint_names(painter, input, t, name_texts_);
  paint_overlay(painter, input);
  paint_gutter(painter, input, t, hovered_, hasFocus() ? current_ : TrackId());
  paint_place(painter, input, drag_, t);
  if (focus_shown_ && hasFocus()) {
    painter.setPen(QPen(t.accent, 2.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
  }
  emit frame_painted(static_cast<double>(timer.nsecsElapsed()) / 1e6);
}

void TimelineWidget::paint_overlay(QPainter& painter, const FrameInput& input) const {
  const Tokens& t = current_tokens();
  painter.save();
  painter.setClipRect(QRect(kGutterWidth, 0, input.content_width(), viewport()->height()));
  painter.setRenderHint(QPainter::Antialiasing);
  if (selection_) paint_selection(painter, input, *selection_, t);
  if (show_path_ && dependencies_->view()) {
    paint_critical_path(painter, input, *dependencies_->view(), selected_, t);
  }
  paint_event_notes(painter, input, event_notes_, t);
  paint_baseline(painter, input);
  if (selected_.valid()) {
    paint_arrows(painter, input, flow_arrows(input, flows_), t);
    const QRectF box = slice_rect(selected_);
    if (!box.isEmpty()) {
      const TimelineRow* row = rows_.row_of(trace_->slice(selected_).track->id);
      painter.setClipRect(input.clip(*row).intersected(input.content()));
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(t.text, 1.5));
      painter.drawRoundedRect(box.adjusted(-1.0, -1.0, 0.5, 1.0), 2.0, 2.0);
    }
  }
  paint_markers(painter, input, markers(), picked_markers(), t);
  painter.restore();
}

void TimelineWidget::paint_baseline(QPainter& painter, const FrameInput& input) const {
  if (!baseline_.valid()) return;
  const QRectF box = slice_rect(baseline_);
  const TimelineRow* row = rows_.row_of(trace_->slice(baseline_).track->id);
  if (box.isEmpty() || row == nullptr) return;
  painter.save();
  painter.setClipRect(input.clip(*row).intersected(input.content()));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(current_tokens().accent, 2.0, Qt::DashLine));
  painter.drawRoundedRect(box.adjusted(-1.0, -1.0, 0.5, 1.0), 2.0, 2.0);
  painter.restore();
}

void TimelineWidget::set_baseline(SliceId slice) {
  const bool known = trace_ && slice.valid() && slice.index() < trace_->slice_count();
  baseline_ = known ? slice : SliceId();
  viewport()->update();
}

void TimelineWidget::resizeEvent(QResizeEvent*) {
  update_scroll_bar();
  invalidate();
}

void TimelineWidget::scrollContentsBy(int, int) {
  invalidate();
}

void TimelineWidget::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) {
    name_texts_ = NameTexts(ui_font(kNameSize));
  }
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) invalidate();
}

}  // namespace nscope::gui

#include "moc_timeline_widget.cpp"
