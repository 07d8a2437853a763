#include "profiler/analysis/memory/counter_series.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nscope::analysis {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

class SeriesWalk {
 public:
  SeriesWalk(std::span<const Track* const> counters, const TimeWindow& window, std::size_t most)
      : counters_(counters),
        begin_(window.begin.value()),
        end_(window.end.value()),
        most_(std::max<std::size_t>(most, 2)),
        next_(counters.size()),
        now_(counters.size(), kUnknown) {
    series_.values.resize(counters.size());
  }

  /// Returns false if cancelled.
  bool walk(const TaskControl& control) {
    std::size_t samples = 0;
    for (std::size_t i = 0; i < counters_.size(); ++i) {
      const auto& times = counters_[i]->counters.time;
      const auto first = std::upper_bound(times.begin(), times.end(), begin_);
      next_[i] = static_cast<std::size_t>(first - times.begin());
      if (next_[i] > 0) now_[i] = counters_[i]->counters.value[next_[i] - 1];
      samples += static_cast<std::size_t>(std::upper_bound(first, times.end(), end_) - first);
    }
    series_.reduced = samples > most_;
    part_ = series_.reduced
                ? std::max<std::int64_t>(1, (end_ - begin_) / static_cast<std::int64_t>(most_))
                : 1;
    consider(begin_);
    for (std::int64_t time = next_time(); time <= end_; time = next_time()) {
      if (control.cancelled_at(steps_++)) return false;
      take(time);
      consider(time);
    }
    keep();
    if (!series_.times.empty() && series_.times.back() < end_) {
      best_time_ = end_;
      best_ = now_;
      waiting_ = true;
      keep();
    }
    return true;
  }

  CounterSeries result() && {
    const bool known = std::any_of(series_.sums.begin(), series_.sums.end(),
                                   [](double sum) { return !std::isnan(sum); });
    return known ? std::move(series_) : CounterSeries{};
  }

 private:
  std::int64_t next_time() const {
    std::int64_t time = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < counters_.size(); ++i) {
      const auto& times = counters_[i]->counters.time;
      if (next_[i] < times.size()) time = std::min(time, times[next_[i]]);
    }
    return time;
  }

  void take(std::int64_t time) {
    for (std::size_t i = 0; i < counters_.size(); ++i) {
      const CounterColumns& samples = counters_[i]->counters;
      for (; next_[i] < samples.size() && samples.time[next_[i]] == time; ++next_[i]) {
        now_[i] = samples.value[next_[i]];
      }
    }
  }

  static double sum_of(const std::vector<double>& values) {
    double sum = kUnknown;
    for (const double value : values) {
      if (!std::isnan(value)) sum = std::isnan(sum) ? value : sum + value;
    }
    return sum;
  }

  /// Remembers the time with the highest sum in the current part of the window.
  void consider(std::int64_t time) {
    const std::int64_t part = (time - begin_) / part_;
    if (waiting_ && part != best_part_) keep();
    const double sum = sum_of(now_);
    if (waiting_ && !(sum > best_sum_ || std::isnan(best_sum_))) return;
    waiting_ = true;
    best_part_ = part;
    best_time_ = time;
    best_sum_ = sum;
    best_ = now_;
  }

  void keep() {
    if (!waiting_) return;
    waiting_ = false;
    series_.times.push_back(best_time_);
    series_.sums.push_back(sum_of(best_));
    for (std::size_t i = 0; i < best_.size(); ++i) series_.values[i].push_back(best_[i]);
  }

  std::span<const Track* const> counters_;
  std::int64_t begin_;
  std::int64_t end_;
  std::size_t most_;
  std::int64_t part_ = 1;
  std::vector<std::size_t> next_;
  std::vector<double> now_;
  std::vector<double> best_;
  bool waiting_ = false;
  std::int64_t best_part_ = 0;
  std::int64_t best_time_ = 0;
  double best_sum_ = kUnknown;
  CounterSeries series_;
  std::size_t steps_ = 0;
};

}  // namespace

Result<CounterSeries> counter_series(std::span<const Track* const> counters,
                                     const TimeWindow& window, std::size_t most,
                                     const TaskControl& control) {
  if (window.end < window.begin) return CounterSeries{};
  SeriesWalk walk(counters, window, most);
  if (!walk.walk(control)) return cancelled();
  return std::move(walk).result();
}

}  // namespace nscope::analysis
