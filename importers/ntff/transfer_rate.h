#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::importers {

/// A value from `time` (ps) until the next step.
struct Step {
  std::int64_t time = 0;
  double value = 0.0;
};

/// The sum of the rates of transfers in flight, in B/s; the rate of a transfer is its bytes
/// divided by its duration. Exact for up to kMaxExact transfers. For more, averages over equal
/// intervals, which bounds the number of samples. One thread.
class TransferRate {
 public:
  static constexpr std::size_t kMaxExact = 1u << 18;
  static constexpr std::size_t kIntervals = 1u << 18;

  /// [begin, end): the range of the averages; transfers outside count in its first or last
  /// interval.
  TransferRate(std::int64_t begin, std::int64_t end);

  /// Transfers without duration are ignored.
  void add(std::int64_t begin, std::int64_t end, double bytes);
  /// Adds `times` the same transfer also to `other`, which has the same range. Faster than twice
  /// add(). `times` is 0 (ignored), 1 or 2.
  void add_to_both(std::int64_t begin, std::int64_t end, double bytes, TransferRate& other,
                   int times);

  /// The length of an interval in ps if the steps are averages.
  std::optional<std::int64_t> averaged_over() const;
  std::vector<Step> steps() const;

 private:
  struct Flight {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    double rate = 0.0;
  };
  /// The intervals of a flight.
  struct Place {
    std::size_t first = 0;
    std::size_t last = 0;
    double in_first = 0.0;  ///< ticks in the first interval
    double in_last = 0.0;   ///< ticks in the last one, if it is another
  };
  static Flight flight_of(std::int64_t begin, std::int64_t end, double bytes);
  bool averages_only() const { return !partial_.empty(); }
  void keep(const Flight& flight);
  std::int64_t start_of(std::size_t interval) const {
    return begin_ + static_cast<std::int64_t>(interval) * interval_;
  }
  std::size_t interval_of(std::int64_t time);
  Place place_of(const Flight& flight);
  void spread(double rate, const Place& place);
  void spread_all();
  std::vector<Step> exact_steps() const;
  std::vector<Step> averages() const;

  std::int64_t begin_;
  std::int64_t interval_;
  std::size_t recent_ = 0;       ///< the interval in which the last transfer began
  std::vector<Flight> flights_;  ///< while exact
  // When averaging, by interval. A transfer covers its first and last interval partly and those
  // in between completely; the latter are stored as changes at the first and last one.
  std::vector<double> partial_;
  std::vector<double> whole_changes_;
  std::vector<std::int32_t> whole_counts_;  ///< changes of the number of transfers
};

}  // namespace nscope::importers
