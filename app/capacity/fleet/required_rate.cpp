#include "app/capacity/fleet/required_rate.h"

#include "simcore/engine/serving/draw_requests.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace nscope::capacity {
namespace {

constexpr double kMostDrawn = 2'000'000;
/// Share of the computed rate that is certainly necessary.
constexpr double kCertain = 0.9;

/// The times within which requests must be completed.
class Deadlines {
 public:
  explicit Deadlines(const std::vector<Limit>& limits) {
    for (const Limit& limit : limits) {
      Each& each = limits_[static_cast<std::size_t>(limit.latency)];
      // Limits of a low percentile say nothing about most of the requests.
      if (!each.seconds || limit.share > each.share) each = {limit.seconds, limit.share};
    }
  }

  bool limited() const { return of(Latency::kE2e).seconds || paced(); }

  /// Share of the requests that may be late.
  double late_share() const {
    double share = 0;
    if (of(Latency::kE2e).seconds) share += 1 - of(Latency::kE2e).share;
    if (paced()) share += 2 - of(Latency::kTtft).share - of(Latency::kTpot).share;
    return share;
  }

  /// Seconds from the arrival of a request with this number of output tokens.
  double seconds(int output_tokens) const {
    double seconds = of(Latency::kE2e).seconds.value_or(HUGE_VAL);
    if (paced()) {
      seconds = std::min(
          seconds, *of(Latency::kTtft).seconds + (output_tokens - 1) * *of(Latency::kTpot).seconds);
    }
    return seconds;
  }

 private:
  struct Each {
    std::optional<double> seconds{};
    double share = 0;
  };
  const Each& of(Latency latency) const { return limits_[static_cast<std::size_t>(latency)]; }
  bool paced() const { return of(Latency::kTtft).seconds && of(Latency::kTpot).seconds; }

  std::array<Each, 3> limits_;
};

struct Arrival {
  double time = 0;    ///< s
  double latest = 0;  ///< of its completion [s]
};

bool few_are_late(const std::vector<Arrival>& arrivals, double rate, double late_share) {
  double completed = 0;
  double late = 0;
  for (const Arrival& arrival : arrivals) {
    completed = std::max(completed, arrival.time) + 1 / rate;
    if (completed > arrival.latest) ++late;
  }
  return late <= late_share * static_cast<double>(arrivals.size());
}

}  // namespace

double least_seconds(const sim::Arrivals& arrivals) {
  if (arrivals.process != sim::ArrivalProcess::kBursts) return 0;
  constexpr double kPeriods = 20;
  return kPeriods * (arrivals.quiet_seconds + arrivals.burst_seconds);
}

Result<double> required_rate(const PlanRequest& request, double rate, std::uint64_t seed) {
  const sim::Arrivals arrivals = arrivals_at(request.traffic, rate);
  const Deadlines deadlines(request.limits);
  if (arrivals.process != sim::ArrivalProcess::kBursts || !deadlines.limited()) return rate;
  sim::ServingSetup setup;
  setup.arrivals = arrivals;
  setup.input = request.traffic.input;
  setup.output = request.traffic.output;
  setup.requests = static_cast<int>(std::clamp(rate * least_seconds(arrivals), 1.0, kMostDrawn));
  const auto drawn = sim::draw_requests(setup, seed);
  if (!drawn) return fail(drawn.error());
  std::vector<Arrival> each;
  each.reserve(drawn->requests.size());
  for (const sim::Request& one : drawn->requests) {
    const double time = sim::to_seconds(one.arrival);
    each.push_back({time, time + deadlines.seconds(one.output_tokens)});
  }
  double low = rate;
  double high = std::max(rate, arrivals.burst_rate) * 2;
  constexpr int kHalvings = 20;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (few_are_late(each, middle, deadlines.late_share()) ? high : low) = middle;
  }
  return std::max(rate, kCertain * low);
}

}  // namespace nscope::capacity
