#include "profiler/analysis/metrics/interval_union.h"

#include <algorithm>
#include <iterator>
#include <utility>

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
  const std::vector<Interval>& ours = intervals();
  const std::vector<Interval>& theirs = other.intervals();
  std::vector<Interval> both;
  both.reserve(ours.size() + theirs.size());
  std::merge(ours.begin(), ours.end(), theirs.begin(), theirs.end(), std::back_inserter(both),
             [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
  intervals_ = std::move(both);
  sorted_ = false;
  join_neighbours();
}

void IntervalUnion::merge() const {
  if (sorted_) return;
  std::sort(intervals_.begin(), intervals_.end(),
            [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
  join_neighbours();
}

void IntervalUnion::join_neighbours() const {
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

CoveredTime::CoveredTime(const IntervalUnion& of) : intervals_(of.intervals()) {
  before_.reserve(intervals_.size() + 1);
  std::int64_t sum = 0;
  for (const IntervalUnion::Interval& interval : intervals_) {
    before_.push_back(sum);
    sum += interval.end - interval.begin;
  }
  before_.push_back(sum);
}

std::int64_t CoveredTime::until(std::int64_t time) const {
  const auto next = std::partition_point(
      intervals_.begin(), intervals_.end(),
      [time](const IntervalUnion::Interval& interval) { return interval.end <= time; });
  const std::int64_t sum = before_[static_cast<std::size_t>(next - intervals_.begin())];
  return next == intervals_.end() || next->begin >= time ? sum : sum + time - next->begin;
}

std::int64_t CoveredTime::within(std::int64_t begin, std::int64_t end) const {
  return end <= begin ? 0 : until(end) - until(begin);
}

std::int64_t CoveredTime::within(const IntervalUnion& of) const {
  std::int64_t sum = 0;
  for (const IntervalUnion::Interval& interval : of.intervals()) {
    sum += within(interval.begin, interval.end);
  }
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
