#pragma once

#include "profiler/analysis/engines/core_units.h"
#include "profiler/analysis/metrics/scope.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace nscope::analysis {

/// How the time looked at divides among the sets of units that were busy in it,
/// for one core. All times in ticks; they add up exactly.
class OverlapSweep {
 public:
  static constexpr std::size_t kUnits = kCoreUnits.size();

  /// A time in which nothing changed about what is asked for.
  struct Stretch {
    std::int64_t begin = 0;
    std::int64_t length = 0;
  };

  /// `windows` sorted and disjoint. Errors: kCancelled.
  static Result<OverlapSweep> of(const CoreActivity& activity, std::span<const TimeWindow> windows,
                                 const TaskControl& control);

  std::int64_t window() const;                 ///< the time looked at
  std::int64_t nothing() const;                ///< no unit busy
  std::int64_t busy(std::size_t unit) const;   ///< the unit busy, alone or not
  std::int64_t alone(std::size_t unit) const;  ///< no other unit busy
  std::int64_t both(std::size_t a, std::size_t b) const;

  /// The longest of each kind; length 0 where there is none.
  Stretch longest_nothing() const { return nothing_.longest; }
  Stretch longest_busy(std::size_t unit) const { return pairs_[unit][unit].longest; }
  Stretch longest_alone(std::size_t unit) const { return alone_[unit].longest; }
  Stretch longest_both(std::size_t a, std::size_t b) const {
    return pairs_[std::min(a, b)][std::max(a, b)].longest;
  }

 private:
  /// Bit i: unit i is busy. Bit kUnits: inside the windows.
  using Mask = std::uint32_t;
  static constexpr Mask kInside = Mask{1} << kUnits;

  struct Tracker {
    std::int64_t since = 0;
    Stretch longest{};

    void end(std::int64_t time) {
      if (time - since > longest.length) longest = {since, time - since};
    }
  };

  void change(Mask from, Mask to, std::int64_t time);
  template <class Holds>
  std::int64_t sum(Holds holds) const;

  std::array<std::int64_t, std::size_t{kInside}> time_{};  ///< by set of busy units
  Tracker nothing_;
  std::array<Tracker, kUnits> alone_{};
  std::array<std::array<Tracker, kUnits>, kUnits> pairs_{};  ///< [a][b], a <= b
};

}  // namespace nscope::analysis
