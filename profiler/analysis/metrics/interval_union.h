#pragma once

#include <cstdint>
#include <vector>

namespace nscope::analysis {

/// The time covered by at least one of many intervals. Intervals may come in any
/// order; those of one track come sorted, so that most merge as they are added
/// and memory follows the number of gaps, not of events. A plain value.
class IntervalUnion {
 public:
  struct Interval {
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };

  /// Adds [begin, end); ignored where it is empty.
  void add(std::int64_t begin, std::int64_t end);
  /// Linear in both where both are sorted.
  void add(const IntervalUnion& other);

  /// Sorted, disjoint, not touching.
  const std::vector<Interval>& intervals() const;
  /// Sum of their lengths, in the unit they were added in.
  std::int64_t length() const;

 private:
  void merge() const;
  void join_neighbours() const;

  mutable std::vector<Interval> intervals_;
  mutable bool sorted_ = true;
};

/// The union of both, in one pass over their intervals.
IntervalUnion merged(const IntervalUnion& a, const IntervalUnion& b);
/// Answers how much of any range a union covers, in logarithmic time. A plain value;
/// times in the unit of the union.
class CoveredTime {
 public:
  explicit CoveredTime(const IntervalUnion& of);

  /// Of [begin, end); 0 where it is empty.
  std::int64_t within(std::int64_t begin, std::int64_t end) const;
  /// Of all intervals of another union: the time both cover.
  std::int64_t within(const IntervalUnion& of) const;
  std::int64_t length() const { return before_.back(); }

 private:
  std::int64_t until(std::int64_t time) const;

  std::vector<IntervalUnion::Interval> intervals_;
  std::vector<std::int64_t> before_;  ///< covered before each interval, and in all
};
/// The time that both cover.
IntervalUnion intersection(const IntervalUnion& a, const IntervalUnion& b);

}  // namespace nscope::analysis
