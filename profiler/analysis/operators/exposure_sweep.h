#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace nscope::analysis {

/// Computes for each owner (operator) the time in which at least one of its events runs, and the
/// time in which no event of another owner runs. Events must be added in the order of their starts.
/// Each takes O(log n) for n simultaneous events.
class ExposureSweep {
 public:
  struct Times {
    std::int64_t active = 0;  ///< ticks
    std::int64_t alone = 0;   ///< ticks
  };

  /// Adds an event of `owner` over [begin, end). `begin` must not be before that of the last event.
  void start(std::size_t owner, std::int64_t begin, std::int64_t end);
  /// Ends all running events. No events can be added after it.
  void finish();
  /// The times by owner. Owners beyond the end of the vector have no events.
  const std::vector<Times>& times() const { return times_; }

 private:
  void advance(std::int64_t to);
  void account(std::int64_t to);

  std::vector<Times> times_;
  std::vector<std::uint32_t> running_;                        ///< running events by owner
  std::vector<std::int64_t> since_;                           ///< start of the first of them
  std::vector<std::pair<std::int64_t, std::size_t>> ends_{};  ///< heap of ends, earliest first
  std::size_t owners_ = 0;                                    ///< number of owners that run
  /// Sum of the indices of the owners that run; if there is only one, this is its index.
  std::size_t owner_sum_ = 0;
  std::int64_t now_ = 0;
};

}  // namespace nscope::analysis
