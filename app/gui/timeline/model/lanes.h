#pragma once

#include "profiler/trace/trace.h"

namespace nscope::gui {

// The lanes of a track: one for each nesting level or overlapping event. Pure functions.

/// How the lanes of a track are drawn.
enum class StackMode {
  kExpanded,  ///< lanes are high enough for names
  kCompact,   ///< thin lanes that show the shape of the whole stack
};

/// A vertical strip; pixels from the top of the area that contains it.
struct LaneStrip {
  int top = 0;
  int height = 0;
};

/// Lanes [first, end).
struct LaneRange {
  int first = 0;
  int end = 0;
};

/// Number of lanes of a track, at least 1.
int lane_count(const Track& track);

/// Whether a stack has too many lanes to be expanded by default.
bool is_deep(int lanes);

/// Deep stacks are compact until the user expands them.
StackMode default_stack_mode(const Track& track);

/// The height of all lanes of a track with several lanes, logical pixels. `zoom` scales the lanes.
int stack_height(const Track& track, StackMode mode, double zoom);

/// The place of a lane in an area that is `height` pixels high. There are `gap` pixels between
/// lanes that are high enough for it.
LaneStrip lane_strip(int height, int lanes, int lane, int gap);

/// The lane at `y` in an area that is `height` pixels high; the nearest one if `y` is outside.
int lane_at(int height, int lanes, int y);

/// The lanes that are at least partly in the lines [top, bottom) of the area.
LaneRange lanes_between(int height, int lanes, int top, int bottom);

}  // namespace nscope::gui
