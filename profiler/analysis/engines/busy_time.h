#pragma once

#include "profiler/analysis/interval_union.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace nscope::analysis {

/// Answers how much of any range a union covers, in O(log n). A plain value; the
/// union is copied.
class BusyTime {
 public:
  explicit BusyTime(const IntervalUnion& busy) : intervals_(busy.intervals()) {
    before_.reserve(intervals_.size());
    std::int64_t sum = 0;
    for (const IntervalUnion::Interval& interval : intervals_) {
      before_.push_back(sum);
      sum += interval.end - interval.begin;
    }
  }

  /// Covered ticks of [begin, end); 0 where it is empty.
  std::int64_t of(std::int64_t begin, std::int64_t end) const {
    return end > begin ? until(end) - until(begin) : 0;
  }

 private:
  /// Covered ticks before `time`.
  std::int64_t until(std::int64_t time) const {
    const auto after = std::partition_point(
        intervals_.begin(), intervals_.end(),
        [&](const IntervalUnion::Interval& interval) { return interval.begin < time; });
    if (after == intervals_.begin()) return 0;
    const auto& last = *(after - 1);
    return before_[static_cast<std::size_t>(after - intervals_.begin()) - 1] +
           std::min(last.end, time) - last.begin;
  }

  std::vector<IntervalUnion::Interval> intervals_;
  std::vector<std::int64_t> before_;  ///< lengths of all intervals before each
};

}  // namespace nscope::analysis
