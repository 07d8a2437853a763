#include "simcore/reliability/failure_rate.h"

#include <cmath>

namespace nscope::reliability {
namespace {

constexpr double kTail = 0.05;  // of each side of the 90 % interval

/// P(X <= events) of a Poisson count with that mean.
double poisson_sum(int events, double mean) {
  double sum = 0;
  for (int i = 0; i <= events; ++i) {
    sum += std::exp(i * std::log(mean) - mean - std::lgamma(i + 1.0));
  }
  return sum;
}

/// The mean at which poisson_sum(events, mean), which falls with it, is `share`.
double mean_of_sum(int events, double share) {
  double low = 1e-9;
  double high = 2.0 * events + 20;
  for (int i = 0; i < 200; ++i) {
    const double middle = low + (high - low) / 2;
    (poisson_sum(events, middle) > share ? low : high) = middle;
  }
  return high;
}

}  // namespace

double rate_of_chance(double p, double hours) {
  return -std::log1p(-p) / hours;
}

GangRate gang_rate(double node_rate, int nodes, double shared) {
  return {.single = node_rate * nodes * (1 - shared), .shared = node_rate * shared};
}

ObservedRate observed_rate(int events, double hours) {
  const double low = events == 0 ? 0 : mean_of_sum(events - 1, 1 - kTail);
  return {events / hours, low / hours, mean_of_sum(events, kTail) / hours};
}

}  // namespace nscope::reliability
