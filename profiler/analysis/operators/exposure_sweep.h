#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace nscope::analysis {

/// For owners (operators) that each have many events: the time in which at least
/// one event of an owner is under way, and that in which no other owner has one.
/// Events come in order of their start. Cost: O(log n) for n events under way at once.
class ExposureSweep {
 public:
  struct Times {
    std::int64_t active = 0;  ///< ticks
    std::int64_t alone = 0;   ///< ticks
  };

  /// An event of `owner` over [begin, end); `begin` must not be before the last one's.
  void start(std::size_t owner, std::int64_t begin, std::int64_t end);
  /// Lets everything end. No more events after it.
  void finish();
  /// By owner; those beyond the end had no event.
  const std::vector<Times>& times() const { return times_; }

 private:
  void advance(std::int64_t to);
  void account(std::int64_t to);

  std::vector<Times> times_;
  std::vector<std::uint32_t> under_way_;                      ///< events of each owner
  std::vector<std::int64_t> since_;                           ///< first of them
  std::vector<std::pair<std::int64_t, std::size_t>> ends_{};  ///< heap, the earliest first
  std::size_t owners_ = 0;                                    ///< with events under way
  std::size_t owner_sum_ = 0;                                 ///< of their numbers: of one, itself
  std::int64_t now_ = 0;
};

}  // namespace nscope::analysis
