#include "app/capacity/fleet/plan_ranking.h"

#include "costmodel/economics/ranking.h"

#include <algorithm>

namespace nscope::capacity {
namespace {

/// The work per dollar of a fleet, relative to the load of the plan.
std::optional<cost::RankedCost> ranked_cost(const PlannedFleet& fleet) {
  const auto& band = fleet.widened ? fleet.widened : fleet.measured;
  if (!band || !band->serving[0] || !band->serving[1] || !(fleet.per_hour > Usd())) {
    return std::nullopt;
  }
  const double each = fleet.per_hour.dollars() / fleet.count();
  const auto per_dollar = [&](int serving) { return 1 / (each * (serving + fleet.spare)); };
  const std::string& instance = fleet.configuration.instance;
  return cost::RankedCost{.tokens_per_usd = 1 / fleet.per_hour.dollars(),
                          .low = per_dollar(*band->serving[1]),
                          .high = per_dollar(*band->serving[0]),
                          .device = instance.substr(0, instance.find('.'))};
}

}  // namespace

std::optional<PlanRanking> ranking_of(const FleetPlan& plan) {
  if (!plan.best || !plan.complete) return std::nullopt;
  const auto next =
      std::find_if(plan.types.begin(), plan.types.end(), [&](const TypeSummary& type) {
        return type.fleet && type.instance != plan.best->configuration.instance;
      });
  if (next == plan.types.end()) return std::nullopt;
  const auto best = ranked_cost(*plan.best);
  const auto other = ranked_cost(*next->fleet);
  if (!best || !other) return std::nullopt;
  const auto probability = cost::probability_cheaper(*best, *other);
  if (!probability) return std::nullopt;
  return PlanRanking{next->instance, *probability};
}

}  // namespace nscope::capacity
