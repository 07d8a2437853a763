#pragma once

#include "profiler/analysis/engines/core_units.h"
#include "profiler/analysis/metrics/scope.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace nscope::analysis {

/// Divides the analysed range of one core among the sets of units that can be busy at the same
/// time. All times are in ticks and add up exactly.
class OverlapSweep {
 public:
  static constexpr std::size_t kUnits = kCoreUnits.size();

  struct Interval {
    std::int64_t begin = 0;
    std::int64_t length = 0;
  };

  /// `windows` must be sorted and disjoint. Errors: kCancelled.
  static Result<OverlapSweep> of(const CoreActivity& activity, std::span<const TimeWindow> windows,
                                 const TaskControl& control);

  std::int64_t window() const;                 ///< length of the analysed range
  std::int64_t nothing() const;                ///< no unit is busy
  std::int64_t busy(std::size_t unit) const;   ///< the unit is busy, alone or with others
  std::int64_t alone(std::size_t unit) const;  ///< the unit is busy and no other unit is
  std::int64_t both(std::size_t a, std::size_t b) const;

  /// The longest uninterrupted interval of each kind; its length is 0 if there is none.
  Interval longest_nothing() const { return nothing_.longest; }
  Interval longest_busy(std::size_t unit) const { return pairs_[unit][unit].longest; }
  Interval longest_alone(std::size_t unit) const { return alone_[unit].longest; }
  Interval longest_both(std::size_t a, std::size_t b) const {
    return pairs_[std::min(a, b)][std::max(a, b)].longest;
  }

 private:
  /// Bit i: unit i is busy. Bit kUnits: the time is inside a window.
  using Mask = std::uint32_t;
  static constexpr Mask kInside = Mask{1} << kUnits;

  struct Tracker {
    std::int64_t since = 0;
    Interval longest{};

    void end(std::int64_t time) {
      if (time - since > longest.length) longest = {since, time - since};
    }
  };

  void change(Mask from, Mask to, std::int64_t time);
  template <class Includes>
  std::int64_t sum(Includes includes) const;

  std::array<std::int64_t, std::size_t{kInside}> time_{};  ///< by set of busy units
  Tracker nothing_;
  std::array<Tracker, kUnits> alone_{};
  std::array<std::array<Tracker, kUnits>, kUnits> pairs_{};  ///< [a][b], a <= b
};

}  // namespace nscope::analysis
