#include "importers/ntff/transfer_rate.h"

#include <algorithm>

namespace nscope::importers {

TransferRate::TransferRate(std::int64_t begin, std::int64_t end)
    : begin_(begin),
      interval_(
          std::max<std::int64_t>(1, (end - begin) / static_cast<std::int64_t>(kIntervals) + 1)) {}

void TransferRate::add(std::int64_t begin, std::int64_t end, double bytes) {
  if (end <= begin) return;
  constexpr double kPicoseconds = 1e12;
  const Flight flight{begin, end, bytes * kPicoseconds / static_cast<double>(end - begin)};
  if (!partial_.empty()) return spread(flight);
  flights_.push_back(flight);
  if (flights_.size() > kMaxExact) spread_all();
}

void TransferRate::spread_all() {
  partial_.assign(kIntervals, 0.0);
  whole_changes_.assign(kIntervals + 1, 0.0);
  whole_counts_.assign(kIntervals + 1, 0);
  for (const Flight& flight : flights_) spread(flight);
  std::vector<Flight>().swap(flights_);
}

void TransferRate::spread(const Flight& flight) {
  const auto interval_of = [&](std::int64_t time) {
    const std::int64_t interval = (time - begin_) / interval_;
    return static_cast<std::size_t>(
        std::clamp<std::int64_t>(interval, 0, static_cast<std::int64_t>(kIntervals) - 1));
  };
  const auto start_of = [&](std::size_t interval) {
    return begin_ + static_cast<std::int64_t>(interval) * interval_;
  };
  const std::size_t first = interval_of(flight.begin);
  // Most transfers end in their first interval; a comparison is faster than another division.
  const std::size_t last = flight.end <= start_of(first + 1) ? first : interval_of(flight.end - 1);
  const auto part = [&](std::int64_t time) {
    return flight.rate * static_cast<double>(time) / static_cast<double>(interval_);
  };
  if (first == last) {
    partial_[first] += part(flight.end - flight.begin);
    return;
  }
  partial_[first] += part(start_of(first + 1) - flight.begin);
  partial_[last] += part(flight.end - start_of(last));
  whole_changes_[first + 1] += flight.rate;
  whole_changes_[last] -= flight.rate;
  ++whole_counts_[first + 1];
  --whole_counts_[last];
}

std::optional<std::int64_t> TransferRate::averaged_over() const {
  return partial_.empty() ? std::nullopt : std::optional(interval_);
}

std::vector<Step> TransferRate::steps() const {
  return partial_.empty() ? exact_steps() : averages();
}

std::vector<Step> TransferRate::exact_steps() const {
  struct Change {
    std::int64_t time = 0;
    double rate = 0.0;
    int amount = 0;
  };
  std::vector<Flight> flights = flights_;
  std::stable_sort(flights.begin(), flights.end(), [](const Flight& a, const Flight& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  std::vector<Change> changes;
  changes.reserve(2 * flights.size());
  for (const Flight& flight : flights) {
    changes.push_back({flight.begin, flight.rate, 1});
    changes.push_back({flight.end, -flight.rate, -1});
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const Change& a, const Change& b) { return a.time < b.time; });
  std::vector<Step> steps;
  double sum = 0.0;
  std::int64_t in_flight = 0;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    in_flight += changes[i].amount;
    // Without transfers in flight the sum is set to zero, to remove rounding errors.
    sum = in_flight == 0 ? 0.0 : sum + changes[i].rate;
    if (i + 1 < changes.size() && changes[i + 1].time == changes[i].time) continue;
    if (steps.empty() ? sum != 0.0 : sum != steps.back().value) {
      steps.push_back({changes[i].time, sum});
    }
  }
  return steps;
}

std::vector<Step> TransferRate::averages() const {
  std::vector<Step> steps;
  double whole = 0.0;
  std::int64_t wholly_in = 0;
  for (std::size_t i = 0; i < kIntervals; ++i) {
    wholly_in += whole_counts_[i];
    // Without transfers in flight the sum is set to zero, to remove rounding errors.
    whole = wholly_in == 0 ? 0.0 : whole + whole_changes_[i];
    const double rate = whole + partial_[i];
    if (steps.empty() ? rate != 0.0 : rate != steps.back().value) {
      steps.push_back({begin_ + static_cast<std::int64_t>(i) * interval_, rate});
    }
  }
  if (!steps.empty() && steps.back().value != 0.0) {
    steps.push_back({begin_ + static_cast<std::int64_t>(kIntervals) * interval_, 0.0});
  }
  return steps;
}

}  // namespace nscope::importers
