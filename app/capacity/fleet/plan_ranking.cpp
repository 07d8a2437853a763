#include "app/capacity/fleet/plan_ranking.h"

#include "costmodel/economics/ranking.h"

#include <algorithm>
#include <utility>

namespace nscope::capacity {
namespace {

/// The work per dollar of a fleet, relative to the load of the plan; or why its band is unknown.
tl::expected<cost::RankedCost, Text> ranked_cost(const PlannedFleet& fleet) {
  const std::string& instance = fleet.configuration.instance;
  const auto& band = fleet.widened ? fleet.widened : fleet.measured;
  if (!band) {
    return tl::unexpected(fleet.no_band.empty()
                              ? tr("{} has no error band, because no servers of this kind were "
                                   "measured",
                                   instance)
                              : tr("{} has {}", instance, fleet.no_band));
  }
  if (!band->serving[0]) {
    return tl::unexpected(
        tr("no number of {} meets the limits at the fast end of its error band", instance));
  }
  if (!(fleet.per_hour > Usd())) return tl::unexpected(tr("{} costs nothing", instance));
  const double each = fleet.per_hour.dollars() / fleet.count();
  const auto per_dollar = [&](int serving) { return 1 / (each * (serving + fleet.spare)); };
  return cost::RankedCost{.tokens_per_usd = 1 / fleet.per_hour.dollars(),
                          .low = band->serving[1] ? per_dollar(*band->serving[1]) : 0,
                          .high = per_dollar(*band->serving[0]),
                          .device = instance.substr(0, instance.find('.'))};
}

}  // namespace

tl::expected<PlanRanking, Text> ranking_of(const FleetPlan& plan) {
  if (!plan.best) return tl::unexpected(tr("no fleet meets the limits"));
  if (!plan.complete) return tl::unexpected(tr("the search was stopped"));
  bool others = false;
  const auto next =
      std::find_if(plan.types.begin(), plan.types.end(), [&](const TypeSummary& type) {
        if (!type.fleet || type.instance == plan.best->configuration.instance) return false;
        others = true;
        return type.fleet->offer.may_lead == plan.best->offer.may_lead;
      });
  if (next == plan.types.end()) {
    return tl::unexpected(others ? tr("the prices of the other instance types are out of date")
                                 : tr("no other instance type has a fleet that meets the limits"));
  }
  const auto best = ranked_cost(*plan.best);
  if (!best) return tl::unexpected(best.error());
  const auto other = ranked_cost(*next->fleet);
  if (!other) return tl::unexpected(other.error());
  if (const auto range = cost::probability_range(*best, *other)) {
    return PlanRanking{.next = next->instance, .range = range};
  }
  for (const auto& [cost, instance] : {std::pair(&*best, &plan.best->configuration.instance),
                                       std::pair(&*other, &next->instance)}) {
    if (*cost->low > 0) continue;
    return tl::unexpected(
        tr("no number of {} meets the limits at the slow end of its error band", *instance));
  }
  const auto probability = cost::probability_cheaper(*best, *other);
  if (!probability) {
    return tl::unexpected(tr("the error bands of {} and {} have no width",
                             plan.best->configuration.instance, next->instance));
  }
  return PlanRanking{.next = next->instance, .probability = *probability};
}

}  // namespace nscope::capacity
