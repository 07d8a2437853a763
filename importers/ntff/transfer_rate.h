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

  /// The length of an interval in ps if the steps are averages.
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
  // When averaging, by interval. A transfer covers its first and last interval partly and those
  // in between completely; the latter are stored as changes at the first and last one.
  std::vector<double> partial_;
  std::vector<double> whole_changes_;
  std::vector<std::int32_t> whole_counts_;  ///< changes of the number of transfers
};

}  // namespace nscope::importers
