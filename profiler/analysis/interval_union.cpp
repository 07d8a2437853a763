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

IntervalUnion intersection(const IntervalUnion& a, const IntervalUnion& b) {
  IntervalUnion both;
  auto left = a.intervals().begin();
  auto right = b.intervals().begin();
  while (left != a.intervals().end() && right != b.intervals().end()) {
    both.add(std::max(left->begin, right->begin), std::min(left->end, right->end));
    if (left->end < right->end) {
      ++left;
    } else {
      ++right;
    }
  }
  return both;
}

}  // namespace nscope::analysis
