#include "importers/ntff/transfer_rate.h"

#include <algorithm>

namespace nscope::importers {

TransferRate::TransferRate(std::int64_t begin, std::int64_t end)
    : begin_(begin),
      interval_(
          std::max<std::int64_t>(1, (end - begin) / static_cast<std::int64_t>(kIntervals) + 1)) {}

TransferRate::Flight TransferRate::flight_of(std::int64_t begin, std::int64_t end, double bytes) {
  constexpr double kPicoseconds = 1e12;
  return {begin, end, bytes * kPicoseconds / static_cast<double>(end - begin)};
}

void TransferRate::add(std::int64_t begin, std::int64_t end, double bytes) {
  if (end <= begin) return;
  const Flight flight = flight_of(begin, end, bytes);
  if (!averages_only()) return keep(flight);
  spread(flight.rate, place_of(flight));
}

void TransferRate::add_to_both(std::int64_t begin, std::int64_t end, double bytes,
                               TransferRate& other, int times) {
  if (end <= begin) return;
  Flight flight = flight_of(begin, end, bytes);
  Place place;
  const bool any_averages = averages_only() || (times > 0 && other.averages_only());
  if (any_averages) place = place_of(flight);
  const auto put = [&](TransferRate& to) {
    if (to.averages_only()) {
      to.spread(flight.rate, place);
    } else {
      to.keep(flight);
    }
  };
  put(*this);
  if (times == 0) return;
  flight.rate *= times;  // exact
  put(other);
}

void TransferRate::keep(const Flight& flight) {
  flights_.push_back(flight);
  if (flights_.size() > kMaxExact) spread_all();
}

void TransferRate::spread_all() {
  partial_.assign(kIntervals, 0.0);
  whole_changes_.assign(kIntervals + 1, 0.0);
  whole_counts_.assign(kIntervals + 1, 0);
  for (const Flight& flight : flights_) spread(flight.rate, place_of(flight));
  std::vector<Flight>().swap(flights_);
}

/// Most transfers begin in the interval of the one before: comparisons are faster than a division.
std::size_t TransferRate::interval_of(std::int64_t time) {
  if (start_of(recent_) <= time && time < start_of(recent_ + 1)) return recent_;
  const std::int64_t interval = (time - begin_) / interval_;
  return static_cast<std::size_t>(
      std::clamp<std::int64_t>(interval, 0, static_cast<std::int64_t>(kIntervals) - 1));
}

TransferRate::Place TransferRate::place_of(const Flight& flight) {
  Place place;
  place.first = recent_ = interval_of(flight.begin);
  // Most transfers end in their first interval; a comparison is faster than another division.
  const bool one = flight.end <= start_of(place.first + 1);
  place.last = one ? place.first : interval_of(flight.end - 1);
  if (place.first == place.last) {
    place.in_first = static_cast<double>(flight.end - flight.begin);
  } else {
    place.in_first = static_cast<double>(start_of(place.first + 1) - flight.begin);
    place.in_last = static_cast<double>(flight.end - start_of(place.last));
  }
  return place;
}

void TransferRate::spread(double rate, const Place& place) {
  const auto part = [&](double ticks) { return rate * ticks / static_cast<double>(interval_); };
  partial_[place.first] += part(place.in_first);
  if (place.first == place.last) return;
  partial_[place.last] += part(place.in_last);
  whole_changes_[place.first + 1] += rate;
  whole_changes_[place.last] -= rate;
  ++whole_counts_[place.first + 1];
  --whole_counts_[place.last];
}

std::optional<std::int64_t> TransferRate::averaged_over() const {
  return averages_only() ? std::optional(interval_) : std::nullopt;
}

std::vector<Step> TransferRate::steps() const {
  return averages_only() ? averages() : exact_steps();
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
