#include "costmodel/commitments/commitment_mix.h"

#include <algorithm>
#include <cmath>

namespace nscope::cost {
namespace {

/// The demand that existing commitments do not serve, and its cost on Spot and on-demand.
class Rest {
 public:
  Rest(const CommitmentProblem& problem, std::span<const DemandState> states)
      : type_(problem.types.front()) {
    for (const DemandState& state : states) {
      double left = state.demand.front();
      for (std::size_t i = 0; i < problem.held.size(); ++i) {
        if (!state.held_runs[i]) continue;
        const HeldCommitment& held = problem.held[i];
        const double units = is_savings_plan(held.commitment.kind)
                                 ? held.amount / held.commitment.rates.front()->dollars()
                                 : held.amount;
        left = std::max(0.0, left - units);
      }
      hours_.push_back(state.hours);
      left_.push_back(left);
    }
  }

  /// The saving over the horizon of one more unit on top of `below` units.
  double saving(double below) const {
    double sum = 0;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      sum += hours_[i] * (uncovered(left_[i] - below) - uncovered(left_[i] - below - 1));
    }
    return sum;
  }
  double peak() const { return std::ceil(*std::max_element(left_.begin(), left_.end())); }

 private:
  double uncovered(double instances) const {
    if (instances <= 0) return 0;
    const bool cheaper = type_.spot && *type_.spot < type_.on_demand;
    const double on_spot = cheaper ? std::min(instances, type_.most_spot) : 0;
    return (on_spot > 0 ? on_spot * type_.spot->dollars() : 0) +
           (instances - on_spot) * type_.on_demand.dollars();
  }

  const DemandedType& type_;
  std::vector<double> hours_;
  std::vector<double> left_;
};

/// An offer in units of one instance.
struct UnitOffer {
  std::size_t index;
  double cost;    ///< of an instance over the horizon
  double amount;  ///< of the offer for one instance
  double most;
  double years;
};

std::vector<UnitOffer> cheapest_first(const CommitmentProblem& problem) {
  std::vector<UnitOffer> offers;
  for (std::size_t i = 0; i < problem.offers.size(); ++i) {
    const Commitment& offer = problem.offers[i];
    const double amount = is_savings_plan(offer.kind) ? offer.rates.front()->dollars() : 1;
    const double most = offer.most ? std::floor(*offer.most / amount) : kMostDemand;
    offers.push_back({i, unit_cost(problem, offer) * amount, amount, most, offer.years});
  }
  std::stable_sort(offers.begin(), offers.end(), [](const UnitOffer& a, const UnitOffer& b) {
    return a.cost != b.cost ? a.cost < b.cost : a.years < b.years;
  });
  return offers;
}

/// The number of units above `from` that save more than they cost. The saving never increases
/// from one unit to the next, so that bisection finds the last one.
double units_worth(const Rest& rest, const UnitOffer& offer, double from) {
  double worth = 0;
  double beyond = std::max(0.0, std::min(offer.most, rest.peak() - from)) + 1;
  while (beyond - worth > 1) {
    const double middle = worth + std::floor((beyond - worth) / 2);
    (rest.saving(from + middle - 1) > offer.cost ? worth : beyond) = middle;
  }
  return worth;
}

}  // namespace

Result<CommitmentMix> layered_mix(const CommitmentProblem& problem) {
  if (problem.types.size() != 1) {
    return refuse_commitments(tr("layers require exactly one instance type"));
  }
  for (const Commitment& offer : problem.offers) {
    if (offer.kind == CommitmentKind::kCapacityBlock) {
      return refuse_commitments(tr("layers do not support Capacity Blocks"));
    }
  }
  const auto states = demand_states(problem);
  if (!states) return fail(states.error());
  const Rest rest(problem, *states);
  CommitmentMix mix;
  mix.amounts.assign(problem.offers.size(), 0);
  double bought = 0;
  for (const UnitOffer& offer : cheapest_first(problem)) {
    const double from = bought;
    bought += units_worth(rest, offer, from);
    if (bought == from) continue;
    mix.amounts[offer.index] = (bought - from) * offer.amount;
    MixLayer layer{.offer = offer.index, .from = from, .units = bought - from};
    layer.break_even = break_even_share(problem, problem.offers[offer.index]).value_or(0);
    mix.layers.push_back(layer);
  }
  mix.cost = mix_cost(problem, *states, mix.amounts);
  return mix;
}

Result<CommitmentMix> best_mix(const CommitmentProblem& problem, TaskControl& control) {
  const bool blocks = std::any_of(
      problem.offers.begin(), problem.offers.end(),
      [](const Commitment& offer) { return offer.kind == CommitmentKind::kCapacityBlock; });
  return problem.types.size() == 1 && !blocks ? layered_mix(problem)
                                              : program_mix(problem, control);
}

Result<MixRegret> mix_regret(const CommitmentProblem& problem, const std::vector<double>& amounts,
                             double demand_factor, TaskControl& control) {
  CommitmentProblem other = problem;
  for (DemandedType& type : other.types) type.demand = type.demand.scaled(demand_factor);
  return regret_of(other, amounts, demand_factor, control);
}

Result<MixRegret> regret_of(const CommitmentProblem& changed, const std::vector<double>& amounts,
                            double demand_factor, TaskControl& control) {
  const auto states = demand_states(changed);
  if (!states) return fail(states.error());
  const auto best = best_mix(changed, control);
  if (!best) return fail(best.error());
  return MixRegret{demand_factor, mix_cost(changed, *states, amounts).total, best->cost.total};
}

Result<std::vector<CoverageStep>> coverage_sweep(const CommitmentProblem& problem,
                                                 std::size_t offer, int steps) {
  if (offer >= problem.offers.size() || steps < 1) {
    return refuse_commitments(tr("a coverage sweep requires an existing offer and a step"));
  }
  const auto states = demand_states(problem);
  if (!states) return fail(states.error());
  const Commitment& swept = problem.offers[offer];
  if (!break_even_share(problem, swept)) {
    return refuse_commitments(tr("a coverage sweep requires an offer for one instance type"));
  }
  std::size_t type = 0;
  while (!swept.rates[type]) ++type;
  const double amount = is_savings_plan(swept.kind) ? swept.rates[type]->dollars() : 1;
  const double peak = std::ceil(problem.types[type].demand.peak());
  const double step = std::max(1.0, std::ceil(peak / steps));
  std::vector<CoverageStep> out;
  std::vector<double> amounts(problem.offers.size(), 0);
  for (double units = 0;; units = std::min(peak, units + step)) {
    amounts[offer] = units * amount;
    const MixCost cost = mix_cost(problem, *states, amounts);
    out.push_back({units, cost.covered, cost.used[offer], cost.total});
    if (units >= peak) return out;
  }
}

}  // namespace nscope::cost
