#pragma once

#include <cstdint>
#include <vector>

namespace nscope::analysis {

/// The time covered by at least one of many intervals. Intervals can be added in any order.
/// Those of one track are sorted, so most of them merge when they are added, and the memory
/// depends on the number of gaps, not of events. A plain value.
class IntervalUnion {
 public:
  struct Interval {
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };

  /// Adds [begin, end); empty intervals are ignored.
  void add(std::int64_t begin, std::int64_t end);
  /// Takes linear time if both are sorted.
  void add(const IntervalUnion& other);

  /// The intervals: sorted, disjoint and not adjacent.
  const std::vector<Interval>& intervals() const;
  /// Sum of the lengths of the intervals, in their unit.
  std::int64_t length() const;

 private:
  void merge() const;
  void join_neighbours() const;

  mutable std::vector<Interval> intervals_;
  mutable bool sorted_ = true;
};

/// The union of both, computed in one pass over their intervals.
IntervalUnion merged(const IntervalUnion& a, const IntervalUnion& b);
/// Computes how much of a range a union covers, in logarithmic time. A plain value;
/// times are in the unit of the union.
class CoveredTime {
 public:
  explicit CoveredTime(const IntervalUnion& of);

  /// The covered part of [begin, end); 0 if the range is empty.
  std::int64_t within(std::int64_t begin, std::int64_t end) const;
  /// The time that both this union and `of` cover.
  std::int64_t within(const IntervalUnion& of) const;
  std::int64_t length() const { return before_.back(); }

 private:
  std::int64_t until(std::int64_t time) const;

  std::vector<IntervalUnion::Interval> intervals_;
  std::vector<std::int64_t> before_;  ///< time covered before each interval, and the total
};
/// The time that both unions cover.
IntervalUnion intersection(const IntervalUnion& a, const IntervalUnion& b);

}  // namespace nscope::analysis
