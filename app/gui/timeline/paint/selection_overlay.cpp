#include "app/gui/timeline/paint/selection_overlay.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <algorithm>

namespace nscope::gui {
namespace {

/// Whether the selection covers a row or, if the row is a collapsed group, one of its tracks.
bool selects_row(const SelectedRange& selection, const TimelineRows& rows, const TimelineRow& row) {
  const auto& tracks = selection.tracks;
  const auto holds = [&](TrackId id) {
    return std::binary_search(tracks.begin(), tracks.end(), id);
  };
  if (row.kind != RowKind::kGroup) return holds(row.track);
  if (!row.collapsed) return false;
  const auto below = rows.slice_tracks_below(row.track);
  return std::any_of(below.begin(), below.end(), holds);
}

}  // namespace

void paint_selection(QPainter& painter, const FrameInput& frame, const SelectedRange& selection,
                     const Tokens& tokens) {
  const double x0 = frame.x(selection.time.begin);
  const double x1 = frame.x(selection.time.end);
  const int height = frame.size.height();
  QColor wash = tokens.accent;
  wash.setAlpha(36);
  painter.setPen(QPen(tokens.accent, 1.0));
  if (selection.tracks.empty()) {
    painter.fillRect(QRectF(x0, kAxisHeight, x1 - x0, height - kAxisHeight), wash);
    painter.drawLine(QPointF(x0, kAxisHeight), QPointF(x0, height));
    painter.drawLine(QPointF(x1, kAxisHeight), QPointF(x1, height));
  } else {
    for_visible_rows(frame, [&](const TimelineRow& row) {
      if (!selects_row(selection, *frame.rows, row)) return;
      painter.setClipRect(frame.clip(row).intersected(frame.content()));
      const QRectF box(x0, frame.y(row), x1 - x0, row.height);
      painter.fillRect(box, wash);
      painter.drawLine(box.topLeft(), box.bottomLeft());
      painter.drawLine(box.topRight(), box.bottomRight());
    });
    painter.setClipRect(QRect(kGutterWidth, 0, frame.content_width(), height));
  }
  const double ns =
      selection.time.span() / static_cast<double>(frame.trace->time_base().ticks_per_ns);
  const QString text = number_text(format_duration_ns(ns));
  painter.setFont(mono_font(11, QFont::DemiBold));
  const int width = painter.fontMetrics().horizontalAdvance(text) + 12;
  const QRectF label((x0 + x1 - width) / 2.0, 4, width, kAxisHeight - 7);
  painter.setPen(Qt::NoPen);
  painter.setBrush(tokens.accent);
  painter.drawRoundedRect(label, 3, 3);
  painter.setPen(tokens.on_accent);
  painter.drawText(label, Qt::AlignCenter, text);
}

}  // namespace nscope::gui
