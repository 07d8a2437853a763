#pragma once

#include "app/capacity/fleet/evaluate_fleet.h"

#include <span>
#include <string>

namespace nscope::capacity {

/// So many instances under so many requests/s in all.
struct Rung {
  int instances = 1;
  double rate = 0;
};

/// The fleets of one server that a search steps through: each level leaves every request more
/// room than the level before. Either more instances share one rate, or the rate of so many
/// instances falls, by 1 % a level: closer than the noise of a run. A value.
class Ladder {
 public:
  /// Level n: n instances, 1 to `most`, under `rate` requests/s.
  static Ladder of_instances(double rate, int most);
  /// Level k: `instances` under `highest` x 0.99^k requests/s.
  static Ladder of_rates(int instances, double highest);

  Rung at(int level) const;
  int last() const { return last_; }
  /// The lowest level at which the server keeps up at all (least_instances()).
  int lowest(const FleetJudge& judge, const Server& server) const;
  /// The level that fluid_rate() promises.
  int promised(const Server& server, std::span<const Limit> limits) const;
  /// The highest level that is worth a run: there every replica is nearly always idle.
  int widest(int lowest) const;
  /// Where to look after `level` missed the limits, while nothing holds them.
  int wider(int level) const;
  /// Where to look after `level` held the limits in a short run only.
  int next(int level) const;

  /// "with 12 instances", "at 3.42 requests/s".
  std::string at_text(int level) const;
  /// "needs at least 12 instances to keep up", "keeps up with at most 3.42 requests/s".
  std::string bound_text(int lowest) const;
  /// "needs 12 instances", "holds the limits up to 3.42 requests/s".
  std::string answer_text(int level) const;

 private:
  enum class Climbs { kInstances, kRates };
  explicit Ladder(Climbs climbs) : climbs_(climbs) {}
  std::string text(int level) const;

  Climbs climbs_;
  double rate_ = 0;    ///< of all levels, or the highest
  int instances_ = 0;  ///< of a ladder of rates
  int last_ = 0;
};

}  // namespace nscope::capacity
