#pragma once

#include "app/capacity/fleet/evaluate_fleet.h"

#include <span>

namespace nscope::capacity {

/// A fleet and its load.
struct FleetLoad {
  int instances = 1;
  double rate = 0;  ///< requests/s of all instances together
};

/// The fleets of one server in the order of a search: each level has more spare capacity than the
/// level before. Either the number of instances grows at a constant rate, or the rate decreases by
/// 1 % per level for a constant number of instances. One per cent is less than the noise of a run.
/// A value.
class SearchLevels {
 public:
  /// Level n: n instances, 1 to `most`, under `rate` requests/s.
  static SearchLevels of_instances(double rate, int most);
  /// Level k: `instances` under `highest` x 0.99^k requests/s.
  static SearchLevels of_rates(int instances, double highest);

  FleetLoad at(int level) const;
  int last() const { return last_; }
  /// The lowest level at which the server can sustain the load (least_instances()).
  int lowest(const FleetEvaluator& evaluator, const Server& server) const;
  /// The level that fluid_rate() estimates.
  int estimated(const Server& server, std::span<const Limit> limits) const;
  /// The highest level worth simulating: there all replicas are almost always idle.
  int widest(int lowest) const;
  /// The level to try after `level` missed the limits, while no level is known that meets them.
  int wider(int level) const;
  /// The level to try after `level` met the limits in a short run but not in the confirmation run.
  int next(int level) const;

  /// "with 12 instances: `result`", "at 3.42 requests/s: `result`".
  Text at_text(int level, const Text& result) const;
  /// "needs at least 12 instances to sustain the load", "sustains at most 3.42 requests/s".
  Text bound_text(int lowest) const;
  /// "needs 12 instances", "meets the limits up to 3.42 requests/s".
  Text result_text(int level) const;

 private:
  enum class Varies { kInstances, kRates };
  explicit SearchLevels(Varies varies) : varies_(varies) {}
  TextNumber rate_at(int level) const;

  Varies varies_;
  double rate_ = 0;    ///< of all levels, or of level 0
  int instances_ = 0;  ///< if the rate decreases
  int last_ = 0;
};

}  // namespace nscope::capacity
