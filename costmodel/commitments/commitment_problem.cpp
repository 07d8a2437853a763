#include "costmodel/commitments/commitment_problem.h"

#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <tuple>

namespace nscope::cost {
namespace {

Result<> check_commitment(const CommitmentProblem& problem, const Commitment& each) {
  if (each.rates.size() != problem.types.size()) {
    return refuse_commitments(tr("'{}' has {} rates for {} instance types", each.label,
                                 each.rates.size(), problem.types.size()));
  }
  std::size_t covered = 0;
  for (const auto& rate : each.rates) {
    if (!rate) continue;
    ++covered;
    if (rate->nano() <= 0) {
      return refuse_commitments(tr("the rate of '{}' must be greater than 0", each.label));
    }
  }
  const bool one = !is_savings_plan(each.kind);
  if (covered == 0 || (one && covered > 1)) {
    return refuse_commitments(one ? tr("'{}' must cover exactly one instance type", each.label)
                                  : tr("'{}' must cover at least one instance type", each.label));
  }
  const bool block = each.kind == CommitmentKind::kCapacityBlock;
  if (block &&
      !(each.start_hour >= 0 && each.hours > 0 &&
        each.start_hour + each.hours <= problem.horizon_hours &&
        each.start_hour == std::floor(each.start_hour) && each.hours == std::floor(each.hours))) {
    return refuse_commitments(
        tr("Capacity Block '{}' must consist of whole hours within the horizon", each.label));
  }
  if (!block && !(each.years > 0 && each.years <= 5)) {
    return refuse_commitments(
        tr("the term of '{}' must be greater than 0 and at most five years", each.label));
  }
  if (each.most && !(*each.most >= 0 && *each.most <= kMostDemand)) {
    return refuse_commitments(tr("the maximum amount of '{}' must be between 0 and {}", each.label,
                                 as_digits(kMostDemand, 6)));
  }
  return {};
}

Result<> check_problem(const CommitmentProblem& problem) {
  if (problem.types.empty()) return refuse_commitments(tr("a demand is required"));
  const double horizon = problem.horizon_hours;
  if (!(horizon >= 1 && horizon <= 5 * kHoursPerYear && horizon == std::floor(horizon))) {
    return refuse_commitments(tr("the horizon must be a whole number of hours, up to five years"));
  }
  for (const DemandedType& type : problem.types) {
    const auto& hours = type.demand.hours;
    if (hours.empty() || hours.size() > kMostDemandHours ||
        !std::all_of(hours.begin(), hours.end(),
                     [](double d) { return d >= 0 && d <= kMostInstances; })) {
      return refuse_commitments(
          tr("the demand for {} must have 1 to {} hours with 0 to {} instances", type.demand.what,
             as::count(kMostDemandHours), as::count(static_cast<std::int64_t>(kMostInstances))));
    }
    if (type.on_demand.nano() <= 0 || (type.spot && type.spot->nano() <= 0)) {
      return refuse_commitments(tr(
          "{} requires an on-demand price, and prices must be greater than 0", type.demand.what));
    }
    if (!(type.most_spot >= 0)) {
      return refuse_commitments(tr("the number of Spot instances must not be negative"));
    }
    constexpr Usd kMostCost = Usd::from_dollars(9'000'000'000);
    if (type.demand.peak() * type.on_demand.dollars() * horizon > kMostCost.dollars()) {
      return refuse_commitments(tr("value out of range; the demand for {} costs more than USD {}",
                                   type.demand.what, as_usd(kMostCost, 0)));
    }
  }
  for (const Commitment& offer : problem.offers) {
    if (auto ok = check_commitment(problem, offer); !ok) return ok;
  }
  for (const HeldCommitment& held : problem.held) {
    if (auto ok = check_commitment(problem, held.commitment); !ok) return ok;
    if (!(held.amount >= 0 && held.amount <= kMostDemand) || !(held.until_hour >= 0)) {
      return refuse_commitments(
          tr("the amount and the end of '{}' must not be negative", held.commitment.label));
    }
  }
  return {};
}

Result<std::size_t> common_period(const CommitmentProblem& problem) {
  std::size_t period = 1;
  for (const DemandedType& type : problem.types) {
    period = std::lcm(period, type.demand.hours.size());
    if (period > kMostDemandHours) {
      return refuse_commitments(
          tr("the lengths of the demand curves have no common period within five years"));
    }
  }
  return period;
}

/// The hours at which the available commitments change.
std::vector<double> boundaries(const CommitmentProblem& problem) {
  std::set<double> at = {0, problem.horizon_hours};
  const auto add = [&](double hour) {
    hour = std::floor(hour);
    if (hour > 0 && hour < problem.horizon_hours) at.insert(hour);
  };
  for (const Commitment& offer : problem.offers) {
    if (offer.kind != CommitmentKind::kCapacityBlock) continue;
    add(offer.start_hour);
    add(offer.start_hour + offer.hours);
  }
  for (const HeldCommitment& held : problem.held) add(held.until_hour);
  return {at.begin(), at.end()};
}

/// How many of the hours from `from` to `to` (exclusive) are hour `index` of the period.
double hours_at(double from, double to, std::size_t index, std::size_t period) {
  const auto before = [&](double end) {
    const auto whole = static_cast<std::size_t>(end) / period;
    const auto rest = static_cast<std::size_t>(end) % period;
    return static_cast<double>(whole + (rest > index ? 1 : 0));
  };
  return before(to) - before(from);
}

auto key(const DemandState& state) {
  return std::tie(state.block_runs, state.held_runs, state.demand);
}

void merge_equal(std::vector<DemandState>& states) {
  std::sort(states.begin(), states.end(),
            [](const DemandState& a, const DemandState& b) { return key(a) < key(b); });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < states.size(); ++i) {
    if (key(states[i]) == key(states[kept])) {
      states[kept].hours += states[i].hours;
    } else if (++kept != i) {
      states[kept] = std::move(states[i]);
    }
  }
  states.resize(kept + 1);
}

/// One hour of one state, to which commitments are applied as AWS does.
class Hour {
 public:
  Hour(const CommitmentProblem& problem, const DemandState& state)
      : problem_(problem), left_(state.demand) {}

  /// Uses instances of one type and returns how many were used.
  double use_instances(const Commitment& each, double amount) {
    const auto type =
        static_cast<std::size_t>(std::find_if(each.rates.begin(), each.rates.end(),
                                              [](const auto& rate) { return rate.has_value(); }) -
                                 each.rates.begin());
    const double used = std::min(amount, left_[type]);
    left_[type] -= used;
    return used;
  }

  /// Uses dollars of a Savings Plan, the highest saving first and then the lowest rate, and
  /// returns how many were used.
  double use_plan(const Commitment& plan, double dollars) {
    std::vector<std::tuple<double, double, std::size_t>> order;
    for (std::size_t t = 0; t < left_.size(); ++t) {
      if (!plan.rates[t]) continue;
      const double rate = plan.rates[t]->dollars();
      order.emplace_back(rate / problem_.types[t].on_demand.dollars(), rate, t);
    }
    std::sort(order.begin(), order.end());
    double unused = dollars;
    for (const auto& [ratio, rate, type] : order) {
      // AWS applies a plan even if its rate exceeds the on-demand price.
      const double used = std::min(unused, left_[type] * rate);
      left_[type] = std::max(0.0, left_[type] - used / rate);
      unused -= used;
    }
    return dollars - unused;
  }

  double left(std::size_t type) const { return left_[type]; }

 private:
  const CommitmentProblem& problem_;
  std::vector<double> left_;
};

enum class Pass { kInstances, kInstancePlans, kComputePlans };
bool is_in(Pass pass, CommitmentKind kind) {
  switch (pass) {
    case Pass::kInstances: return !is_savings_plan(kind);
    case Pass::kInstancePlans: return kind == CommitmentKind::kInstanceSavingsPlan;
    case Pass::kComputePlans: return kind == CommitmentKind::kComputeSavingsPlan;
  }
  return false;
}

double apply(Hour& hour, const Commitment& each, double amount) {
  return is_savings_plan(each.kind) ? hour.use_plan(each, amount)
                                    : hour.use_instances(each, amount);
}

/// Hours in which a commitment can be used.
double paid_hours(const CommitmentProblem& problem, const Commitment& each) {
  return each.kind == CommitmentKind::kCapacityBlock ? each.hours : problem.horizon_hours;
}

}  // namespace

tl::unexpected<Error> refuse_commitments(Text message) {
  return fail(ErrorCode::kInvalidArgument, std::move(message), "commitments");
}

Result<std::vector<DemandState>> demand_states(const CommitmentProblem& problem) {
  if (auto ok = check_problem(problem); !ok) return fail(ok.error());
  const auto period = common_period(problem);
  if (!period) return fail(period.error());
  const std::vector<double> cuts = boundaries(problem);
  std::vector<DemandState> states;
  for (std::size_t cut = 0; cut + 1 < cuts.size(); ++cut) {
    DemandState state;
    for (const Commitment& offer : problem.offers) {
      state.block_runs.push_back(offer.kind == CommitmentKind::kCapacityBlock &&
                                 cuts[cut] >= offer.start_hour &&
                                 cuts[cut] < offer.start_hour + offer.hours);
    }
    for (const HeldCommitment& held : problem.held) {
      state.held_runs.push_back(cuts[cut] < std::floor(held.until_hour));
    }
    for (std::size_t i = 0; i < *period; ++i) {
      state.hours = hours_at(cuts[cut], cuts[cut + 1], i, *period);
      if (state.hours <= 0) continue;
      state.demand.clear();
      for (const DemandedType& type : problem.types) {
        state.demand.push_back(type.demand.hours[i % type.demand.hours.size()]);
      }
      states.push_back(state);
    }
  }
  merge_equal(states);
  return states;
}

double unit_cost(const CommitmentProblem& problem, const Commitment& offer) {
  if (offer.kind == CommitmentKind::kCapacityBlock) {
    const auto rate = std::find_if(offer.rates.begin(), offer.rates.end(),
                                   [](const auto& each) { return each.has_value(); });
    return (*rate)->dollars() * offer.hours;
  }
  const double hours = std::max(problem.horizon_hours, offer.years * kHoursPerYear);
  if (is_savings_plan(offer.kind)) return hours;
  const auto rate = std::find_if(offer.rates.begin(), offer.rates.end(),
                                 [](const auto& each) { return each.has_value(); });
  return (*rate)->dollars() * hours;
}

std::optional<double> break_even_share(const CommitmentProblem& problem, const Commitment& offer) {
  std::optional<double> share;
  for (std::size_t t = 0; t < offer.rates.size(); ++t) {
    if (!offer.rates[t]) continue;
    if (share) return std::nullopt;
    const double units = is_savings_plan(offer.kind) ? offer.rates[t]->dollars() : 1;
    share = unit_cost(problem, offer) * units /
            (problem.types[t].on_demand.dollars() * paid_hours(problem, offer));
  }
  return share;
}

MixService serve(const CommitmentProblem& problem, const DemandState& state,
                 std::span<const double> amounts) {
  MixService out;
  out.offers.assign(problem.offers.size(), 0);
  out.held.assign(problem.held.size(), 0);
  Hour hour(problem, state);
  for (const Pass pass : {Pass::kInstances, Pass::kInstancePlans, Pass::kComputePlans}) {
    for (std::size_t i = 0; i < problem.held.size(); ++i) {
      const HeldCommitment& held = problem.held[i];
      if (!state.held_runs[i] || !is_in(pass, held.commitment.kind)) continue;
      out.held[i] = apply(hour, held.commitment, held.amount);
    }
    for (std::size_t i = 0; i < problem.offers.size(); ++i) {
      const Commitment& offer = problem.offers[i];
      const bool runs = offer.kind != CommitmentKind::kCapacityBlock || state.block_runs[i];
      if (amounts[i] <= 0 || !runs || !is_in(pass, offer.kind)) continue;
      out.offers[i] = apply(hour, offer, amounts[i]);
    }
  }
  for (std::size_t t = 0; t < problem.types.size(); ++t) {
    const DemandedType& type = problem.types[t];
    const bool cheaper = type.spot && *type.spot < type.on_demand;
    out.spot.push_back(cheaper ? std::min(hour.left(t), type.most_spot) : 0);
    out.on_demand.push_back(hour.left(t) - out.spot.back());
  }
  return out;
}

MixCost mix_cost(const CommitmentProblem& problem, std::span<const DemandState> states,
                 std::span<const double> amounts) {
  MixCost cost;
  cost.used.assign(problem.offers.size(), 0);
  cost.held_used.assign(problem.held.size(), 0);
  const std::vector<double> nothing(problem.offers.size(), 0);
  double on_demand = 0;
  double spot = 0;
  double bare = 0;
  double demanded = 0;
  double uncovered = 0;
  for (const DemandState& state : states) {
    const MixService service = serve(problem, state, amounts);
    const MixService before = serve(problem, state, nothing);
    for (std::size_t i = 0; i < problem.held.size(); ++i) {
      cost.held_used[i] += state.hours * service.held[i];
    }
    for (std::size_t i = 0; i < problem.offers.size(); ++i) {
      cost.used[i] += state.hours * service.offers[i];
    }
    for (std::size_t t = 0; t < problem.types.size(); ++t) {
      const DemandedType& type = problem.types[t];
      const double price = type.on_demand.dollars();
      if (service.spot[t] > 0) spot += state.hours * service.spot[t] * type.spot->dollars();
      on_demand += state.hours * service.on_demand[t] * price;
      bare += state.hours * (before.spot[t] + before.on_demand[t]) * price;
      demanded += state.hours * state.demand[t];
      uncovered += state.hours * (service.spot[t] + service.on_demand[t]);
    }
  }
  double committed = 0;
  for (std::size_t i = 0; i < problem.offers.size(); ++i) {
    committed += amounts[i] * unit_cost(problem, problem.offers[i]);
    const double paid = amounts[i] * paid_hours(problem, problem.offers[i]);
    cost.used[i] = paid > 0 ? cost.used[i] / paid : 0;
  }
  double sunk = 0;
  for (std::size_t i = 0; i < problem.held.size(); ++i) {
    const HeldCommitment& held = problem.held[i];
    const double hours = std::min(std::floor(held.until_hour), problem.horizon_hours);
    const auto rate = std::find_if(held.commitment.rates.begin(), held.commitment.rates.end(),
                                   [](const auto& each) { return each.has_value(); });
    const double price = is_savings_plan(held.commitment.kind) ? 1 : (*rate)->dollars();
    sunk += held.amount * price * hours;
    const double paid = held.amount * hours;
    cost.held_used[i] = paid > 0 ? cost.held_used[i] / paid : 0;
  }
  cost.commitments = Usd::round(committed);
  cost.on_demand = Usd::round(on_demand);
  cost.spot = Usd::round(spot);
  cost.sunk = Usd::round(sunk);
  cost.all_on_demand = Usd::round(bare);
  cost.total = cost.commitments + cost.on_demand + cost.spot;
  cost.covered = demanded > 0 ? 1 - uncovered / demanded : 0;
  return cost;
}

}  // namespace nscope::cost
