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
  void add(const IntervalUnion& other);

  /// Sorted, disjoint, not touching.
  const std::vector<Interval>& intervals() const;
  /// Sum of their lengths, in the unit they were added in.
  std::int64_t length() const;

 private:
  void merge() const;

  mutable std::vector<Interval> intervals_;
  mutable bool sorted_ = true;
};

/// The time that both cover.
IntervalUnion intersection(const IntervalUnion& a, const IntervalUnion& b);

}  // namespace nscope::analysis
