#include "app/capacity/fleet/plan_fleet.h"

#include "app/capacity/fleet/explain_types.h"
#include "app/capacity/fleet/fleet_limits.h"
#include "app/capacity/fleet/fluid_estimate.h"
#include "app/capacity/fleet/follow_hours.h"
#include "app/capacity/fleet/plan_assumptions.h"
#include "app/capacity/fleet/prepare_server.h"
#include "app/capacity/request/plan_tiers.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "profiler/base/parallel.h"
#include "profiler/base/time_limit.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

namespace nscope::capacity {
namespace {

/// Number of configurations per type that are evaluated for other limits.
constexpr std::size_t kFrontierConfigurations = 8;

// Shares of a time limit after which the first preparation of servers ends, and the first search.
// What both leave open is continued until the share at which error bands, other limits and hourly
// fleets are no longer computed either.
constexpr double kPreparationShare = 0.5;
constexpr double kSearchShare = 0.8;
constexpr double kDetailShare = 0.95;
/// The shortest part of a time limit for which a preparation or search is continued.
constexpr double kLeastShare = 0.02;

/// Fleets that may lead come first, then the lower cost decides, and then the shorter commitment.
bool costs_less(const PlannedFleet& a, const PlannedFleet& b) {
  if (a.offer.may_lead != b.offer.may_lead) return a.offer.may_lead;
  if (a.per_hour != b.per_hour) return a.per_hour < b.per_hour;
  return cost::binds_less(a.offer.purchase, b.offer.purchase);
}

class Planner {
 public:
  using Time = std::chrono::duration<double>;

  Planner(const catalog::Catalog& catalog, const cost::PriceBook& book, const PlanRequest& request,
          cost::Day day, std::uint64_t seed, TaskControl& control, std::optional<Time> limit)
      : catalog_(catalog), book_(book), control_(control), limit_(limit) {
    plan_.request = request;
    plan_.as_of = day;
    plan_.seed = seed;
    requests_ = std::make_shared<FleetRequests>(plan_.request, seed);
  }

  Result<FleetPlan> go(const std::vector<const catalog::Instance*>& instances);

 private:
  std::optional<Time> left_of(double share) const;
  Result<> add_candidates(const std::vector<std::string>& dtypes);
  Result<> prepare_rest(std::optional<Time> limit);
  /// The candidates of one type in a tier.
  struct Able {
    std::vector<std::size_t> candidates;  ///< that can be searched
    bool all_prepared = true;
  };
  Result<> search_tier(const PlanTier& tier);
  Result<> continue_tier();
  Able able_of(TypeSummary& type);
  Result<> search_type_within(TypeSummary& type, std::optional<Time> time,
                              std::optional<std::uint64_t> before);
  Result<> search_type_once(TypeSummary& type, const Able& able, TaskControl& slice,
                            const SearchProgress& progress);
  bool open(const TypeSummary& type) const { return !type.searched || !type.searched_fully; }
  std::optional<Usd> least_per_hour(const TypeSummary& type, const Able& able) const;
  Result<PlannedFleet> fleet_of(std::size_t candidate, int serving, const Offer& offer,
                                const FleetRun& run) const;
  Result<> add_bands(PlannedFleet& fleet);
  Result<BandFigures> band_figures(const PlannedFleet& fleet, double power);
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
  std::shared_ptr<FleetRequests> requests_;
  std::set<std::string> dtypes_;     ///< that were generated
  std::set<std::size_t> simulated_;  ///< candidates
  std::set<std::size_t> judged_;     ///< candidates that were searched in this tier
  FleetPlan plan_;
};

/// What is left of this share of the time limit; empty without a limit.
std::optional<Planner::Time> Planner::left_of(double share) const {
  if (!limit_) return std::nullopt;
  const Time used = std::chrono::steady_clock::now() - start_;
  return std::max(*limit_ * share - used, Time(0));
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
  for (Candidate& candidate : prepared->candidates) {
    plan_.candidates.push_back(std::move(candidate));
  }
  return {};
}

/// Prepares the candidates for which there was no time before, until `limit` has passed.
Result<> Planner::prepare_rest(std::optional<Time> limit) {
  std::vector<std::size_t> rest;
  std::vector<Configuration> configurations;
  for (std::size_t i = 0; i < plan_.candidates.size(); ++i) {
    if (plan_.candidates[i].server || plan_.candidates[i].refusal) continue;
    rest.push_back(i);
    configurations.push_back(plan_.candidates[i].configuration);
  }
  if (rest.empty()) return {};
  auto prepared = prepare_within(limit, catalog_, request(), configurations, plan_.seed, control_);
  if (!prepared) return fail(prepared.error());
  // They keep their order, because the candidates of a tier are sorted already.
  for (std::size_t i = 0; i < rest.size(); ++i) {
    plan_.candidates[rest[i]] = std::move(prepared->candidates[i]);
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
    const double share = tail_share(request().limits, latency);
    fleet.figures.push_back({.latency = latency,
                             .share = share,
                             .p50 = run.percentile(latency, 0.5),
                             .tail = run.percentile(latency, share)});
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
  const FleetEvaluator evaluator(requests_, details_);
  for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
    const Server other = at_band_end(server, end, power, *sample);
    const auto run = evaluator.run(other, fleet.serving, request().design_rate(), kScreening);
    if (!run) return fail(run.error());
    for (const Latency latency : kAllLatencies) {
      const double share = tail_share(request().limits, latency);
      figures.tail[end][static_cast<std::size_t>(latency)] = run->percentile(latency, share).value;
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
  include_prediction(fleet, figures);
  return figures;
}

/// The candidates of a type that can be searched. Sets its numbers, and the refusals of candidates
/// without a price.
Planner::Able Planner::able_of(TypeSummary& type) {
  Able able;
  type.configurations = 0;
  for (std::size_t i = 0; i < plan_.candidates.size(); ++i) {
    Candidate& candidate = plan_.candidates[i];
    if (candidate.configuration.instance != type.instance) continue;
    ++type.configurations;
    if (candidate.refusal &&
        (candidate.refusal->rule == Rule::kNotOffered || judged_.contains(i))) {
      candidate.refusal.reset();
    }
    if (candidate.refusal) continue;
    if (!type.offer) {
      candidate.refusal = {Rule::kNotOffered, type.unpriced};
    } else if (candidate.server) {
      able.candidates.push_back(i);
    } else {
      able.all_prepared = false;
    }
  }
  return able;
}

/// Searches the candidates of a type that are prepared, for `time`. `before`: number of
/// configurations of earlier types; empty if the progress does not count configurations.
Result<> Planner::search_type_within(TypeSummary& type, std::optional<Time> time,
                                     std::optional<std::uint64_t> before) {
  const Able able = able_of(type);
  type.searched = true;
  type.searched_fully = able.all_prepared;
  if (!able.candidates.empty()) {
    TaskControl slice(&control_);
    const TimeLimit limit(slice, time);
    // The last configuration is counted when the best one has been confirmed.
    const std::uint64_t first = before.value_or(0) +
                                static_cast<std::uint64_t>(type.configurations) -
                                able.candidates.size();
    const auto advance = [&](std::size_t count) {
      if (before) control_.advance_to(first + std::min(count, able.candidates.size() - 1));
    };
    const auto searched = search_type_once(type, able, slice, advance);
    if (!searched && searched.error().code != ErrorCode::kCancelled) return searched;
    if (!searched) type.searched = type.searched_fully = false;
  }
  if (!able.all_prepared || type.fleet) type.searched = type.fleet.has_value();
  type.why_not = Text();
  if (type.searched) return {};
  type.searched_fully = false;
  type.least_per_hour = least_per_hour(type, able);
  type.why_not = type.least_per_hour
                     ? tr("not searched, because the plan was stopped; a fleet costs at least USD "
                          "{} per hour",
                          cost::as_usd(*type.least_per_hour))
                     : tr("not searched, because the plan was stopped");
  return {};
}

/// Finds the best fleet of one type and records the outcomes of its candidates. `slice` can end
/// the search before `control_`. Errors: kCancelled if no fleet was found in this time.
Result<> Planner::search_type_once(TypeSummary& type, const Able& able, TaskControl& slice,
                                   const SearchProgress& progress) {
  const FleetEvaluator searching(requests_, slice);
  auto found = search_type(searching, plan_.candidates, able.candidates, request().design_rate(),
                           request().max_instances, request().limits, progress);
  if (!found) return fail(found.error());
  if (!found->complete) type.searched_fully = false;
  plan_.simulations += found->simulations;
  for (Outcome& outcome : found->outcomes) {
    if (outcome.simulations > 0) simulated_.insert(outcome.candidate);
    judged_.insert(outcome.candidate);
    Candidate& candidate = plan_.candidates[outcome.candidate];
    if (outcome.candidate != found->best) candidate.refusal = outcome.refusal;
    plan_.outcomes[outcome.candidate] = std::move(outcome);
  }
  if (!found->best) return {};
  if (type.fleet) {
    const bool same = type.fleet->candidate == *found->best && type.fleet->serving == found->level;
    const bool worse = !found->complete && found->level > type.fleet->serving;
    if (same || worse) return {};
  }
  const FleetEvaluator evaluator(requests_, control_);
  const auto run = evaluator.run(*plan_.candidates[*found->best].server, found->level,
                                 request().design_rate(), kConfirming);
  if (!run) return fail(run.error());
  auto fleet = fleet_of(*found->best, found->level, *type.offer, *run);
  if (!fleet) return fail(fleet.error());
  type.fleet = std::move(*fleet);
  return {};
}

/// The least that a fleet costs of a type that a stopped plan did not search. Servers that were not
/// prepared can have the whole load on one instance.
std::optional<Usd> Planner::least_per_hour(const TypeSummary& type, const Able& able) const {
  if (!type.offer) return std::nullopt;
  TaskControl unlimited;
  const FleetEvaluator evaluator(requests_, unlimited);
  int least = able.all_prepared ? std::numeric_limits<int>::max()
                                : 1 + spare_instances(1, request().survive);
  for (const std::size_t candidate : able.candidates) {
    const Server& server = *plan_.candidates[candidate].server;
    const int serving = evaluator.least_instances(server, request().design_rate());
    const int spare = spare_instances(serving, request().survive, server.configuration.nodes);
    least = std::min(least, serving + spare);
  }
  const auto per_hour = fleet_per_hour(*type.offer->priced(), least);
  return per_hour ? std::optional(*per_hour) : std::nullopt;
}

Result<> Planner::search_tier(const PlanTier& tier) {
  if (auto added = add_candidates(tier.dtypes); !added) return added;
  plan_.types.clear();
  judged_.clear();
  // Each phase has its own name, so that the progress of one does not begin again.
  control_.begin(tier.needs.empty() ? phrase("Searching for fleets")
                                    : phrase("Searching for fleets with relaxed settings"),
                 plan_.candidates.size());
  std::size_t types_left = instances_.size();
  std::uint64_t done = 0;  // configurations
  const bool has_current =
      has_current_price(book_, instances_, request().regions, tier.options, plan_.as_of);
  for (const catalog::Instance* instance : instances_) {
    TypeSummary type{.instance = instance->id};
    auto offers = offers_of(book_, instance->id, request().regions, tier.options, plan_.as_of);
    if (!has_current) let_all_lead(offers);
    type.offer = cheapest(offers);
    if (!type.offer) type.unpriced = unpriced_text(offers);
    if (type.offer) type.cheaper_but_stale = cheaper_but_stale(offers, *type.offer);
    // An equal share of the time; a type that needs less leaves more to the next ones.
    std::optional<Time> share = left_of(kSearchShare);
    if (share) *share /= static_cast<double>(types_left);
    if (auto searched = search_type_within(type, share, done); !searched) return searched;
    --types_left;
    done += static_cast<std::uint64_t>(type.configurations);
    plan_.types.push_back(std::move(type));
    control_.advance_to(done);
  }
  if (auto continued = continue_tier(); !continued) return continued;
  plan_.complete = std::none_of(plan_.types.begin(), plan_.types.end(),
                                [&](const TypeSummary& type) { return open(type); });
  std::stable_sort(plan_.types.begin(), plan_.types.end(),
                   [](const TypeSummary& a, const TypeSummary& b) {
                     if (a.fleet.has_value() != b.fleet.has_value()) return a.fleet.has_value();
                     return a.fleet && costs_less(*a.fleet, *b.fleet);
                   });
  if (!plan_.types.empty() && plan_.types.front().fleet &&
      plan_.types.front().fleet->offer.may_lead) {
    plan_.best = plan_.types.front().fleet;
    plan_.needs = tier.needs;
  }
  return {};
}

/// Uses the rest of a time limit for the types that are still open: half of what is left for the
/// servers that are not prepared, then half of what is left for each type, those that can be the
/// cheapest first. Complete simulations are not repeated (FleetRequests).
Result<> Planner::continue_tier() {
  const auto rest = [&] { return left_of(kDetailShare).value_or(Time(0)); };
  while (limit_ && !control_.cancelled() && rest() > *limit_ * kLeastShare) {
    std::vector<TypeSummary*> left;
    for (TypeSummary& type : plan_.types) {
      if (open(type)) left.push_back(&type);
    }
    if (left.empty()) return {};
    if (auto prepared = prepare_rest(rest() / 2); !prepared) return prepared;
    const auto least = [](const TypeSummary* type) {
      return type->fleet ? type->fleet->per_hour : type->least_per_hour.value_or(Usd());
    };
    std::stable_sort(left.begin(), left.end(), [&](const TypeSummary* a, const TypeSummary* b) {
      return least(a) < least(b);
    });
    control_.begin(phrase("Continuing the search for fleets"), left.size());
    std::uint64_t done = 0;
    for (TypeSummary* type : left) {
      const Time share = type == left.back() ? rest() : rest() / 2;
      if (auto searched = search_type_within(*type, share, {}); !searched) return searched;
      control_.advance_to(++done);
    }
  }
  return {};
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
    if (best && best->offer.may_lead && !type.offer->may_lead) continue;
    if (best && price > Usd() && best->offer.may_lead == type.offer->may_lead) {
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
    if (!best || costs_less(*fleet, *best)) best = std::move(*fleet);
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
  const FleetEvaluator evaluator(requests_, details_);
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
       .most_spot = request().spot_in_mixes(),
       .spot_named = request().most_spot_instances.has_value()});
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
  for (const PlanTier& tier : plan_tiers(request())) {
    if (auto searched = search_tier(tier); !searched) return fail(searched.error());
    if (plan_.best || !plan_.complete) break;
  }
  // After a time limit, the plan at least has the lower bounds of the types.
  const bool timed_out = limit_ && std::chrono::steady_clock::now() - start_ >= *limit_;
  if (!plan_.complete && !plan_.best && (!limit_ || (control_.cancelled() && !timed_out))) {
    return cancelled();
  }
  explain_types(book_, plan_);
  const auto sample = sample_requests(request(), plan_.seed);
  if (!sample) return fail(sample.error());
  for (TypeSummary& type : plan_.types) {
    if (!type.fleet) continue;
    const sim::TokenLengths& input = request().traffic.input;
    const sim::TokenLengths& output = request().traffic.output;
    type.fleet->token_prices = cost::token_prices(
        {.prefill_share = prefill_share(*plan_.candidates[type.fleet->candidate].server, *sample),
         .input_tokens = input.expected(),
         .output_tokens = output.expected()},
        cost::CountedTokens::kOutput, type.fleet->per_million_output_tokens.dollars());
    type.fleet->offers = offers_of(book_, type.instance, request().regions,
                                   shown_purchases(request().purchase), plan_.as_of);
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
  add_discounts(book_, plan_.as_of, plan_.assumptions);
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
