#pragma once

#include "app/gui/timeline/model/time_view.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace nscope::gui {

/// What a row shows, in pixels of one frame: no colours, no fonts. Pure
/// functions of trace, view and width, so that tests compare numbers.

/// One event, or a run of events that together are narrower than a pixel.
struct Block {
  double x0 = 0.0;
  double x1 = 0.0;
  double share = 1.0;       ///< busy share of [x0, x1), 1 for a single event
  std::uint32_t row = 0;    ///< the event, or the longest of the run
  std::uint32_t count = 1;  ///< events in the run
  std::uint16_t lane = 0;
};

/// The semaphore wait directly before an event.
struct Stem {
  double x0 = 0.0;
  double x1 = 0.0;
  std::uint16_t lane = 0;
};

struct RowGeometry {
  std::vector<Block> blocks;
  std::vector<Stem> stems;
};

/// Events and waits of a track. At most about two blocks a pixel.
RowGeometry slice_geometry(const Track& track, const TimeScale& scale);

/// Busy share 0..1 of each pixel column, the mean over the tracks.
std::vector<float> busy_columns(const Trace& trace, std::span<const TrackId> tracks,
                                const TimeScale& scale);
/// The same of the busiest track in each column: what a closed group shows, where
/// a mean over many queues would hide the one that works.
std::vector<float> busiest_columns(const Trace& trace, std::span<const TrackId> tracks,
                                   const TimeScale& scale);

/// Shares of columns as those of fewer and wider ones, each the mean of what it covers.
std::vector<float> merged_columns(std::span<const float> columns, std::size_t fewer);

/// A counter in one pixel column: the values it takes between low and high.
struct CounterColumn {
  double low = 0.0;
  double high = 0.0;
  bool known = false;  ///< false before the first sample
};
std::vector<CounterColumn> counter_columns(const Track& track, const TimeScale& scale);
/// The same of straight lines from sample to sample.
std::vector<CounterColumn> counter_line(const Track& track, const TimeScale& scale);

/// Largest value of the whole track; 0 where it has no samples.
double counter_peak(const Track& track);

/// The value at `tick`: the last sample at or before it.
std::optional<double> counter_value(const Track& track, double tick);

/// Busy share 0..1 of a track within the view.
double busy_share(const Track& track, const TimeView& view);

/// Tells in which intervals of throttling tracks the clock was limited. Any thread.
class ThrottleRatio {
 public:
  /// `trace` must outlive it.
  explicit ThrottleRatio(const Trace& trace);
  bool limits(const Track& track, std::size_t row) const;

 private:
  const Trace& trace_;
  StringId active_;
  StringId of_;
};

/// Share 0..1 of the view with a limited clock.
double throttled_share(const Trace& trace, const Track& track, const TimeView& view);

}  // namespace nscope::gui
