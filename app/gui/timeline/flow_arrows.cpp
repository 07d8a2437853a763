#include "app/gui/timeline/flow_arrows.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

namespace nscope::gui {
namespace {

std::optional<QPointF> event_point(const FrameInput& frame, SliceId id, bool at_end) {
  const Trace::SliceRef slice = frame.trace->slice(id);
  const TimelineRow* row = frame.rows->row_of(slice.track->id);
  if (row == nullptr) return std::nullopt;
  const auto tick = static_cast<double>((at_end ? slice.end() : slice.begin()).value());
  const RowInset inset = row_inset(*row);
  const int lane_height = inset.height / std::max(1, row->lanes);
  const int lane = std::min<int>(slice.track->slices.depth[slice.row], row->lanes - 1);
  return QPointF(frame.x(tick), frame.y(*row) + inset.top + (lane + 0.5) * lane_height);
}

std::vector<SliceId> nearest(const Trace& trace, std::vector<SliceId> ids, TraceTime time) {
  const auto rank = [&](SliceId id) {
    return std::pair(std::abs(trace.slice(id).end().value() - time.value()), id);
  };
  std::sort(ids.begin(), ids.end(), [&](SliceId a, SliceId b) { return rank(a) < rank(b); });
  if (ids.size() > kMaxArrows) ids.resize(kMaxArrows);
  return ids;
}

}  // namespace

std::vector<FlowArrow> flow_arrows(const FrameInput& frame, SliceId selected) {
  std::vector<FlowArrow> arrows;
  if (!selected.valid()) return arrows;
  const Trace& trace = *frame.trace;
  const TraceTime begin = trace.slice(selected).begin();
  std::vector<SliceId> before;
  for (const Flow& flow : trace.flows_to(selected)) before.push_back(flow.from);
  std::vector<SliceId> after;
  for (const Flow& flow : trace.flows_from(selected)) after.push_back(flow.to);
  for (const SliceId id : nearest(trace, std::move(before), begin)) {
    const auto from = event_point(frame, id, true);
    const auto to = event_point(frame, selected, false);
    if (from && to) arrows.push_back({*from, *to, true});
  }
  for (const SliceId id : nearest(trace, std::move(after), begin)) {
    const auto from = event_point(frame, selected, true);
    const auto to = event_point(frame, id, false);
    if (from && to) arrows.push_back({*from, *to, false});
  }
  return arrows;
}

void paint_arrows(QPainter& painter, const FrameInput& frame, const std::vector<FlowArrow>& arrows,
                  const Tokens& tokens) {
  painter.save();
  painter.setClipRect(frame.content());
  painter.setRenderHint(QPainter::Antialiasing);
  for (const FlowArrow& arrow : arrows) {
    const QColor color = arrow.incoming ? tokens.warn : tokens.accent;
    painter.setPen(QPen(color, 1.4));
    painter.setBrush(Qt::NoBrush);
    const double reach = std::clamp(std::abs(arrow.to.x() - arrow.from.x()) / 2.0, 18.0, 120.0);
    QPainterPath path(arrow.from);
    path.cubicTo(arrow.from + QPointF(reach, 0), arrow.to - QPointF(reach, 0), arrow.to);
    painter.drawPath(path);
    painter.setBrush(color);
    painter.setPen(Qt::NoPen);
    const QPointF tip = arrow.to;
    const QPointF head[] = {tip, tip + QPointF(-6.0, -3.5), tip + QPointF(-6.0, 3.5)};
    painter.drawPolygon(head, 3);
  }
  painter.restore();
}

}  // namespace nscope::gui
