#include "app/capacity/fleet/plan_fleet.h"

#include "app/capacity/fleet/fleet_limits.h"
#include "app/capacity/fleet/fluid_estimate.h"
#include "app/capacity/fleet/follow_hours.h"
#include "app/capacity/fleet/plan_assumptions.h"
#include "app/capacity/fleet/prepare_server.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "costmodel/prices/price_citation.h"
#include "profiler/base/parallel.h"
#include "profiler/base/time_limit.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

namespace nscope::capacity {
namespace {

using cost::PurchaseOption;

/// Number of configurations per type that are evaluated for other limits.
constexpr std::size_t kFrontierConfigurations = 8;

// Shares of a time limit after which servers are no longer prepared, fleets no longer searched, and
// error bands, other limits and hourly fleets no longer computed.
constexpr double kPreparationShare = 0.5;
constexpr double kSearchShare = 0.8;
constexpr double kDetailShare = 0.95;

class Planner {
 public:
  using Time = std::chrono::duration<double>;

  Planner(const catalog::Catalog& catalog, const cost::PriceBook& book, const PlanRequest& request,
          cost::Day day, std::uint64_t seed, TaskControl& control, std::optional<Time> limit)
      : catalog_(catalog), book_(book), control_(control), limit_(limit) {
    plan_.request = request;
    plan_.as_of = day;
    plan_.seed = seed;
  }

  Result<FleetPlan> go(const std::vector<const catalog::Instance*>& instances);

 private:
  /// Allowed settings, and what the plan then requires beyond the request.
  struct Tier {
    std::vector<std::string> dtypes;
    std::vector<cost::Purchase> options;
    std::vector<Text> needs;
  };
  std::vector<Tier> tiers() const;
  std::optional<Time> left_of(double share) const;
  Result<> add_candidates(const std::vector<std::string>& dtypes);
  Result<> search_tier(const Tier& tier);
  Result<> search_type_in_time(TypeSummary& type, std::span<const std::size_t> able,
                               std::size_t types_left, const SearchProgress& progress);
  Result<> search_types(TypeSummary& type, std::span<const std::size_t> able, TaskControl& slice,
                        const SearchProgress& progress);
  Text not_searched(const TypeSummary& type, std::span<const std::size_t> able,
                    bool all_prepared) const;
  Result<PlannedFleet> fleet_of(std::size_t candidate, int serving, const Offer& offer,
                                const FleetRun& run) const;
  Result<> add_bands(PlannedFleet& fleet);
  Result<BandFigures> band_figures(const PlannedFleet& fleet, double power);
  void explain_types();
  void find_fastest(TypeSummary& type);
  Result<> add_details();
  Result<> add_frontier();
  Result<std::optional<PlannedFleet>> frontier_fleet(const PlanRequest& relaxed);
  Result<> add_scaled();

  const PlanRequest& request() const { return plan_.request; }

  const catalog::Catalog& catalog_;
  const cost::PriceBook& book_;
  TaskControl& control_;
  TaskControl details_{&control_};  ///< of add_details()
  std::optional<Time> limit_;       ///< of the whole plan
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::vector<const catalog::Instance*> instances_;
  std::vector<cost::Purchase> options_;  ///< of the tier
  std::set<std::string> dtypes_;         ///< that were generated
  std::set<std::size_t> simulated_;      ///< candidates
  FleetPlan plan_;
};

/// What is left of this share of the time limit; empty without a limit.
std::optional<Planner::Time> Planner::left_of(double share) const {
  if (!limit_) return std::nullopt;
  const Time used = std::chrono::steady_clock::now() - start_;
  return std::max(*limit_ * share - used, Time(0));
}

std::vector<Planner::Tier> Planner::tiers() const {
  std::vector<Tier> tiers{{request().weight_dtypes, request().purchase, {}}};
  if (!request().weight_dtypes_stated) {
    tiers.push_back({{"bf16", "int8", "fp8"},
                     request().purchase,
                     {tr("8-bit weights (no fleet with bf16 weights meets the limits; check the "
                         "output quality)")}});
  }
  if (request().purchase_stated) return tiers;
  const std::vector<cost::Purchase> committed{PurchaseOption::kCapacityBlock, cost::kRi1Year,
                                              cost::kRi3Year};
  Tier last{tiers.back().dtypes,
            committed,
            {tr("a commitment or a Capacity Block (no On-Demand fleet meets the limits)")}};
  if (!request().weight_dtypes_stated) {
    tiers.push_back({request().weight_dtypes, committed, last.needs});
    last.needs.push_back(tr("8-bit weights (check the output quality)"));
  }
  tiers.push_back(std::move(last));
  return tiers;
}

Result<> Planner::add_candidates(const std::vector<std::string>& dtypes) {
  std::vector<std::string> fresh;
  for (const std::string& dtype : dtypes) {
    if (dtypes_.insert(dtype).second) fresh.push_back(dtype);
  }
  if (fresh.empty()) return {};
  std::vector<Configuration> configurations;
  for (const catalog::Instance* instance : instances_) {
    const auto more = configurations_of(catalog_, *instance, request(), fresh);
    configurations.insert(configurations.end(), more.begin(), more.end());
  }
  constexpr std::size_t kMost = 200'000;
  if (configurations.size() > kMost) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{} configurations exceed the maximum of {}; specify fewer instances, slots or "
                   "schedulers",
                   as::count(std::ssize(configurations)), as::count(kMost)));
  }
  auto prepared = prepare_within(left_of(kPreparationShare), catalog_, request(), configurations,
                                 plan_.seed, control_);
  if (!prepared) return fail(prepared.error());
  plan_.complete = plan_.complete && prepared->complete;
  for (Candidate& candidate : prepared->candidates) {
    plan_.candidates.push_back(std::move(candidate));
  }
  return {};
}

Result<PlannedFleet> Planner::fleet_of(std::size_t candidate, int serving, const Offer& offer,
                                       const FleetRun& run) const {
  const Server& server = *plan_.candidates[candidate].server;
  PlannedFleet fleet{
      .candidate = candidate,
      .configuration = server.configuration,
      .serving = serving,
      .spare = spare_instances(serving, request().survive, server.configuration.nodes),
      .offer = offer};
  fleet.replicas = static_cast<int>(server.replicas_on(fleet.count()));
  const auto per_hour = fleet_per_hour(*offer.priced(), fleet.count());
  if (!per_hour) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("{} x {} cost more than USD 9.2 billion per month, the largest supported amount; reduce "
           "the traffic or max_instances",
           as::count(fleet.count()), server.configuration.instance),
        "max_instances");
  }
  fleet.per_hour = *per_hour;
  fleet.per_month = cost::monthly_cost(fleet.per_hour, 1);
  fleet.per_million_output_tokens =
      cost::usd_per_million_tokens(fleet.per_hour, request().traffic.output_tokens_per_second());
  fleet.outside_domain = server.outside_domain;
  fleet.no_band = server.no_band;
  fleet.load = request().design_rate() * server.work / server.replicas_on(serving);
  fleet.slot_occupancy = run.slot_occupancy;
  for (const Latency latency : kAllLatencies) {
    if (run.latencies[static_cast<std::size_t>(latency)].empty()) continue;
    fleet.figures.push_back({.latency = latency,
                             .p50 = run.percentile(latency, 0.5),
                             .p99 = run.percentile(latency, 0.99)});
  }
  return fleet;
}

/// Adds the figures at the ends of the error bands.
Result<> Planner::add_bands(PlannedFleet& fleet) {
  const Server& server = *plan_.candidates[fleet.candidate].server;
  if (!has_band(server)) return {};
  auto measured = band_figures(fleet, 1);
  if (!measured) return fail(measured.error());
  fleet.measured = *measured;
  if (server.widening == 1) return {};
  auto widened = band_figures(fleet, server.widening);
  if (!widened) return fail(widened.error());
  fleet.widened = *widened;
  return {};
}

/// The figures at both ends of the error band, with the band raised to `power`.
Result<BandFigures> Planner::band_figures(const PlannedFleet& fleet, double power) {
  const Server& server = *plan_.candidates[fleet.candidate].server;
  BandFigures figures;
  const auto sample = sample_requests(request(), plan_.seed);
  if (!sample) return fail(sample.error());
  const FleetEvaluator evaluator(request(), plan_.seed, details_);
  for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
    const Server other = at_band_end(server, end, power, *sample);
    const auto run = evaluator.run(other, fleet.serving, request().design_rate(), kScreening);
    if (!run) return fail(run.error());
    for (const Latency latency : kAllLatencies) {
      figures.p99[end][static_cast<std::size_t>(latency)] = run->percentile(latency, 0.99).value;
    }
    const Limit* worst = nullptr;
    if (floor_ratio(other, request().limits, worst) > 1) continue;
    int simulations = 0;
    const int guess =
        std::max(1, static_cast<int>(std::min(1e9, fleet.serving * other.work / server.work)));
    const auto fewest = fewest_instances(evaluator, other, request().design_rate(), guess,
                                         request().max_instances, simulations);
    if (!fewest) return fail(fewest.error());
    figures.serving[end] = *fewest;
  }
  return figures;
}

/// search_types() within an equal share of the time that is left. A type that needs less leaves
/// more to the next ones.
Result<> Planner::search_type_in_time(TypeSummary& type, std::span<const std::size_t> able,
                                      std::size_t types_left, const SearchProgress& progress) {
  TaskControl slice(&control_);
  std::optional<Time> share = left_of(kSearchShare);
  if (share) *share /= static_cast<double>(types_left);
  const TimeLimit limit(slice, share);
  return search_types(type, able, slice, progress);
}

/// Finds the best fleet of one type among the candidates in `able` and records their outcomes.
/// `slice` can end the search before `control_`.
Result<> Planner::search_types(TypeSummary& type, std::span<const std::size_t> able,
                               TaskControl& slice, const SearchProgress& progress) {
  const FleetEvaluator searching(request(), plan_.seed, slice);
  auto found = search_type(searching, plan_.candidates, able, request().design_rate(),
                           request().max_instances, request().limits, progress);
  if (!found) return fail(found.error());
  if (!found->complete) {
    plan_.complete = false;
    type.searched_fully = false;
  }
  const FleetEvaluator evaluator(request(), plan_.seed, control_);
  plan_.simulations += found->simulations;
  for (Outcome& outcome : found->outcomes) {
    if (outcome.simulations > 0) simulated_.insert(outcome.candidate);
    Candidate& candidate = plan_.candidates[outcome.candidate];
    if (outcome.candidate != found->best) candidate.refusal = outcome.refusal;
    plan_.outcomes[outcome.candidate] = std::move(outcome);
  }
  if (!found->best) return {};
  const auto run = evaluator.run(*plan_.candidates[*found->best].server, found->level,
                                 request().design_rate(), kConfirming);
  if (!run) return fail(run.error());
  auto fleet = fleet_of(*found->best, found->level, *type.offer, *run);
  if (!fleet) return fail(fleet.error());
  type.fleet = std::move(*fleet);
  return {};
}

/// Says what a type costs at least that a cancelled plan did not search. Servers that were not
/// prepared can have the whole load on one instance.
Text Planner::not_searched(const TypeSummary& type, std::span<const std::size_t> able,
                           bool all_prepared) const {
  const FleetEvaluator evaluator(request(), plan_.seed, control_);
  int least =
      all_prepared ? std::numeric_limits<int>::max() : 1 + spare_instances(1, request().survive);
  for (const std::size_t candidate : able) {
    const Server& server = *plan_.candidates[candidate].server;
    const int serving = evaluator.least_instances(server, request().design_rate());
    const int spare = spare_instances(serving, request().survive, server.configuration.nodes);
    least = std::min(least, serving + spare);
  }
  const auto per_hour = fleet_per_hour(*type.offer->priced(), least);
  if (!per_hour) return tr("not searched, because the plan was stopped");
  return tr("not searched, because the plan was stopped; a fleet costs at least USD {} per hour",
            cost::as_usd(*per_hour));
}

Result<> Planner::search_tier(const Tier& tier) {
  if (auto added = add_candidates(tier.dtypes); !added) return added;
  options_ = tier.options;
  plan_.types.clear();
  // Each phase has its own name, so that the progress of one does not begin again.
  control_.begin(tier.needs.empty() ? phrase("Searching for fleets")
                                    : phrase("Searching for fleets with relaxed settings"),
                 plan_.candidates.size());
  std::size_t types_left = instances_.size();
  std::uint64_t done = 0;  // configurations
  for (const catalog::Instance* instance : instances_) {
    TypeSummary type{.instance = instance->id};
    const auto offers =
        offers_of(book_, instance->id, request().regions, tier.options, plan_.as_of);
    type.offer = cheapest(offers);
    const Text unpriced = type.offer ? Text() : unpriced_text(offers);
    std::vector<std::size_t> able;
    bool all_prepared = true;
    for (std::size_t i = 0; i < plan_.candidates.size(); ++i) {
      Candidate& candidate = plan_.candidates[i];
      if (candidate.configuration.instance != instance->id) continue;
      ++type.configurations;
      if (candidate.refusal && candidate.refusal->rule == Rule::kNotOffered) {
        candidate.refusal.reset();
      }
      if (candidate.refusal) continue;
      if (!type.offer) {
        candidate.refusal = {Rule::kNotOffered, unpriced};
      } else if (candidate.server) {
        able.push_back(i);
      } else {
        all_prepared = false;
      }
    }
    if (!able.empty()) {
      // The last configuration is counted when the best one has been confirmed.
      const auto before = done + static_cast<std::uint64_t>(type.configurations) - able.size();
      const auto advance = [&](std::size_t count) {
        control_.advance_to(before + std::min(count, able.size() - 1));
      };
      const auto searched = search_type_in_time(type, able, types_left, advance);
      if (!searched && searched.error().code != ErrorCode::kCancelled) return searched;
      if (!searched) {
        plan_.complete = false;
        type.searched = false;
      }
    }
    if (!all_prepared) {
      type.searched_fully = false;
      type.searched = type.searched && type.fleet.has_value();
    }
    if (!type.searched) type.why_not = not_searched(type, able, all_prepared);
    --types_left;
    done += static_cast<std::uint64_t>(type.configurations);
    plan_.types.push_back(std::move(type));
    control_.advance_to(done);
  }
  std::stable_sort(plan_.types.begin(), plan_.types.end(),
                   [](const TypeSummary& a, const TypeSummary& b) {
                     if (a.fleet.has_value() != b.fleet.has_value()) return a.fleet.has_value();
                     return a.fleet && a.fleet->per_hour < b.fleet->per_hour;
                   });
  if (!plan_.types.empty() && plan_.types.front().fleet) {
    plan_.best = plan_.types.front().fleet;
    plan_.needs = tier.needs;
  }
  return {};
}

void Planner::find_fastest(TypeSummary& type) {
  for (std::size_t i = 0; i < plan_.candidates.size(); ++i) {
    const Candidate& candidate = plan_.candidates[i];
    if (candidate.configuration.instance != type.instance || !candidate.server) continue;
    const Limit* worst = nullptr;
    const double ratio = floor_ratio(*candidate.server, request().limits, worst);
    if (worst == nullptr || (type.fastest && ratio >= type.fastest_ratio)) continue;
    type.fastest = i;
    type.fastest_ratio = ratio;
    type.fastest_text = tr("{} {}", worst->title(), as::value(ratio * worst->seconds, "s"));
  }
}

/// Gives types without a fleet the reason of the configuration that came nearest to the limits.
void Planner::explain_types() {
  for (TypeSummary& type : plan_.types) {
    find_fastest(type);
    if (type.fleet || !type.searched) continue;
    const Candidate* informative = type.fastest ? &plan_.candidates[*type.fastest] : nullptr;
    // If no server could be built, the most informative rejection:
    for (const Candidate& candidate : plan_.candidates) {
      if (candidate.configuration.instance != type.instance || !candidate.refusal) continue;
      if (type.fastest || (informative != nullptr && !explains_better(candidate, *informative))) {
        continue;
      }
      informative = &candidate;
    }
    if (informative == nullptr || !informative->refusal) {
      type.why_not = tr("no configuration is possible");
      continue;
    }
    type.rule = informative->refusal->rule;
    type.why_not = informative->refusal->reason;
    if (type.rule == Rule::kNotOffered) {
      const Text others = cost::other_offers_text(book_, type.instance, plan_.as_of);
      if (!others.empty()) type.why_not = tr("{}; available: {}", type.why_not, others);
    }
  }
}

/// The cheapest fleet among the most promising configurations of each type.
Result<std::optional<PlannedFleet>> Planner::frontier_fleet(const PlanRequest& relaxed) {
  const FleetEvaluator evaluator(relaxed, plan_.seed, details_);
  std::optional<PlannedFleet> best;
  for (const TypeSummary& type : plan_.types) {
    if (!type.offer) continue;
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < plan_.candidates.size(); ++i) {
      const Candidate& candidate = plan_.candidates[i];
      if (candidate.configuration.instance != type.instance || !candidate.server) continue;
      const Limit* worst = nullptr;
      if (floor_ratio(*candidate.server, relaxed.limits, worst) > 1) continue;
      const double rate = fluid_rate(*candidate.server, relaxed.limits) *
                          candidate.server->replicas_per_instance /
                          candidate.server->configuration.nodes;
      order.emplace_back(-rate, i);
    }
    std::sort(order.begin(), order.end());
    if (order.size() > kFrontierConfigurations) order.resize(kFrontierConfigurations);
    std::vector<std::size_t> able;
    int most = relaxed.max_instances;
    const Usd price = type.offer->priced()->per_hour;
    if (best && price > Usd()) {
      most = static_cast<int>(std::min<double>(most, std::floor(best->per_hour / price)));
    }
    for (const auto& [rate, candidate] : order) able.push_back(candidate);
    if (able.empty() || most < 1) continue;
    const auto found =
        search_type(evaluator, plan_.candidates, able, relaxed.design_rate(), most, relaxed.limits);
    if (!found) return fail(found.error());
    plan_.simulations += found->simulations;
    for (const Outcome& outcome : found->outcomes) {
      if (outcome.simulations > 0) simulated_.insert(outcome.candidate);
    }
    if (!found->best) continue;
    auto fleet = fleet_of(*found->best, found->level, *type.offer, FleetRun{});
    if (!fleet) return fail(fleet.error());
    if (!best || fleet->per_hour < best->per_hour) best = std::move(*fleet);
  }
  return best;
}

/// Adds the cost of longer limits. If no fleet meets the limits, the first point is about the
/// shortest limits that the fastest type with a price can meet.
Result<> Planner::add_frontier() {
  if (request().limits.empty()) return {};
  double first = 1;
  if (!plan_.best) {
    first = HUGE_VAL;
    for (const TypeSummary& type : plan_.types) {
      if (type.offer && type.fastest) first = std::min(first, type.fastest_ratio);
    }
    if (!std::isfinite(first)) return {};
    // Adds some room for queueing and rounds to a multiple of 0.05.
    constexpr double kRoom = 1.03;
    first = std::ceil(std::max(1.0, first) * kRoom * 20) / 20;
  }
  std::vector<double> factors;
  if (!plan_.best) factors.push_back(first);
  for (const double more : {1.25, 1.5, 2.0, 3.0}) {
    factors.push_back(std::round(first * more * 100) / 100);
  }
  control_.begin(phrase("Evaluating other limits"), factors.size());
  for (std::size_t i = 0; i < factors.size(); ++i) {
    PlanRequest relaxed = request();
    for (Limit& limit : relaxed.limits) limit.seconds *= factors[i];
    auto fleet = frontier_fleet(relaxed);
    if (!fleet) return fail(fleet.error());
    plan_.frontier.push_back({factors[i], relaxed.limits, std::move(*fleet)});
    control_.advance_to(i + 1);
  }
  return {};
}

/// Adds the hourly numbers of instances with the configuration of the best fleet.
Result<> Planner::add_scaled() {
  if (!request().autoscaling || !plan_.best) return {};
  const FleetEvaluator evaluator(request(), plan_.seed, details_);
  auto scaled = follow_hours(evaluator, request(), *plan_.candidates[plan_.best->candidate].server,
                             *plan_.best, plan_.seed, control_);
  if (!scaled) return fail(scaled.error());
  const std::string& instance = plan_.best->configuration.instance;
  const std::string& region = plan_.best->offer.region;
  const std::vector<Offer> offers =
      offers_of(book_, instance, std::span(&region, 1), cost::all_purchases(), plan_.as_of);
  auto mixes = purchase_mixes(
      scaled->paid,
      {.instance = instance,
       .offers = offers,
       .region = region,
       .allowed = request().purchase_stated ? std::span<const cost::Purchase>(request().purchase)
                                            : std::span<const cost::Purchase>(),
       .most_spot = request().spot_in_mixes()});
  if (!mixes) return fail(mixes.error());
  if (mixes->empty()) {
    scaled->no_mix =
        tr("There is no mix of purchase options, because it requires On-Demand and a "
           "commitment or Spot, allowed and with a price in {}.",
           region);
  }
  scaled->mixes = std::move(*mixes);
  plan_.scaled = std::move(*scaled);
  return {};
}

/// Adds what a plan has in addition to its fleets. Errors: kCancelled, also after its share of the
/// time limit; what was added until then remains.
Result<> Planner::add_details() {
  const TimeLimit limit(details_, left_of(kDetailShare));
  for (TypeSummary& type : plan_.types) {
    if (!type.fleet) continue;
    if (auto added = add_bands(*type.fleet); !added) return added;
  }
  if (plan_.best) plan_.best = plan_.types.front().fleet;
  if (auto added = add_frontier(); !added) return added;
  return add_scaled();
}

Result<FleetPlan> Planner::go(const std::vector<const catalog::Instance*>& instances) {
  instances_ = instances;
  for (const Tier& tier : tiers()) {
    if (auto searched = search_tier(tier); !searched) return fail(searched.error());
    if (plan_.best || !plan_.complete) break;
  }
  // After a time limit, the plan at least has the lower bounds of the types.
  const bool timed_out = limit_ && std::chrono::steady_clock::now() - start_ >= *limit_;
  if (!plan_.complete && !plan_.best && (!limit_ || (control_.cancelled() && !timed_out))) {
    return cancelled();
  }
  explain_types();
  for (TypeSummary& type : plan_.types) {
    if (!type.fleet) continue;
    type.fleet->offers =
        offers_of(book_, type.instance, request().regions, cost::kPurchaseOptions, plan_.as_of);
    auto limits = fleet_limits(catalog_, request(), type.fleet->configuration);
    if (!limits) return fail(limits.error());
    type.fleet->limits = std::move(*limits);
  }
  if (plan_.complete) {
    if (auto added = add_details(); !added) {
      const bool stopped = added.error().code == ErrorCode::kCancelled;
      if (!stopped || (!plan_.best && !limit_)) return fail(added.error());
      plan_.complete = false;
    }
  }
  if (plan_.best) plan_.best = plan_.types.front().fleet;
  if (auto added = add_assumptions(catalog_, plan_); !added) return fail(added.error());
  plan_.simulated = static_cast<int>(simulated_.size());
  return std::move(plan_);
}

}  // namespace

Result<FleetPlan> plan_fleet(const catalog::Catalog& catalog, const cost::PriceBook& book,
                             const PlanRequest& request, cost::Day today, std::uint64_t seed,
                             TaskControl& control,
                             std::optional<std::chrono::duration<double>> limit) {
  const auto instances = types_of(catalog, book, request);
  if (!instances) return fail(instances.error());
  return Planner(catalog, book, request, request.as_of.value_or(today), seed, control, limit)
      .go(*instances);
}

}  // namespace nscope::capacity
