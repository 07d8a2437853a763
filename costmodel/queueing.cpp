#include "costmodel/queueing.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace nscope::cost {

double erlang_b(int servers, double load) {
  assert(servers >= 1 && load >= 0);
  double blocked = 1;
  for (int k = 1; k <= servers; ++k) blocked = load * blocked / (k + load * blocked);
  return blocked;
}

double erlang_c(int servers, double load) {
  if (load >= servers) return 1;
  const double blocked = erlang_b(servers, load);
  return blocked / (1 - load / servers * (1 - blocked));
}

double QueueWait::at(double quantile) const {
  const double beyond = 1 - quantile;
  if (wait_probability <= beyond) return 0;
  if (slack <= 0) return std::numeric_limits<double>::infinity();
  return std::log(wait_probability / beyond) / slack;
}

QueueWait mmc_wait(int servers, double arrivals, double service_rate) {
  assert(arrivals > 0 && service_rate > 0);
  QueueWait wait;
  wait.wait_probability = erlang_c(servers, arrivals / service_rate);
  wait.slack = servers * service_rate - arrivals;
  wait.mean =
      wait.slack > 0 ? wait.wait_probability / wait.slack : std::numeric_limits<double>::infinity();
  wait.p99 = wait.at(0.99);
  return wait;
}

double allen_cunneen(double mmc_mean_wait, double arrival_scv, double service_scv) {
  return mmc_mean_wait * (arrival_scv + service_scv) / 2;
}

int servers_for_wait(double arrivals, double service_rate, double quantile, double limit,
                     int most) {
  const double least = std::floor(arrivals / service_rate) + 1;
  for (int servers = static_cast<int>(std::min(least, most + 1.0)); servers <= most; ++servers) {
    if (mmc_wait(servers, arrivals, service_rate).at(quantile) <= limit) return servers;
  }
  return 0;
}

}  // namespace nscope::cost
