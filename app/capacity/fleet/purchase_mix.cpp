#include "app/capacity/fleet/purchase_mix.h"

#include "costmodel/commitments/commitment_mix.h"
#include "costmodel/economics/offered_commitment.h"
#include "costmodel/money/cost_arithmetic.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

namespace nscope::capacity {
namespace {

using cost::PurchaseOption;

/// Cost of one instance over the horizon.
double instance_cost(const cost::CommitmentProblem& problem, const cost::Commitment& offer) {
  const double units = cost::is_savings_plan(offer.kind) ? offer.rates.front()->dollars() : 1;
  return cost::unit_cost(problem, offer) * units;
}

bool is_allowed(const MixRules& rules, const cost::Purchase& purchase) {
  if (purchase.option == PurchaseOption::kCapacityBlock) return false;
  if (purchase.option == PurchaseOption::kSpot) return rules.most_spot > 0;
  if (rules.allowed.empty()) {
    return purchase.option == PurchaseOption::kOnDemand || cost::is_commitment(purchase.option);
  }
  return std::find(rules.allowed.begin(), rules.allowed.end(), purchase) != rules.allowed.end();
}

/// Whether a mix can rest on the price: it is current, or its option was named.
bool is_usable(const MixRules& rules, const Offer& offer) {
  const bool named = rules.allowed.size() == 1 ||
                     (rules.spot_named && offer.purchase.option == PurchaseOption::kSpot);
  // Without a current price of On-Demand, the book is old as a whole.
  return offer.current || named || offer.purchase.option == PurchaseOption::kOnDemand;
}

/// A whole number of instances that serves the demand in every hour.
double whole_peak(const std::vector<double>& demand) {
  return std::ceil(*std::max_element(demand.begin(), demand.end()) - 1e-9);
}

/// The mixes of one demand.
class Mixer {
 public:
  Mixer(const std::vector<double>& demand, const MixRules& rules);

  bool possible() const { return on_demand_ != nullptr; }
  std::set<int> terms() const;
  Result<PurchaseMix> mix(int years) const;

 private:
  cost::CommitmentProblem problem(int years) const;
  void add_rest(const cost::MixCost& cost, double hours, int committed, PurchaseMix& into) const;
  void add_single(const cost::CommitmentProblem& problem, const cost::MixCost& cost,
                  PurchaseMix& into) const;

  const std::vector<double>& demand_;
  std::string_view instance_;
  int most_spot_;
  const Offer* on_demand_ = nullptr;
  const Offer* spot_ = nullptr;
  std::vector<const Offer*> commitments_;  // the offers of problem(), in this order
};

Mixer::Mixer(const std::vector<double>& demand, const MixRules& rules)
    : demand_(demand), instance_(rules.instance), most_spot_(rules.most_spot) {
  for (const Offer& offer : rules.offers) {
    if (offer.region != rules.region || offer.priced() == nullptr) continue;
    if (!is_allowed(rules, offer.purchase) || !is_usable(rules, offer)) continue;
    switch (offer.purchase.option) {
      case PurchaseOption::kOnDemand: on_demand_ = &offer; break;
      case PurchaseOption::kSpot: spot_ = &offer; break;
      default: commitments_.push_back(&offer); break;
    }
  }
}

std::set<int> Mixer::terms() const {
  std::set<int> years;
  for (const Offer* offer : commitments_) years.insert(offer->purchase.years);
  if (years.empty() && spot_ != nullptr) years.insert(1);
  return years;
}

cost::CommitmentProblem Mixer::problem(int years) const {
  cost::CommitmentProblem problem;
  cost::DemandedType type{
      .demand = {.what = std::string(instance_), .hours = demand_, .source = {}},
      .on_demand = on_demand_->priced()->per_hour};
  if (spot_ != nullptr) {
    type.spot = spot_->priced()->per_hour;
    type.most_spot = most_spot_;
  }
  problem.types.push_back(std::move(type));
  problem.horizon_hours = years * cost::kHoursPerYear;
  for (const Offer* offer : commitments_) {
    problem.offers.push_back(cost::offered_commitment(offer->purchase, offer->priced()->per_hour));
  }
  return problem;
}

/// Adds Spot and On-Demand above the commitments.
void Mixer::add_rest(const cost::MixCost& cost, double hours, int committed,
                     PurchaseMix& into) const {
  int rest = std::max(0, static_cast<int>(whole_peak(demand_)) - committed);
  if (cost.spot > Usd{}) {
    const int spot = std::min(rest, most_spot_);
    into.offers.push_back(
        {.offer = *spot_, .instances = spot, .per_hour = Usd::round(cost.spot.dollars() / hours)});
    rest -= spot;
  }
  if (cost.on_demand > Usd{}) {
    into.offers.push_back({.offer = *on_demand_,
                           .instances = rest,
                           .per_hour = Usd::round(cost.on_demand.dollars() / hours)});
  }
}

/// Finds the cheapest purchase option for all instances.
void Mixer::add_single(const cost::CommitmentProblem& problem, const cost::MixCost& cost,
                       PurchaseMix& into) const {
  const double peak = whole_peak(demand_);
  into.single = *on_demand_;
  into.single_per_hour = Usd::round(cost.all_on_demand.dollars() / problem.horizon_hours);
  const auto offer_instead = [&](const Offer& offer, double per_hour) {
    const Usd all = Usd::round(per_hour);
    if (all > into.single_per_hour) return;
    if (all == into.single_per_hour && !cost::binds_less(offer.purchase, into.single.purchase)) {
      return;
    }
    into.single = offer;
    into.single_per_hour = all;
  };
  for (std::size_t i = 0; i < commitments_.size(); ++i) {
    offer_instead(*commitments_[i],
                  peak * instance_cost(problem, problem.offers[i]) / problem.horizon_hours);
  }
  if (spot_ == nullptr || peak > most_spot_) return;
  const double hours = cost.all_on_demand / on_demand_->priced()->per_hour;
  offer_instead(*spot_, hours * spot_->priced()->per_hour.dollars() / problem.horizon_hours);
}

Result<PurchaseMix> Mixer::mix(int years) const {
  const cost::CommitmentProblem problem = this->problem(years);
  const auto found = cost::layered_mix(problem);
  if (!found) return fail(found.error());
  const double hours = problem.horizon_hours;
  PurchaseMix mix;
  mix.years = years;
  mix.per_hour = Usd::round(found->cost.total.dollars() / hours);
  double committed = 0;
  for (const cost::MixLayer& layer : found->layers) {
    const double each = instance_cost(problem, problem.offers[layer.offer]);
    mix.offers.push_back({.offer = *commitments_[layer.offer],
                          .instances = static_cast<int>(std::lround(layer.units)),
                          .used = found->cost.used[layer.offer],
                          .per_hour = Usd::round(layer.units * each / hours),
                          .break_even = layer.break_even});
    committed += layer.units;
  }
  add_rest(found->cost, hours, static_cast<int>(std::lround(committed)), mix);
  add_single(problem, found->cost, mix);
  return mix;
}

}  // namespace

Result<std::vector<PurchaseMix>> purchase_mixes(const std::vector<double>& demand,
                                                const MixRules& rules) {
  std::vector<PurchaseMix> mixes;
  const Mixer mixer(demand, rules);
  if (!mixer.possible()) return mixes;
  for (const int years : mixer.terms()) {
    auto mix = mixer.mix(years);
    if (!mix) return fail(mix.error());
    mixes.push_back(std::move(*mix));
  }
  return mixes;
}

}  // namespace nscope::capacity
