#include "app/capacity/fleet/ladder.h"

#include "app/capacity/fleet/fluid_estimate.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

constexpr double kStep = 0.99;
/// A ladder of rates goes down to 1e-10 of its highest.
constexpr int kLastRate = 2300;
/// With so many times what just keeps up every replica is nearly always idle.
constexpr int kMostIdle = 32;
constexpr double kHopeless = 1e9;

/// The first level whose rate is `share` of the highest or less.
int level_of(double share) {
  if (!(share > 0)) return kLastRate;
  const double level = std::ceil(std::log(share) / std::log(kStep) * (1 - 1e-12));
  return static_cast<int>(std::clamp(level, 0.0, 1.0 * kLastRate));
}

}  // namespace

Ladder Ladder::of_instances(double rate, int most) {
  Ladder ladder(Climbs::kInstances);
  ladder.rate_ = rate;
  ladder.last_ = most;
  return ladder;
}

Ladder Ladder::of_rates(int instances, double highest) {
  Ladder ladder(Climbs::kRates);
  ladder.rate_ = highest;
  ladder.instances_ = instances;
  ladder.last_ = kLastRate;
  return ladder;
}

Rung Ladder::at(int level) const {
  if (climbs_ == Climbs::kInstances) return {level, rate_};
  return {instances_, rate_ * std::pow(kStep, level)};
}

int Ladder::lowest(const FleetJudge& judge, const Server& server) const {
  if (climbs_ == Climbs::kInstances) return judge.least_instances(server, rate_);
  int level = level_of(most_rate(server, instances_) / rate_);
  // Rounding must not leave a level that the judge refuses unseen.
  while (level < last_ && judge.least_instances(server, at(level).rate) > instances_) ++level;
  return level;
}

int Ladder::promised(const Server& server, std::span<const Limit> limits) const {
  const double fluid = fluid_rate(server, limits) * server.replicas_per_instance;
  if (climbs_ == Climbs::kRates) return level_of(fluid * instances_ / rate_);
  return static_cast<int>(fluid > 0 ? std::clamp(std::ceil(rate_ / fluid), 1.0, kHopeless)
                                    : kHopeless);
}

int Ladder::widest(int lowest) const {
  if (climbs_ == Climbs::kInstances) {
    return static_cast<int>(
        std::min<std::int64_t>(last_, std::int64_t{kMostIdle} * std::int64_t{lowest}));
  }
  return std::min(last_, lowest + level_of(1.0 / kMostIdle));
}

int Ladder::wider(int level) const {
  if (climbs_ == Climbs::kInstances) return level + std::max(1, level / 4);
  return level + level_of(0.8);
}

int Ladder::next(int level) const {
  // A long step where one instance is a small part.
  return level + 1 + (climbs_ == Climbs::kInstances ? level / 64 : 0);
}

std::string Ladder::text(int level) const {
  if (climbs_ == Climbs::kInstances) {
    return fmt::format("{} instance{}", level, level == 1 ? "" : "s");
  }
  return fmt::format("{:.3g} requests/s", at(level).rate);
}

std::string Ladder::at_text(int level) const {
  return fmt::format("{} {}", climbs_ == Climbs::kInstances ? "with" : "at", text(level));
}

std::string Ladder::bound_text(int lowest) const {
  return climbs_ == Climbs::kInstances ? fmt::format("needs at least {} to keep up", text(lowest))
                                       : fmt::format("keeps up with at most {}", text(lowest));
}

std::string Ladder::answer_text(int level) const {
  return climbs_ == Climbs::kInstances ? fmt::format("needs {}", text(level))
                                       : fmt::format("holds the limits up to {}", text(level));
}

}  // namespace nscope::capacity
