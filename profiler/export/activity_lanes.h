#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nscope {

/// One row of the activity overview: the busy time of a track over the window.
struct ActivityLane {
  std::string name;    ///< "NeuronCore 0 / TensorE"
  std::string color;   ///< "#56b4e9"
  std::string shapes;  ///< SVG paths in a box of 1000 x 18
  double share = 0.0;  ///< busy share of the window
};

/// The lanes of the busy tracks in display order, at most `most`: engines first, then the
/// busiest. Reads the level-of-detail pyramid once for each pixel.
struct ActivityLanes {
  std::vector<ActivityLane> lanes;
  std::size_t left_out = 0;  ///< number of busy tracks without a lane
};
ActivityLanes make_activity_lanes(const Trace& trace, std::pair<TraceTime, TraceTime> window,
                                  std::size_t most);

}  // namespace nscope
