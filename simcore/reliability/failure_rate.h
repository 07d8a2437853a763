#pragma once

namespace nscope::reliability {

/// Failure rates of jobs, per hour, with exponential times between failures. Pure functions that
/// do not check their arguments.

/// The rate at which the probability of a failure within `hours` is `p` (below 1):
/// -ln(1 - p) / hours.
double rate_of_chance(double p, double hours);

/// The failure rate of a job that needs all of its `nodes` nodes. Each node fails at `node_rate`;
/// a share `shared` (b, 0..1) of its failures affects all nodes at once (the beta-factor model of
/// common causes: Fleming 1975). Failures of single nodes then have n (1 - b) times the rate of
/// one node, and shared failures b times. Independent nodes (b = 0) have n times the rate.
struct GangRate {
  double single = 0;  ///< failures of one node
  double shared = 0;  ///< failures of all nodes
  double total() const { return single + shared; }
};
GangRate gang_rate(double node_rate, int nodes, double shared);

}  // namespace nscope::reliability
