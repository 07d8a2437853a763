#include "app/gui/timeline/paint/hit_test.h"

#include <algorithm>
#include <cmath>

namespace nscope::gui {
namespace {

/// Maximum distance of the mouse from the border of a row, pixels.
constexpr int kBorderReach = 3;

}  // namespace

const TimelineRow* row_at(const FrameInput& frame, const QPoint& position) {
  const int y = position.y() - kAxisHeight;
  if (y < 0) return nullptr;
  if (y < frame.sticky) return frame.rows->at(y);
  int top = frame.sticky;
  for (const std::size_t header : frame.stuck) {
    const TimelineRow& row = frame.rows->rows()[header];
    if (y < top + row.height) return &row;
    top += row.height;
  }
  return frame.rows->at(y + frame.scroll);
}

const TimelineRow* border_at(const FrameInput& frame, const QPoint& position) {
  if (frame.trace == nullptr || position.x() >= kGutterWidth || position.y() < kAxisHeight) {
    return nullptr;
  }
  for (const int dy : {0, -kBorderReach}) {
    const TimelineRow* row = row_at(frame, position + QPoint(0, dy));
    if (row == nullptr || row->kind == RowKind::kGroup) continue;
    if (std::abs(frame.y(*row) + row->height - position.y()) <= kBorderReach) return row;
  }
  return nullptr;
}

SliceId slice_at(const FrameInput& frame, const QPoint& position) {
  const TimelineRow* row = row_at(frame, position);
  if (frame.trace == nullptr || row == nullptr || row->kind != RowKind::kSlices) return {};
  if (position.x() < kGutterWidth) return {};
  const Track& track = frame.trace->track(row->track);
  const RowInset inset = row_inset(*row);
  int lane = -1;
  if (row->lanes > 1) {
    const int y = position.y() - frame.y(*row) - inset.top;
    lane = lane_at(inset.height, row->lanes, std::max(0, y));
  }
  const double tick = frame.tick(position.x());
  const std::uint32_t hit =
      track.pyramid.at(track.slices, static_cast<std::int64_t>(std::floor(tick)), lane);
  if (hit != SliceId::kNone) return Trace::slice_id(track, hit);
  // If no event is at the position, take the nearest one within three pixels.
  const double reach = frame.scale().ticks_per_pixel() * 3.0;
  SliceId best;
  double best_distance = reach;
  const auto take_nearest = [&](const LodSpan& span) {
    const double distance = std::max(
        {0.0, static_cast<double>(span.begin) - tick, tick - static_cast<double>(span.end)});
    if (distance > best_distance) return;
    best_distance = distance;
    best = Trace::slice_id(track, span.row);
  };
  const auto depth = static_cast<std::size_t>(std::max(0, lane));
  if (depth >= track.pyramid.lanes().size()) return {};
  track.pyramid.visit_depth(track.slices, depth, static_cast<std::int64_t>(tick - reach),
                            static_cast<std::int64_t>(tick + reach) + 1,
                            std::max<std::int64_t>(1, static_cast<std::int64_t>(reach / 32.0)),
                            take_nearest);
  return best;
}

QRectF slice_rect(const FrameInput& frame, SliceId slice) {
  if (frame.trace == nullptr || !slice.valid()) return {};
  const Trace::SliceRef ref = frame.trace->slice(slice);
  const TimelineRow* row = frame.rows->row_of(ref.track->id);
  if (row == nullptr || row->track != ref.track->id) return {};
  const RowInset inset = row_inset(*row);
  const LaneStrip lane =
      lane_strip(inset.height, row->lanes, ref.track->slices.depth[ref.row], 1);
  const double x0 = frame.x(static_cast<double>(ref.begin().value()));
  const double x1 = frame.x(static_cast<double>(ref.end().value()));
  return {x0, static_cast<double>(frame.y(*row) + inset.top + lane.top), std::max(2.0, x1 - x0),
          static_cast<double>(lane.height)};
}

}  // namespace nscope::gui
