#include "app/capacity/training/training_ranking.h"

#include <algorithm>
#include <limits>

namespace nscope::capacity {
namespace {

/// The cost at the quantile `share` of all trials; infinite beyond those that finish.
double cost_at(const TrialCosts& costs, double share) {
  const auto at = static_cast<std::size_t>(share * static_cast<double>(costs.trials));
  return at < costs.usd.size() ? costs.usd[at] : std::numeric_limits<double>::infinity();
}

std::string family_of(const std::string& instance) {
  return instance.substr(0, instance.find('.'));
}

}  // namespace

TrialCosts trial_costs(const TrainingFleet& fleet) {
  TrialCosts costs{.usd = paid_node_hours(fleet.times, fleet.offer, fleet.count()),
                   .trials = fleet.times.trials};
  const double price = fleet.offer.priced()->per_hour.dollars();
  for (double& each : costs.usd) each *= price;
  return costs;
}

double share_cheaper(const TrialCosts& a, const TrialCosts& b, bool common) {
  constexpr double kHalf = 0.5;
  double cheaper = 0;
  if (common) {
    const std::int64_t trials = std::min(a.trials, b.trials);
    for (std::int64_t i = 0; i < trials; ++i) {
      const double share = (static_cast<double>(i) + kHalf) / static_cast<double>(trials);
      const double one = cost_at(a, share);
      const double other = cost_at(b, share);
      cheaper += one < other ? 1 : one == other ? kHalf : 0;
    }
    return cheaper / static_cast<double>(trials);
  }
  const auto unfinished = static_cast<double>(b.trials - std::ssize(b.usd));
  for (const double one : a.usd) {
    const auto [first, last] = std::equal_range(b.usd.begin(), b.usd.end(), one);
    cheaper += static_cast<double>(b.usd.end() - last) + unfinished +
               kHalf * static_cast<double>(last - first);
  }
  cheaper += kHalf * static_cast<double>(a.trials - std::ssize(a.usd)) * unfinished;
  return cheaper / (static_cast<double>(a.trials) * static_cast<double>(b.trials));
}

const TrainingFleet* next_fleet(const TrainingPlan& plan) {
  const TrainingFleet& best = plan.fleets[*plan.best];
  for (const TrainingTypeSummary& type : plan.types) {
    if (!type.fleet || type.instance == best.layout.instance) continue;
    const TrainingFleet& fleet = plan.fleets[*type.fleet];
    if (fleet.offer.may_lead == best.offer.may_lead) return &fleet;
  }
  return nullptr;
}

tl::expected<TrainingRanking, Text> ranking_of(const TrainingPlan& plan) {
  if (!plan.best) return tl::unexpected(tr("no fleet meets the limits"));
  if (!plan.complete) return tl::unexpected(tr("the search was stopped"));
  const TrainingFleet& best = plan.fleets[*plan.best];
  const TrainingFleet* const next = next_fleet(plan);
  if (next == nullptr) {
    const bool others =
        std::any_of(plan.types.begin(), plan.types.end(), [&](const TrainingTypeSummary& type) {
          return type.fleet && type.instance != best.layout.instance;
        });
    return tl::unexpected(others ? tr("the prices of the other instance types are out of date")
                                 : tr("no other instance type has a fleet that meets the limits"));
  }
  for (const TrainingFleet* const fleet : {&best, next}) {
    if (plan.candidates[fleet->candidate].step->banded) continue;
    return tl::unexpected(tr("{} has no error band, because no training of this kind was measured",
                             fleet->layout.instance));
  }
  const bool common = family_of(best.layout.instance) == family_of(next->layout.instance);
  return TrainingRanking{next->layout.instance,
                         share_cheaper(trial_costs(best), trial_costs(*next), common)};
}

}  // namespace nscope::capacity
