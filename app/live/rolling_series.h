#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace nscope::app {

/// The latest points of a curve in a ring buffer of fixed capacity. Unknown values are gaps: points
/// without a value, at which the line is interrupted. One thread.
class RollingSeries {
 public:
  struct Point {
    double time = 0.0;   ///< seconds
    double value = 0.0;  ///< NaN: unknown until the next point
    bool is_gap() const { return std::isnan(value); }
  };
  /// 17 minutes of a stream with 8 samples per second, or 2 hours with one per second.
  static constexpr std::size_t kCapacity = 8192;

  explicit RollingSeries(std::size_t capacity = kCapacity) : capacity_(capacity) {}

  /// Adds a point. A time before the latest point is replaced by that of the latest point.
  void add(double time, double value) {
    if (!points_.empty()) time = std::max(time, newest_point().time);
    if (points_.size() < capacity_) {
      points_.push_back({time, value});
    } else {
      points_[first_] = {time, value};
      first_ = (first_ + 1) % capacity_;
    }
  }
  /// Adds a gap, unless there is no point or the latest one is a gap.
  void add_gap(double time) {
    if (points_.empty() || newest_point().is_gap()) return;
    add(time, std::numeric_limits<double>::quiet_NaN());
    ++gaps_;
  }

  std::size_t size() const { return points_.size(); }
  /// Points in the order of time.
  const Point& at(std::size_t index) const { return points_[(first_ + index) % points_.size()]; }
  /// The first point at or after `time`.
  std::size_t lower_bound(double time) const {
    std::size_t low = 0;
    std::size_t high = size();
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (at(middle).time < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
  /// The latest value; empty before the first point and after a gap.
  std::optional<double> newest() const {
    if (points_.empty() || newest_point().is_gap()) return std::nullopt;
    return newest_point().value;
  }
  std::int64_t gaps() const { return gaps_; }  ///< in total, including removed points

 private:
  const Point& newest_point() const { return at(points_.size() - 1); }

  std::size_t capacity_;
  std::size_t first_ = 0;
  std::vector<Point> points_;
  std::int64_t gaps_ = 0;
};

}  // namespace nscope::app
