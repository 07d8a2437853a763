#include "profiler/analysis/interval_union.h"

#include <algorithm>

namespace nscope::analysis {

void IntervalUnion::add(std::int64_t begin, std::int64_t end) {
  if (end <= begin) return;
  if (!intervals_.empty()) {
    Interval& last = intervals_.back();
    if (begin >= last.begin && begin <= last.end) {
      last.end = std::max(last.end, end);
      return;
    }
    sorted_ = sorted_ && begin > last.end;
  }
  intervals_.push_back({begin, end});
}

void IntervalUnion::add(const IntervalUnion& other) {
  for (const Interval& interval : other.intervals_) add(interval.begin, interval.end);
}

void IntervalUnion::merge() const {
  if (sorted_) return;
  std::sort(intervals_.begin(), intervals_.end(),
            [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
  std::size_t kept = 0;
  for (const Interval& next : intervals_) {
    if (kept > 0 && next.begin <= intervals_[kept - 1].end) {
      intervals_[kept - 1].end = std::max(intervals_[kept - 1].end, next.end);
    } else {
      intervals_[kept++] = next;
    }
  }
  intervals_.resize(kept);
  sorted_ = true;
}

const std::vector<IntervalUnion::Interval>& IntervalUnion::intervals() const {
  merge();
  return intervals_;
}

std::int64_t IntervalUnion::length() const {
  std::int64_t sum = 0;
  for (const Interval& interval : intervals()) sum += interval.end - interval.begin;
  return sum;
}

IntervalUnion merged(const IntervalUnion& a, const IntervalUnion& b) {
  IntervalUnion both;
  const auto& left = a.intervals();
  const auto& right = b.intervals();
  auto l = left.begin();
  auto r = right.begin();
  while (l != left.end() || r != right.end()) {
    const bool from_left = r == right.end() || (l != left.end() && l->begin <= r->begin);
    const IntervalUnion::Interval& next = from_left ? *l++ : *r++;
    both.add(next.begin, next.end);
  }
  return both;
}

}  // namespace nscope::analysis
