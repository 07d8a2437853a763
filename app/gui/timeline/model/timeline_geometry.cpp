#include "app/gui/timeline/model/timeline_geometry.h"

#include "profiler/trace/vocabulary.h"
#include "profiler/trace/waits.h"

#include <algorithm>
#include <cmath>

namespace nscope::gui {
namespace {

std::int64_t floor_tick(double tick) {
  return static_cast<std::int64_t>(std::floor(tick));
}
std::int64_t ceil_tick(double tick) {
  return static_cast<std::int64_t>(std::ceil(tick));
}

/// Collects the waits of events, which must be added in the order of their start.
class StemCollector {
 public:
  StemCollector(const SliceColumns& slices, const TimeScale& scale, std::vector<Stem>& stems)
      : slices_(slices),
        scale_(scale),
        stems_(stems),
        least_(std::max<std::int64_t>(1, ceil_tick(scale.ticks_per_pixel()))) {}

  /// Adds a run of events. It is narrower than a pixel, so only the wait of its first event can be
  /// visible.
  void add_run(const LodSpan& span) {
    std::size_t row = next_;
    if (row >= slices_.size() || slices_.start[row] != span.begin) row = first_at(span.begin);
    next_ = row + span.count;
    add(row);
  }

  void add_single(std::size_t row) {
    next_ = row + 1;
    add(row);
  }

  /// Adds the first event after the right edge, whose wait may be inside the view.
  void add_first_behind(std::int64_t end) {
    if (const std::size_t row = first_at(end); row < slices_.size()) add(row);
  }

 private:
  std::size_t first_at(std::int64_t tick) const {
    const auto it = std::lower_bound(slices_.start.begin(), slices_.start.end(), tick);
    return static_cast<std::size_t>(it - slices_.start.begin());
  }

  void add(std::size_t row) {
    if (slices_.wait[row] < least_) return;
    const std::int64_t wait = bounded_wait(slices_, row);
    if (wait < least_) return;
    const auto end = static_cast<double>(slices_.start[row]);
    const double begin = end - static_cast<double>(wait);
    if (begin >= scale_.view.end || end <= scale_.view.begin) return;
    const double x0 = std::max(0.0, scale_.x(begin));
    const double x1 = std::min(scale_.width, scale_.x(end));
    if (x1 - x0 >= 1.0) stems_.push_back({x0, x1, slices_.depth[row]});
  }

  const SliceColumns& slices_;
  const TimeScale& scale_;
  std::vector<Stem>& stems_;
  std::int64_t least_;    ///< ticks; shorter waits are narrower than a pixel
  std::size_t next_ = 0;  ///< row after the last added event
};

}  // namespace

RowGeometry slice_geometry(const Track& track, const TimeScale& scale) {
  return slice_geometry(track, scale, {0, lane_count(track)});
}

RowGeometry slice_geometry(const Track& track, const TimeScale& scale, LaneRange lanes) {
  RowGeometry geometry;
  const SliceColumns& slices = track.slices;
  const std::int64_t begin = floor_tick(scale.view.begin);
  const std::int64_t end = ceil_tick(scale.view.end);
  const bool waits = slices.has_waits();
  StemCollector stems(slices, scale, geometry.stems);
  const double pixels_per_tick = 1.0 / scale.ticks_per_pixel();
  const auto resolution = std::max<std::int64_t>(1, floor_tick(scale.ticks_per_pixel()));
  const auto add = [&](const LodSpan& span) {
    Block block;
    const auto length = static_cast<double>(span.end - span.begin);
    block.x0 = (static_cast<double>(span.begin) - scale.view.begin) * pixels_per_tick;
    block.x1 = block.x0 + length * pixels_per_tick;
    if (span.count > 1 && length > 0.0) block.share = static_cast<double>(span.busy) / length;
    block.row = span.row;
    block.count = span.count;
    block.lane = span.depth;
    geometry.blocks.push_back(block);
    if (!waits) return;
    if (span.count > 1) {
      stems.add_run(span);
    } else {
      stems.add_single(span.row);
    }
  };
  const auto depths = static_cast<int>(track.pyramid.lanes().size());
  for (int lane = lanes.first; lane < std::min(lanes.end, depths); ++lane) {
    track.pyramid.visit_depth(slices, static_cast<std::size_t>(lane), begin, end, resolution, add);
  }
  if (waits) stems.add_first_behind(end);
  const auto by_lane = [](const Stem& a, const Stem& b) { return a.lane < b.lane; };
  std::stable_sort(geometry.stems.begin(), geometry.stems.end(), by_lane);
  return geometry;
}

namespace {

/// Adds the busy share of a track to each pixel column.
void add_busy(const Track& track, const TimeScale& scale, std::vector<float>& columns) {
  // A run may be twice as long as the resolution, and must not be longer than a pixel.
  const auto resolution = std::max<std::int64_t>(1, floor_tick(scale.ticks_per_pixel() / 2.0));
  const auto last = static_cast<double>(columns.size());
  const auto add = [&](const LodSpan& span) {
    const double x0 = std::clamp(scale.x(static_cast<double>(span.begin)), 0.0, last);
    const double x1 = std::clamp(scale.x(static_cast<double>(span.end)), 0.0, last);
    const auto length = static_cast<double>(span.end - span.begin);
    const double share = length > 0.0 ? static_cast<double>(span.busy) / length : 1.0;
    for (auto x = static_cast<std::size_t>(x0); x < columns.size() && static_cast<double>(x) < x1;
         ++x) {
      const double covered =
          std::min(x1, static_cast<double>(x) + 1.0) - std::max(x0, static_cast<double>(x));
      columns[x] = std::min(1.0F, columns[x] + static_cast<float>(covered * share));
    }
  };
  const std::int64_t begin = floor_tick(scale.view.begin);
  const std::int64_t end = ceil_tick(scale.view.end);
  // The outermost events of a stack enclose all others.
  if (track.layout == TrackLayout::kNested) {
    if (!track.pyramid.lanes().empty()) {
      track.pyramid.visit_depth(track.slices, 0, begin, end, resolution, add);
    }
  } else {
    track.pyramid.visit(track.slices, begin, end, resolution, add);
  }
}

std::vector<float> empty_columns(const TimeScale& scale) {
  return std::vector<float>(static_cast<std::size_t>(std::max(0.0, std::ceil(scale.width))));
}

}  // namespace

std::vector<float> busy_columns(const Trace& trace, std::span<const TrackId> tracks,
                                const TimeScale& scale) {
  std::vector<float> mean = empty_columns(scale);
  for (const TrackId id : tracks) {
    std::vector<float> own = empty_columns(scale);
    add_busy(trace.track(id), scale, own);
    for (std::size_t x = 0; x < own.size(); ++x) {
      mean[x] += own[x] / static_cast<float>(tracks.size());
    }
  }
  return mean;
}

std::vector<float> busiest_columns(const Trace& trace, std::span<const TrackId> tracks,
                                   const TimeScale& scale) {
  std::vector<float> most = empty_columns(scale);
  for (const TrackId id : tracks) {
    std::vector<float> own = empty_columns(scale);
    add_busy(trace.track(id), scale, own);
    for (std::size_t x = 0; x < own.size(); ++x) most[x] = std::max(most[x], own[x]);
  }
  return most;
}

std::vector<float> merged_columns(std::span<const float> columns, std::size_t fewer) {
  if (fewer == 0 || fewer >= columns.size()) return {columns.begin(), columns.end()};
  const double each = static_cast<double>(columns.size()) / static_cast<double>(fewer);
  std::vector<float> merged(fewer);
  for (std::size_t i = 0; i < fewer; ++i) {
    const double begin = static_cast<double>(i) * each;
    const double end = std::min(begin + each, static_cast<double>(columns.size()));
    double sum = 0.0;
    for (auto x = static_cast<std::size_t>(begin); static_cast<double>(x) < end; ++x) {
      const auto at = static_cast<double>(x);
      sum += static_cast<double>(columns[x]) * (std::min(at + 1.0, end) - std::max(at, begin));
    }
    merged[i] = static_cast<float>(sum / each);
  }
  return merged;
}

std::vector<CounterColumn> counter_columns(const Track& track, const TimeScale& scale) {
  const auto width = static_cast<std::size_t>(std::max(0.0, std::ceil(scale.width)));
  std::vector<CounterColumn> columns(width);
  const auto& time = track.counters.time;
  const auto& value = track.counters.value;
  for (std::size_t x = 0; x < width; ++x) {
    const std::int64_t from = ceil_tick(scale.tick(static_cast<double>(x)));
    const std::int64_t to = ceil_tick(scale.tick(static_cast<double>(x) + 1.0));
    const auto first = std::upper_bound(time.begin(), time.end(), from - 1);
    CounterColumn& column = columns[x];
    if (first != time.begin()) {
      column.known = true;
      column.low = column.high = value[static_cast<std::size_t>(first - time.begin()) - 1];
    }
    const auto last = std::lower_bound(first, time.end(), to);
    if (first == last) continue;
    const auto range =
        track.counter_pyramid.range(track.counters, static_cast<std::size_t>(first - time.begin()),
                                    static_cast<std::size_t>(last - time.begin()));
    column.low = column.known ? std::min(column.low, range.least) : range.least;
    column.high = column.known ? std::max(column.high, range.most) : range.most;
    column.known = true;
  }
  return columns;
}

namespace {

/// The value at `tick` of the line through the samples. It is constant after the last sample.
std::optional<double> line_value(const Track& track, double tick) {
  const auto& time = track.counters.time;
  const auto& value = track.counters.value;
  const auto after = std::upper_bound(time.begin(), time.end(), floor_tick(tick));
  if (after == time.begin()) return std::nullopt;
  const auto next = static_cast<std::size_t>(after - time.begin());
  if (next == time.size()) return value[next - 1];
  const auto from = static_cast<double>(time[next - 1]);
  const double share = (tick - from) / (static_cast<double>(time[next]) - from);
  return value[next - 1] + (value[next] - value[next - 1]) * share;
}

}  // namespace

std::vector<CounterColumn> counter_line(const Track& track, const TimeScale& scale) {
  const auto width = static_cast<std::size_t>(std::max(0.0, std::ceil(scale.width)));
  std::vector<CounterColumn> columns(width);
  const auto& time = track.counters.time;
  std::optional<double> left = line_value(track, scale.tick(0.0));
  for (std::size_t x = 0; x < width; ++x) {
    CounterColumn& column = columns[x];
    const auto add = [&column](double value) {
      column.low = column.known ? std::min(column.low, value) : value;
      column.high = column.known ? std::max(column.high, value) : value;
      column.known = true;
    };
    const double to_tick = scale.tick(static_cast<double>(x) + 1.0);
    const auto right = line_value(track, to_tick);
    if (left) add(*left);
    if (right) add(*right);
    const auto first =
        std::lower_bound(time.begin(), time.end(), ceil_tick(scale.tick(static_cast<double>(x))));
    const auto last = std::lower_bound(first, time.end(), ceil_tick(to_tick));
    if (first != last) {
      const auto range = track.counter_pyramid.range(track.counters,
                                                     static_cast<std::size_t>(first - time.begin()),
                                                     static_cast<std::size_t>(last - time.begin()));
      add(range.least);
      add(range.most);
    }
    left = right;
  }
  return columns;
}

double counter_peak(const Track& track) {
  const std::size_t samples = track.counters.size();
  if (samples == 0) return 0.0;
  return std::max(0.0, track.counter_pyramid.range(track.counters, 0, samples).most);
}

std::optional<double> counter_value(const Track& track, double tick) {
  const auto& time = track.counters.time;
  const auto after = std::upper_bound(time.begin(), time.end(), floor_tick(tick));
  if (after == time.begin()) return std::nullopt;
  return track.counters.value[static_cast<std::size_t>(after - time.begin()) - 1];
}

}  // namespace nscope::gui
