#pragma once

namespace nscope::reliability {

/// How often jobs fail. Rates are per hour, exponential. Pure functions; nothing is checked.

/// Rate behind the chance `p` (below 1) that a thing fails within `hours`:
/// -ln(1 - p) / hours.
double rate_of_chance(double p, double hours);

/// The rate at which a job of `nodes` nodes fails that all have to run, where each node fails
/// at `node_rate` and a share `shared` (0..1) of that are events that take all nodes at once
/// (the beta-factor model of common causes: Fleming 1975): single ones come n (1 - b) times as
/// often as at one node, shared ones b times. Independent nodes (b = 0): n rates.
struct GangRate {
  double single = 0;  ///< events that take one node
  double shared = 0;  ///< events that take all
  double total() const { return single + shared; }
};
GangRate gang_rate(double node_rate, int nodes, double shared);

}  // namespace nscope::reliability
