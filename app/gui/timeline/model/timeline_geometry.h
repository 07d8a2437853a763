#pragma once

#include "app/gui/timeline/model/lanes.h"
#include "app/gui/timeline/model/time_view.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace nscope::gui {

// The geometry of rows in pixels of a frame, without colours and fonts. Pure functions of trace,
// view and width, so that tests can compare numbers.

/// One event, or a run of consecutive events that are together narrower than a pixel.
struct Block {
  double x0 = 0.0;
  double x1 = 0.0;
  double share = 1.0;       ///< busy share of [x0, x1); 1 for a single event
  std::uint32_t row = 0;    ///< row of the event, or of the longest event of the run
  std::uint32_t count = 1;  ///< number of events in the run
  std::uint16_t lane = 0;
};

/// The semaphore wait directly before an event.
struct Stem {
  double x0 = 0.0;
  double x1 = 0.0;
  std::uint16_t lane = 0;
};

/// Both are sorted by lane.
struct RowGeometry {
  std::vector<Block> blocks;
  std::vector<Stem> stems;
};

/// The events and waits of a track: at most about two blocks per pixel and lane.
RowGeometry slice_geometry(const Track& track, const TimeScale& scale);
/// The same for some lanes. Takes time in proportion to their number.
RowGeometry slice_geometry(const Track& track, const TimeScale& scale, LaneRange lanes);

/// The mean busy share of the tracks in each pixel column, 0 to 1.
std::vector<float> busy_columns(const Trace& trace, std::span<const TrackId> tracks,
                                const TimeScale& scale);
/// The busy share of the busiest track in each pixel column. Collapsed groups show it, because the
/// mean of many queues would hide a single busy one.
std::vector<float> busiest_columns(const Trace& trace, std::span<const TrackId> tracks,
                                   const TimeScale& scale);

/// Merges columns into `fewer` wider ones, each with the mean of the columns that it covers.
std::vector<float> merged_columns(std::span<const float> columns, std::size_t fewer);

/// The range of the values of a counter in one pixel column.
struct CounterColumn {
  double low = 0.0;
  double high = 0.0;
  bool known = false;  ///< false before the first sample
};
/// The counter as steps: a sample is valid until the next one.
std::vector<CounterColumn> counter_columns(const Track& track, const TimeScale& scale);
/// The counter as straight lines between the samples.
std::vector<CounterColumn> counter_line(const Track& track, const TimeScale& scale);

/// The largest value of the whole track, at least 0; 0 if it has no samples.
double counter_peak(const Track& track);

/// The value at `tick`, which is that of the last sample at or before it.
std::optional<double> counter_value(const Track& track, double tick);

}  // namespace nscope::gui
