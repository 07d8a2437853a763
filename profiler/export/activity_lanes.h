#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nscope {

/// One row of the overview: how busy a track is over the window.
struct ActivityLane {
  std::string name;    ///< "NeuronCore 0 / TensorE"
  std::string color;   ///< "#56b4e9"
  std::string shapes;  ///< SVG paths in a box of 1000 x 18
  double share = 0.0;  ///< of the window
};

/// The lanes of the tracks worth showing, in display order, at most `most`: the
/// busiest where there are more. Costs a look at the pyramid for each pixel.
struct ActivityLanes {
  std::vector<ActivityLane> lanes;
  std::size_t left_out = 0;  ///< tracks with slices that have no lane
};
ActivityLanes make_activity_lanes(const Trace& trace, std::pair<TraceTime, TraceTime> window,
                                  std::size_t most);

}  // namespace nscope
