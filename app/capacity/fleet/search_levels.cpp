#include "app/capacity/fleet/search_levels.h"

#include "app/capacity/fleet/fluid_estimate.h"
#include "costmodel/money/figures.h"

#include <algorithm>
#include <cmath>

namespace nscope::capacity {
namespace {

constexpr double kStep = 0.99;
/// The lowest rate is about 1e-10 of the highest.
constexpr int kLastRate = 2300;
/// With this multiple of the sustaining capacity, all replicas are almost always idle.
constexpr int kMostIdle = 32;
constexpr double kHopeless = 1e9;

/// The first level whose rate is `share` of the highest or less.
int level_of(double share) {
  if (!(share > 0)) return kLastRate;
  const double level = std::ceil(std::log(share) / std::log(kStep) * (1 - 1e-12));
  return static_cast<int>(std::clamp(level, 0.0, 1.0 * kLastRate));
}

}  // namespace

SearchLevels SearchLevels::of_instances(double rate, int most) {
  SearchLevels levels(Varies::kInstances);
  levels.rate_ = rate;
  levels.last_ = most;
  return levels;
}

SearchLevels SearchLevels::of_rates(int instances, double highest) {
  SearchLevels levels(Varies::kRates);
  levels.rate_ = highest;
  levels.instances_ = instances;
  levels.last_ = kLastRate;
  return levels;
}

FleetLoad SearchLevels::at(int level) const {
  if (varies_ == Varies::kInstances) return {level, rate_};
  return {instances_, rate_ * std::pow(kStep, level)};
}

int SearchLevels::lowest(const FleetEvaluator& evaluator, const Server& server) const {
  if (varies_ == Varies::kInstances) return evaluator.least_instances(server, rate_);
  int level = level_of(most_rate(server, instances_) / rate_);
  // Because of rounding, the first levels may still have too high a rate.
  while (level < last_ && evaluator.least_instances(server, at(level).rate) > instances_) ++level;
  return level;
}

int SearchLevels::estimated(const Server& server, std::span<const Limit> limits) const {
  const int nodes = server.configuration.nodes;
  const double fluid = fluid_rate(server, limits) * server.replicas_per_instance / nodes;
  if (varies_ == Varies::kRates) return level_of(fluid * instances_ / rate_);
  return static_cast<int>(fluid > 0 ? std::clamp(std::ceil(rate_ / fluid), 1.0, kHopeless)
                                    : kHopeless);
}

int SearchLevels::widest(int lowest) const {
  if (varies_ == Varies::kInstances) {
    return static_cast<int>(
        std::min<std::int64_t>(last_, std::int64_t{kMostIdle} * std::int64_t{lowest}));
  }
  return std::min(last_, lowest + level_of(1.0 / kMostIdle));
}

int SearchLevels::wider(int level) const {
  if (varies_ == Varies::kInstances) return level + std::max(1, level / 4);
  return level + level_of(0.8);
}

int SearchLevels::next(int level) const {
  // In large fleets one instance is a small share, so the steps are longer.
  return level + 1 + (varies_ == Varies::kInstances ? level / 64 : 0);
}

TextNumber SearchLevels::rate_at(int level) const {
  constexpr int kDigits = 3;
  return cost::as_digits(at(level).rate, kDigits);
}

Text SearchLevels::at_text(int level, const Text& result) const {
  if (varies_ == Varies::kRates) return tr("at {} requests/s: {}", rate_at(level), result);
  return tr_plural(level, "with {} instance: {}", "with {} instances: {}", as::count(level),
                   result);
}

Text SearchLevels::bound_text(int lowest) const {
  if (varies_ == Varies::kRates) return tr("sustains at most {} requests/s", rate_at(lowest));
  return tr_plural(lowest, "needs at least {} instance to sustain the load",
                   "needs at least {} instances to sustain the load", as::count(lowest));
}

Text SearchLevels::result_text(int level) const {
  if (varies_ == Varies::kRates) {
    return tr("meets the limits up to {} requests/s", rate_at(level));
  }
  return tr_plural(level, "meets the limits with {} instance", "meets the limits with {} instances",
                   as::count(level));
}

}  // namespace nscope::capacity
