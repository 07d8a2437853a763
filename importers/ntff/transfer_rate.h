#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::importers {

/// A value that holds from `time` (ps) on.
struct Step {
  std::int64_t time = 0;
  double value = 0.0;
};

/// Adds up the rates of transfers in flight: bytes / duration of each, in B/s.
/// Exact up to kMaxExact transfers; above that averages over equal intervals, so
/// that a long capture does not get more samples than packets. One thread.
class TransferRate {
 public:
  static constexpr std::size_t kMaxExact = 1u << 18;
  static constexpr std::size_t kIntervals = 1u << 18;

  /// [begin, end): what averages cover; transfers outside go to its ends.
  TransferRate(std::int64_t begin, std::int64_t end);

  /// Transfers without duration are left out.
  void add(std::int64_t begin, std::int64_t end, double bytes);

  /// The length of an interval in ps, where the steps are averages.
  std::optional<std::int64_t> averaged_over() const;
  std::vector<Step> steps() const;

 private:
  struct Flight {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    double rate = 0.0;
  };
  void spread(const Flight& flight);
  void spread_all();
  std::vector<Step> exact_steps() const;
  std::vector<Step> averages() const;

  std::int64_t begin_;
  std::int64_t interval_;
  std::vector<Flight> flights_;  ///< while exact
  // Afterwards, by interval. A flight lies partly in its first and last interval
  // and wholly in those between, which is kept as changes.
  std::vector<double> partial_;
  std::vector<double> whole_changes_;
  std::vector<std::int32_t> whole_counts_;  ///< changes of how many there are
};

}  // namespace nscope::importers
