#include "app/gui/timeline/timeline_widget.h"

#include "app/gui/text.h"
#include "app/gui/theme/theme.h"
#include "app/gui/timeline/flow_arrows.h"
#include "app/gui/timeline/slice_text.h"
#include "app/gui/timeline/timeline_geometry.h"
#include "profiler/base/format.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace nscope::gui {

TimelineWidget::TimelineWidget(QWidget* parent) : QAbstractScrollArea(parent) {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setAccessibleName(tr("Timeline"));
  setAccessibleDescription(
      tr("Events of all tracks over time. W and S zoom, A and D pan, F fits, "
         "brackets step along the track."));
  viewport()->setMouseTracking(true);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
}

void TimelineWidget::set_trace(std::shared_ptr<const Trace> trace) {
  trace_ = std::move(trace);
  rows_ = trace_ ? TimelineRows(trace_) : TimelineRows();
  selected_ = SliceId();
  highlight_ = StringId();
  range_.reset();
  hovered_ = TrackId();
  view_ = limits();
  verticalScrollBar()->setValue(0);
  update_scroll_bar();
  invalidate();
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
  // Nothing in a capture is finer than its ticks; 20 of them fill the screen.
  const TimeView next = clamped(view, limits(), 20.0);
  if (next == view_) return;
  view_ = next;
  invalidate();
  emit view_changed(view_);
}

void TimelineWidget::select(SliceId slice) {
  if (slice == selected_) return;
  selected_ = slice;
  viewport()->update();
  emit slice_selected(slice);
}

void TimelineWidget::show_slice(SliceId slice) {
  if (!trace_ || !slice.valid()) return;
  select(slice);
  const Trace::SliceRef ref = trace_->slice(slice);
  show_track(ref.track->id);
  const auto begin = static_cast<double>(ref.begin().value());
  const auto end = static_cast<double>(ref.end().value());
  const double length = std::max(1.0, end - begin);
  TimeView next = view_;
  if (length > next.span()) next = with_margin({begin, end}, 0.1);
  // An event thinner than a few pixels would be found only by luck.
  if (length < next.span() / content_pixels() * 3.0) {
    next = zoomed({begin, end}, 40.0, (begin + end) / 2.0);
  }
  if (begin < next.begin || end > next.end) {
    next = panned(next, (begin + end) / 2.0 - (next.begin + next.end) / 2.0);
  }
  set_view(next);
}

/// The event with as much time before and after it.
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
  if (!trace_) return;
  rows_.reveal(track);
  update_scroll_bar();
  invalidate();
  const TimelineRow* row = rows_.row_of(track);
  if (row == nullptr) return;
  const int visible = viewport()->height() - kAxisHeight;
  const int scroll = verticalScrollBar()->value();
  if (row->top < scroll) verticalScrollBar()->setValue(row->top);
  if (row->bottom() > scroll + visible) verticalScrollBar()->setValue(row->bottom() - visible);
}

void TimelineWidget::step(int direction) {
  if (!trace_ || !selected_.valid()) return;
  const Trace::SliceRef ref = trace_->slice(selected_);
  const auto rows = static_cast<std::int64_t>(ref.track->slices.size());
  const std::int64_t next = static_cast<std::int64_t>(ref.row) + direction;
  if (next < 0 || next >= rows) return;
  show_slice(Trace::slice_id(*ref.track, static_cast<std::size_t>(next)));
}

void TimelineWidget::set_range(std::optional<TimeView> range) {
  if (range == range_) return;
  range_ = range;
  viewport()->update();
  emit range_selected(range_);
}

void TimelineWidget::fit() {
  if (!trace_) return;
  if (range_) {
    set_view(with_margin(*range_, 0.05));
  } else if (selected_.valid()) {
    // A second F on the same event goes back to everything.
    const TimeView close = around(selected_);
    set_view(clamped(close, limits(), 20.0) == view_ ? limits() : close);
  } else {
    set_view(limits());
  }
}

void TimelineWidget::clear_selection() {
  set_range(std::nullopt);
  set_highlight(StringId());
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

void TimelineWidget::set_highlight(StringId name) {
  if (name == highlight_) return;
  highlight_ = name;
  invalidate();
}

void TimelineWidget::set_all_collapsed(bool collapsed) {
  if (!trace_) return;
  rows_.set_all_collapsed(collapsed);
  update_scroll_bar();
  invalidate();
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
  input.device_ratio = viewport()->devicePixelRatioF();
  input.highlight = highlight_;
  return input;
}

void TimelineWidget::invalidate() {
  cache_ = QImage();
  viewport()->update();
}

void TimelineWidget::update_scroll_bar() {
  const int visible = std::max(1, viewport()->height() - kAxisHeight);
  verticalScrollBar()->setPageStep(visible);
  verticalScrollBar()->setSingleStep(23);
  verticalScrollBar()->setRange(0, std::max(0, rows_.height() + 8 - visible));
}

const TimelineRow* TimelineWidget::row_at(const QPoint& position) const {
  if (position.y() < kAxisHeight) return nullptr;
  return rows_.at(position.y() - kAxisHeight + verticalScrollBar()->value());
}

SliceId TimelineWidget::slice_at(const QPoint& position) const {
  const TimelineRow* row = row_at(position);
  if (!trace_ || row == nullptr || row->kind != RowKind::kSlices) return {};
  if (position.x() < kGutterWidth) return {};
  const FrameInput input = frame();
  const Track& track = trace_->track(row->track);
  const RowInset inset = row_inset(*row);
  int lane = -1;
  if (row->lanes > 1) {
    const int y = position.y() - input.y(*row) - inset.top;
    lane = std::clamp(y / std::max(1, inset.height / row->lanes), 0, row->lanes - 1);
  }
  const double tick = input.tick(position.x());
  const std::uint32_t hit =
      track.pyramid.at(track.slices, static_cast<std::int64_t>(std::floor(tick)), lane);
  if (hit != SliceId::kNone) return Trace::slice_id(track, hit);
  // Nothing exactly there: the nearest within three pixels.
  const double reach = input.scale().ticks_per_pixel() * 3.0;
  SliceId best;
  double best_distance = reach;
  track.pyramid.visit(track.slices, static_cast<std::int64_t>(tick - reach),
                      static_cast<std::int64_t>(tick + reach) + 1, 1, [&](const LodSpan& span) {
                        if (lane >= 0 && span.depth != lane) return;
                        const double distance =
                            std::max({0.0, static_cast<double>(span.begin) - tick,
                                      tick - static_cast<double>(span.end)});
                        if (distance > best_distance) return;
                        best_distance = distance;
                        best = Trace::slice_id(track, span.row);
                      });
  return best;
}

QRectF TimelineWidget::slice_rect(SliceId slice) const {
  if (!trace_ || !slice.valid()) return {};
  const Trace::SliceRef ref = trace_->slice(slice);
  const TimelineRow* row = rows_.row_of(ref.track->id);
  if (row == nullptr || row->track != ref.track->id) return {};
  const FrameInput input = frame();
  const RowInset inset = row_inset(*row);
  const int lane_height = inset.height / std::max(1, row->lanes);
  const int lane = std::min<int>(ref.track->slices.depth[ref.row], row->lanes - 1);
  const double x0 = input.x(static_cast<double>(ref.begin().value()));
  const double x1 = input.x(static_cast<double>(ref.end().value()));
  return {x0, static_cast<double>(input.y(*row) + inset.top + lane * lane_height),
          std::max(2.0, x1 - x0),
          static_cast<double>(row->lanes == 1 ? inset.height : lane_height - 1)};
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
  if (cache_.isNull()) cache_ = render_rows(input, t);
  painter.drawImage(QPoint(0, 0), cache_);
  painter.fillRect(0, 0, viewport()->width(), kAxisHeight, t.window);
  paint_axis(painter, input, t);
  paint_names(painter, input);
  paint_overlay(painter, input);
  paint_gutter(painter, input, t, hovered_);
  emit frame_painted(static_cast<double>(timer.nsecsElapsed()) / 1e6);
}

void TimelineWidget::paint_range(QPainter& painter, const FrameInput& input) const {
  if (!range_) return;
  const Tokens& t = current_tokens();
  const double x0 = input.x(range_->begin);
  const double x1 = input.x(range_->end);
  QColor wash = t.accent;
  wash.setAlpha(36);
  const QRectF box(x0, kAxisHeight, x1 - x0, viewport()->height() - kAxisHeight);
  painter.fillRect(box, wash);
  painter.setPen(QPen(t.accent, 1.0));
  painter.drawLine(QPointF(x0, kAxisHeight), QPointF(x0, viewport()->height()));
  painter.drawLine(QPointF(x1, kAxisHeight), QPointF(x1, viewport()->height()));
  const double ns = range_->span() / static_cast<double>(trace_->time_base().ticks_per_ns);
  const QString text = to_qstring(format_duration_ns(ns));
  painter.setFont(mono_font(11, QFont::DemiBold));
  const int width = painter.fontMetrics().horizontalAdvance(text) + 12;
  const QRectF label((x0 + x1 - width) / 2.0, 4, width, kAxisHeight - 7);
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.accent);
  painter.drawRoundedRect(label, 3, 3);
  painter.setPen(t.on_accent);
  painter.drawText(label, Qt::AlignCenter, text);
}

void TimelineWidget::paint_overlay(QPainter& painter, const FrameInput& input) const {
  const Tokens& t = current_tokens();
  painter.save();
  painter.setClipRect(QRect(kGutterWidth, 0, input.content_width(), viewport()->height()));
  painter.setRenderHint(QPainter::Antialiasing);
  paint_range(painter, input);
  if (selected_.valid()) {
    paint_arrows(painter, input, flow_arrows(input, selected_), t);
    const QRectF box = slice_rect(selected_);
    if (!box.isEmpty()) {
      painter.setClipRect(input.content());
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(t.text, 1.5));
      painter.drawRoundedRect(box.adjusted(-1.0, -1.0, 0.5, 1.0), 2.0, 2.0);
    }
  }
  painter.restore();
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
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) invalidate();
}

}  // namespace nscope::gui
