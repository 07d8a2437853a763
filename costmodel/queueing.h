#pragma once

namespace nscope::cost {

/// Closed forms of waiting for one of `servers` equal servers, first come, first served.
/// Guards and starting points: a language-model server is a batch server whose rate depends on
/// its load, so that a fleet is judged by simulation. `load` is the offered load in servers,
/// arrivals x mean service time. Rates and times in one unit of time. Pure functions.
/// Preconditions (asserted): servers >= 1, load >= 0, rates positive.

/// The chance that an arrival is lost where nobody can wait (Erlang 1917), by the recursion
/// B(0) = 1, B(k) = a B(k-1) / (k + a B(k-1)), which neither over- nor underflows.
double erlang_b(int servers, double load);

/// The chance that an arrival has to wait, B / (1 - rho (1 - B)); 1 at and beyond saturation.
double erlang_c(int servers, double load);

/// M/M/c: what an arrival waits before it is served. Infinite at and beyond saturation.
struct QueueWait {
  double wait_probability = 0;
  double mean = 0;  ///< C / (c mu - lambda)
  double p99 = 0;   ///< max(0, ln(C / 0.01) / (c mu - lambda))
  /// The wait that a share `quantile` (0..1) of the arrivals does not exceed.
  double at(double quantile) const;

  double slack = 0;  ///< c mu - lambda
};
QueueWait mmc_wait(int servers, double arrivals, double service_rate);

/// The mean wait with other arrivals and services than exponential ones, by their squared
/// coefficients of variation: mean (ca2 + cs2) / 2 (Allen 1990, after Cunneen). Exact for one
/// server with Poisson arrivals (Pollaczek-Khinchine), an approximation else.
double allen_cunneen(double mmc_mean_wait, double arrival_scv, double service_scv);

/// The fewest servers whose wait at `quantile` is at most `limit`; 0 where `most` do not
/// suffice.
int servers_for_wait(double arrivals, double service_rate, double quantile, double limit, int most);

}  // namespace nscope::cost
