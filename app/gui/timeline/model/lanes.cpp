#include "app/gui/timeline/model/lanes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace nscope::gui {
namespace {

constexpr int kNestedLane = 14;
constexpr int kOverlapLane = 12;  // lanes of overlapping events of one engine
/// Stacks with more lanes are compact by default.
constexpr int kMostExpandedLanes = 12;
/// Compact lanes share this height, as far as their limits allow.
constexpr int kCompactStack = 200;
constexpr int kThinnestLane = 3;
constexpr int kThickestCompactLane = 12;  // as high as a name
constexpr int kLeastZoomedLane = 2;
/// Limits the height of a row for tracks with tens of thousands of lanes.
constexpr std::int64_t kTallestStack = 400'000;

}  // namespace

int lane_count(const Track& track) {
  return static_cast<int>(track.max_depth) + 1;
}

bool is_deep(int lanes) {
  return lanes > kMostExpandedLanes;
}

StackMode default_stack_mode(const Track& track) {
  return is_deep(lane_count(track)) ? StackMode::kCompact : StackMode::kExpanded;
}

int stack_height(const Track& track, StackMode mode, double zoom) {
  const int lanes = lane_count(track);
  const int expanded = track.layout == TrackLayout::kNested ? kNestedLane : kOverlapLane;
  const int compact =
      std::min(expanded, std::clamp(kCompactStack / lanes, kThinnestLane, kThickestCompactLane));
  const int lane = mode == StackMode::kCompact ? compact : expanded;
  const auto zoomed =
      std::max<std::int64_t>(kLeastZoomedLane, std::llround(static_cast<double>(lane) * zoom));
  return static_cast<int>(std::min(kTallestStack, zoomed * lanes));
}

LaneStrip lane_strip(int height, int lanes, int lane, int gap) {
  if (lanes <= 1) return {0, height};
  const auto top_of = [&](int index) {
    return static_cast<int>(static_cast<std::int64_t>(height) * index / lanes);
  };
  const int top = top_of(lane);
  const int room = std::max(1, top_of(lane + 1) - top);
  return {top, std::max(std::min(2, room), room - gap)};
}

int lane_at(int height, int lanes, int y) {
  if (lanes <= 1 || height <= 0) return 0;
  const std::int64_t lane = ((static_cast<std::int64_t>(y) + 1) * lanes - 1) / height;
  return static_cast<int>(std::clamp<std::int64_t>(lane, 0, lanes - 1));
}

LaneRange lanes_between(int height, int lanes, int top, int bottom) {
  if (bottom <= top) return {};
  return {lane_at(height, lanes, top), lane_at(height, lanes, bottom - 1) + 1};
}

}  // namespace nscope::gui
