#include "profiler/analysis/memory/memory_peak.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace nscope::analysis {
namespace {

/// Index of the first sample after `time`.
std::size_t after(const Track& counter, std::int64_t time) {
  const auto& times = counter.counters.time;
  return static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), time) -
                                  times.begin());
}

/// Finds the peak of the sum of several counters, window by window.
class PeakWalk {
 public:
  explicit PeakWalk(std::span<const Track* const> counters)
      : counters_(counters), next_(counters.size()) {}

  /// Returns false if cancelled.
  bool window(std::int64_t begin, std::int64_t end, const TaskControl& control) {
    double sum = 0.0;
    bool known = false;
    for (std::size_t i = 0; i < counters_.size(); ++i) {
      const auto& times = counters_[i]->counters.time;
      const auto first = std::lower_bound(times.begin(), times.end(), begin);
      next_[i] = static_cast<std::size_t>(first - times.begin());
      if (next_[i] == 0) continue;
      sum += counters_[i]->counters.value[next_[i] - 1];
      known = true;
    }
    for (std::int64_t now = begin; now < end;) {
      if (control.cancelled_at(steps_++)) return false;
      const std::int64_t change = std::min(next_change(), end);
      if (known && change > now) add_interval(sum, now, change);
      now = change;
      if (now < end && take(now, sum)) known = true;
    }
    // A sample at the end of the window has no duration, but it can be the peak.
    if (next_change() == end && take(end, sum)) add_interval(sum, end, end);
    return true;
  }

  std::optional<MemoryPeak> result() const {
    if (!found_) return std::nullopt;
    MemoryPeak peak = peak_;
    peak.mean = time_ > 0 ? integral_ / static_cast<double>(time_) : peak.value;
    return peak;
  }

 private:
  std::int64_t next_change() const {
    std::int64_t time = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < counters_.size(); ++i) {
      const auto& times = counters_[i]->counters.time;
      if (next_[i] < times.size()) time = std::min(time, times[next_[i]]);
    }
    return time;
  }

  /// Processes the samples at `time`. If a counter has several, the last one is used.
  bool take(std::int64_t time, double& sum) {
    bool any = false;
    sum = 0.0;
    for (std::size_t i = 0; i < counters_.size(); ++i) {
      const CounterColumns& samples = counters_[i]->counters;
      for (; next_[i] < samples.size() && samples.time[next_[i]] == time; ++next_[i]) {
        ++peak_.samples;
        any = true;
      }
      if (next_[i] > 0) sum += samples.value[next_[i] - 1];
    }
    return any;
  }

  void add_interval(double sum, std::int64_t begin, std::int64_t end) {
    const std::int64_t length = end - begin;
    integral_ += sum * static_cast<double>(length);
    time_ += length;
    if (found_ && sum == peak_.value && begin == peak_.begin + peak_.length) {
      peak_.length += length;
      return;
    }
    if (found_ && sum <= peak_.value) return;
    found_ = true;
    peak_.value = sum;
    peak_.begin = begin;
    peak_.length = length;
  }

  std::span<const Track* const> counters_;
  std::vector<std::size_t> next_;  ///< first sample that is not processed yet, by counter
  MemoryPeak peak_;
  bool found_ = false;
  double integral_ = 0.0;
  std::int64_t time_ = 0;
  std::size_t steps_ = 0;
};

}  // namespace

Result<std::optional<MemoryPeak>> memory_peak(std::span<const Track* const> counters,
                                              const Scope& scope, const TaskControl& control) {
  PeakWalk walk(counters);
  for (const TimeWindow& window : scope.windows()) {
    if (!walk.window(window.begin.value(), window.end.value(), control)) return cancelled();
  }
  return walk.result();
}

std::optional<double> value_at(const Track& counter, std::int64_t time) {
  const std::size_t next = after(counter, time);
  if (next == 0) return std::nullopt;
  return counter.counters.value[next - 1];
}

}  // namespace nscope::analysis
