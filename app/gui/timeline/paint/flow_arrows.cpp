#include "app/gui/timeline/paint/flow_arrows.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

namespace nscope::gui {
namespace {

/// Width of the cells in which arrow heads on a row are merged, pixels.
constexpr double kCell = 72.0;

double lane_middle(const FrameInput& frame, const TimelineRow& row, std::uint16_t depth) {
  const RowInset inset = row_inset(row);
  const LaneStrip lane = lane_strip(inset.height, row.lanes, depth, 0);
  return frame.y(row) + inset.top + lane.top + lane.height / 2.0;
}

class SideCollector {
 public:
  explicit SideCollector(const Trace& trace) : trace_(trace) {}

  void add(SliceId id, bool at_end) {
    const Trace::SliceRef slice = trace_.slice(id);
    if (last_ == nullptr || last_->track != slice.track->id) {
      last_ = &by_track_[slice.track->id];
      last_->track = slice.track->id;
    }
    const TraceTime time = at_end ? slice.end() : slice.begin();
    last_->points.push_back({time.value(), slice.track->slices.depth[slice.row]});
    ++count_;
  }

  EventFlows::Side take() {
    EventFlows::Side side{.count = count_};
    for (auto& [id, on] : by_track_) {
      std::sort(on.points.begin(), on.points.end(),
                [](const auto& a, const auto& b) { return a.tick < b.tick; });
      side.tracks.push_back(std::move(on));
    }
    return side;
  }

 private:
  const Trace& trace_;
  std::map<TrackId, EventFlows::OnTrack> by_track_;
  EventFlows::OnTrack* last_ = nullptr;
  std::size_t count_ = 0;
};

/// The other end of an arrow.
struct End {
  QPointF point;
  std::size_t count = 1;
};

/// One end for each dependency.
std::vector<End> single_ends(const FrameInput& frame, const EventFlows::Side& side) {
  std::vector<End> ends;
  for (const EventFlows::OnTrack& on : side.tracks) {
    const TimelineRow* row = frame.rows->row_of(on.track);
    if (row == nullptr) continue;
    for (const EventFlows::Point& point : on.points) {
      ends.push_back(
          {{frame.x(static_cast<double>(point.tick)), lane_middle(frame, *row, point.depth)}});
    }
  }
  return ends;
}

/// Counts the points in each cell of the visible width, and those outside of it. Searches for the
/// borders of the cells, so the cost does not depend on the number of points.
void count_cells(const FrameInput& frame, const EventFlows::OnTrack& on, const TimelineRow& row,
                 std::map<std::pair<int, int>, End>& cells) {
  const int last = static_cast<int>(std::ceil(frame.content_width() / kCell));
  auto from = on.points.begin();
  for (int cell = -1; cell <= last && from != on.points.end(); ++cell) {
    const double border = frame.tick(kGutterWidth + (cell + 1) * kCell);
    const auto to = cell == last ? on.points.end()
                                 : std::partition_point(from, on.points.end(), [&](const auto& p) {
                                     return static_cast<double>(p.tick) < border;
                                   });
    if (to == from) continue;
    // The end is at the median point; points outside of the screen are moved to its edge.
    const EventFlows::Point& middle = *(from + (to - from) / 2);
    const double x = std::clamp(frame.x(static_cast<double>(middle.tick)), kGutterWidth - kCell,
                                kGutterWidth + frame.content_width() + kCell);
    const auto count = static_cast<std::size_t>(to - from);
    auto [it, is_new] = cells.try_emplace(std::pair(row.top, cell),
                                          End{{x, lane_middle(frame, row, middle.depth)}, 0});
    it->second.count += count;
    from = to;
  }
}

std::vector<End> merged_ends(const FrameInput& frame, const EventFlows::Side& side) {
  std::map<std::pair<int, int>, End> cells;
  for (const EventFlows::OnTrack& on : side.tracks) {
    const TimelineRow* row = frame.rows->row_of(on.track);
    if (row != nullptr) count_cells(frame, on, *row, cells);
  }
  std::vector<End> ends;
  for (const auto& [where, end] : cells) ends.push_back(end);
  return ends;
}

std::vector<End> nearest_ends(const FrameInput& frame, const EventFlows::Side& side, double x) {
  std::vector<End> ends =
      side.count <= kMaxArrows ? single_ends(frame, side) : merged_ends(frame, side);
  std::stable_sort(ends.begin(), ends.end(), [&](const End& a, const End& b) {
    return std::abs(a.point.x() - x) < std::abs(b.point.x() - x);
  });
  if (ends.size() > kMaxArrows) ends.resize(kMaxArrows);
  return ends;
}

void paint_count(QPainter& painter, const FlowArrow& arrow, const QColor& color,
                 const Tokens& tokens) {
  const QString text = QStringLiteral("×") + count_text(arrow.count);
  const QPointF at = arrow.incoming ? arrow.from : arrow.to;
  const int width = painter.fontMetrics().horizontalAdvance(text) + 6;
  const QRectF box(at.x() + (arrow.incoming ? -width - 2.0 : 4.0), at.y() - 7.0, width, 14.0);
  painter.setPen(QPen(color, 1.0));
  painter.setBrush(tokens.panel);
  painter.drawRoundedRect(box, 3, 3);
  painter.setPen(tokens.text);
  painter.drawText(box, Qt::AlignCenter, text);
}

}  // namespace

EventFlows event_flows(const Trace& trace, SliceId event) {
  EventFlows flows{.event = event};
  if (!event.valid()) return flows;
  SideCollector before(trace);
  for (const Flow& flow : trace.flows_to(event)) before.add(flow.from, true);
  SideCollector after(trace);
  for (const Flow& flow : trace.flows_from(event)) after.add(flow.to, false);
  flows.before = before.take();
  flows.after = after.take();
  return flows;
}

std::vector<FlowArrow> flow_arrows(const FrameInput& frame, const EventFlows& flows) {
  std::vector<FlowArrow> arrows;
  if (!flows.event.valid()) return arrows;
  const Trace::SliceRef slice = frame.trace->slice(flows.event);
  const TimelineRow* row = frame.rows->row_of(slice.track->id);
  if (row == nullptr) return arrows;
  const double y = lane_middle(frame, *row, slice.track->slices.depth[slice.row]);
  const QPointF begin(frame.x(static_cast<double>(slice.begin().value())), y);
  const QPointF end(frame.x(static_cast<double>(slice.end().value())), y);
  for (const End& other : nearest_ends(frame, flows.before, begin.x())) {
    arrows.push_back({other.point, begin, true, other.count});
  }
  for (const End& other : nearest_ends(frame, flows.after, begin.x())) {
    arrows.push_back({end, other.point, false, other.count});
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
    const double width = 1.4 + std::min(2.6, std::log10(static_cast<double>(arrow.count)) * 0.8);
    painter.setPen(QPen(color, width));
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
  painter.setFont(mono_font(10));
  for (const FlowArrow& arrow : arrows) {
    if (arrow.count < 2) continue;
    paint_count(painter, arrow, arrow.incoming ? tokens.warn : tokens.accent, tokens);
  }
  painter.restore();
}

}  // namespace nscope::gui
