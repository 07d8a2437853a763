#include "app/capacity/fleet/plan_fleet.h"

#include "app/capacity/fleet/fluid_estimate.h"
#include "app/capacity/fleet/follow_hours.h"
#include "app/capacity/fleet/prepare_server.h"
#include "costmodel/money/cost_arithmetic.h"
#include "profiler/base/format.h"
#include "profiler/base/parallel.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

using cost::PurchaseOption;

/// A type's most promising configurations, which the frontier looks at.
constexpr std::size_t kFrontierConfigurations = 8;

class Planner {
 public:
  Planner(const catalog::Catalog& catalog, const cost::PriceBook& book, const PlanRequest& request,
          cost::Day day, std::uint64_t seed, TaskControl& control)
      : catalog_(catalog), book_(book), control_(control) {
    plan_.request = request;
    plan_.as_of = day;
    plan_.seed = seed;
  }

  Result<FleetPlan> go(const std::vector<const catalog::Instance*>& instances);

 private:
  struct Tier {
    std::vector<std::string> dtypes;
    std::vector<cost::Purchase> options;
    std::vector<std::string> needs;
  };
  std::vector<Tier> tiers() const;
  Result<> add_candidates(const std::vector<std::string>& dtypes);
  Result<> search_tier(const Tier& tier);
  Result<> search_types(TypeSummary& type, std::span<const std::size_t> able);
  Result<PlannedFleet> fleet_of(std::size_t candidate, int serving, const Offer& offer,
                                const FleetRun& run) const;
  Result<> add_figures(PlannedFleet& fleet) const;
  Result<BandFigures> band_figures(const PlannedFleet& fleet, double power) const;
  void explain_types();
  void find_fastest(TypeSummary& type);
  Result<> add_frontier();
  Result<std::optional<PlannedFleet>> frontier_fleet(const PlanRequest& relaxed);
  Result<> add_scaled();
  void add_assumptions();

  const PlanRequest& request() const { return plan_.request; }

  const catalog::Catalog& catalog_;
  const cost::PriceBook& book_;
  TaskControl& control_;
  std::vector<const catalog::Instance*> instances_;
  std::vector<cost::Purchase> options_;  ///< of the tier
  std::set<std::string> dtypes_;         ///< that were generated
  std::set<std::size_t> simulated_;      ///< candidates
  FleetPlan plan_;
};

std::vector<Planner::Tier> Planner::tiers() const {
  std::vector<Tier> tiers{{request().weight_dtypes, request().purchase, {}}};
  if (!request().weight_dtypes_stated) {
    tiers.push_back({{"bf16", "int8", "fp8"},
                     request().purchase,
                     {"weights of 8 bits: with bf16 nothing that may be bought holds the limits; "
                      "check the quality of the answers"}});
  }
  if (request().purchase_stated) return tiers;
  const std::vector<cost::Purchase> committed{PurchaseOption::kCapacityBlock, cost::kRi1Year,
                                              cost::kRi3Year};
  Tier last{tiers.back().dtypes,
            committed,
            {"a commitment: nothing that is sold on demand holds the limits"}};
  if (!request().weight_dtypes_stated) {
    tiers.push_back({request().weight_dtypes, committed, last.needs});
    last.needs.push_back("weights of 8 bits: check the quality of the answers");
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
                fmt::format("{} configurations are too many; at most {}: name fewer instances, "
                            "slots or schedulers",
                            configurations.size(), kMost));
  }
  auto prepared = prepare_candidates(catalog_, request(), configurations, plan_.seed, control_);
  if (!prepared) return fail(prepared.error());
  for (Candidate& candidate : *prepared) plan_.candidates.push_back(std::move(candidate));
  return {};
}

Result<PlannedFleet> Planner::fleet_of(std::size_t candidate, int serving, const Offer& offer,
                                       const FleetRun& run) const {
  const Server& server = *plan_.candidates[candidate].server;
  PlannedFleet fleet{.candidate = candidate,
                     .configuration = server.configuration,
                     .serving = serving,
                     .spare = spare_instances(serving, request().survive),
                     .offer = offer};
  fleet.replicas = fleet.count() * server.replicas_per_instance;
  const auto per_hour = fleet_per_hour(*offer.priced(), fleet.count());
  if (!per_hour) {
    return fail(
        ErrorCode::kInvalidArgument,
        fmt::format("{} x {} cost more than 9.2 billion USD a month, which is more than amounts go "
                    "up to: ask for less traffic or a lower max_instances",
                    fleet.count(), server.configuration.instance),
        "max_instances");
  }
  fleet.per_hour = *per_hour;
  fleet.per_month = cost::monthly_cost(fleet.per_hour, 1);
  fleet.per_million_output_tokens =
      cost::usd_per_million_tokens(fleet.per_hour, request().traffic.output_tokens_per_second());
  fleet.outside_domain = server.outside_domain;
  fleet.load = request().design_rate() * server.work / (serving * server.replicas_per_instance);
  fleet.slot_occupancy = run.slot_occupancy;
  for (const Latency latency : kAllLatencies) {
    if (run.latencies[static_cast<std::size_t>(latency)].empty()) continue;
    fleet.figures.push_back({.latency = latency,
                             .p50 = run.percentile(latency, 0.5),
                             .p99 = run.percentile(latency, 0.99)});
  }
  return fleet;
}

/// All offers, and what the simulator's error bands mean.
Result<> Planner::add_figures(PlannedFleet& fleet) const {
  fleet.offers = offers_of(book_, fleet.configuration.instance, request().regions,
                           cost::kPurchaseOptions, plan_.as_of);
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

/// The fleet with the error bands raised to a power.
Result<BandFigures> Planner::band_figures(const PlannedFleet& fleet, double power) const {
  const Server& server = *plan_.candidates[fleet.candidate].server;
  BandFigures figures;
  const auto sample = sample_requests(request(), plan_.seed);
  if (!sample) return fail(sample.error());
  const FleetJudge judge(request(), plan_.seed, control_);
  for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
    const Server other = at_band_end(server, end, power, *sample);
    const auto run = judge.run(other, fleet.serving, request().design_rate(), kScreening);
    if (!run) return fail(run.error());
    for (const Latency latency : kAllLatencies) {
      figures.p99[end][static_cast<std::size_t>(latency)] = run->percentile(latency, 0.99).value;
    }
    const Limit* worst = nullptr;
    if (floor_ratio(other, request().limits, worst) > 1) continue;
    int simulations = 0;
    const int guess =
        std::max(1, static_cast<int>(std::min(1e9, fleet.serving * other.work / server.work)));
    const auto fewest = fewest_instances(judge, other, request().design_rate(), guess,
                                         request().max_instances, simulations);
    if (!fewest) return fail(fewest.error());
    figures.serving[end] = *fewest;
  }
  return figures;
}

/// Whether another search may find what the limits of this plan allow is said by its rule.
Result<> Planner::search_types(TypeSummary& type, std::span<const std::size_t> able) {
  const FleetJudge judge(request(), plan_.seed, control_);
  auto found = search_type(judge, plan_.candidates, able, request().design_rate(),
                           request().max_instances, request().limits);
  if (!found) return fail(found.error());
  plan_.simulations += found->simulations;
  for (Outcome& outcome : found->outcomes) {
    if (outcome.simulations > 0) simulated_.insert(outcome.candidate);
    Candidate& candidate = plan_.candidates[outcome.candidate];
    if (outcome.candidate != found->best) candidate.refusal = outcome.refusal;
    plan_.outcomes[outcome.candidate] = std::move(outcome);
  }
  if (!found->best) return {};
  const auto run = judge.run(*plan_.candidates[*found->best].server, found->level,
                             request().design_rate(), kConfirming);
  if (!run) return fail(run.error());
  auto fleet = fleet_of(*found->best, found->level, *type.offer, *run);
  if (!fleet) return fail(fleet.error());
  type.fleet = std::move(*fleet);
  return {};
}

Result<> Planner::search_tier(const Tier& tier) {
  if (auto added = add_candidates(tier.dtypes); !added) return added;
  options_ = tier.options;
  plan_.types.clear();
  control_.begin("searching fleets", instances_.size());
  std::uint64_t done = 0;
  for (const catalog::Instance* instance : instances_) {
    TypeSummary type{.instance = instance->id};
    const auto offers =
        offers_of(book_, instance->id, request().regions, tier.options, plan_.as_of);
    type.offer = cheapest(offers);
    std::vector<std::size_t> able;
    for (std::size_t i = 0; i < plan_.candidates.size(); ++i) {
      Candidate& candidate = plan_.candidates[i];
      if (candidate.configuration.instance != instance->id) continue;
      ++type.configurations;
      if (candidate.refusal && candidate.refusal->rule == Rule::kNotOffered) {
        candidate.refusal.reset();
      }
      if (!candidate.server || candidate.refusal) continue;
      if (type.offer) {
        able.push_back(i);
      } else {
        candidate.refusal = {Rule::kNotOffered, unpriced_text(offers)};
      }
    }
    if (!able.empty()) {
      if (auto searched = search_types(type, able); !searched) return searched;
    }
    plan_.types.push_back(std::move(type));
    control_.advance_to(++done);
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
    type.fastest_text = fmt::format("{} p{:.0f} {}", to_string(worst->latency), worst->share * 100,
                                    format_value(ratio * worst->seconds, "s"));
  }
}

/// Types without a fleet: the reason of the configuration that came nearest.
void Planner::explain_types() {
  for (TypeSummary& type : plan_.types) {
    find_fastest(type);
    if (type.fleet) continue;
    const Candidate* telling = type.fastest ? &plan_.candidates[*type.fastest] : nullptr;
    // Where no server could be built:
    for (const Candidate& candidate : plan_.candidates) {
      if (candidate.configuration.instance != type.instance || !candidate.refusal) continue;
      if (type.fastest || (telling != nullptr && !tells_more(candidate, *telling))) continue;
      telling = &candidate;
    }
    if (telling == nullptr || !telling->refusal) {
      type.why_not = "no configuration to try";
      continue;
    }
    type.rule = telling->refusal->rule;
    type.why_not = telling->refusal->reason;
    if (type.rule == Rule::kNotOffered) {
      const std::string elsewhere = sold_elsewhere(book_, type.instance, plan_.as_of);
      if (!elsewhere.empty()) type.why_not += "; sold: " + elsewhere;
    }
  }
}

/// The cheapest of the most promising configurations of each type.
Result<std::optional<PlannedFleet>> Planner::frontier_fleet(const PlanRequest& relaxed) {
  const FleetJudge judge(relaxed, plan_.seed, control_);
  std::optional<PlannedFleet> best;
  for (const TypeSummary& type : plan_.types) {
    if (!type.offer) continue;
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < plan_.candidates.size(); ++i) {
      const Candidate& candidate = plan_.candidates[i];
      if (candidate.configuration.instance != type.instance || !candidate.server) continue;
      const Limit* worst = nullptr;
      if (floor_ratio(*candidate.server, relaxed.limits, worst) > 1) continue;
      const double rate =
          fluid_rate(*candidate.server, relaxed.limits) * candidate.server->replicas_per_instance;
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
        search_type(judge, plan_.candidates, able, relaxed.design_rate(), most, relaxed.limits);
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

/// What other limits would cost. Where nothing holds, it begins with the limits that the
/// fastest of what can be bought just holds.
Result<> Planner::add_frontier() {
  if (request().limits.empty()) return {};
  double first = 1;
  if (!plan_.best) {
    first = HUGE_VAL;
    for (const TypeSummary& type : plan_.types) {
      if (type.offer && type.fastest) first = std::min(first, type.fastest_ratio);
    }
    if (!std::isfinite(first)) return {};
    // A queue needs some room; rounded so that people can ask for it.
    constexpr double kRoom = 1.03;
    first = std::ceil(std::max(1.0, first) * kRoom * 20) / 20;
  }
  std::vector<double> factors;
  if (!plan_.best) factors.push_back(first);
  for (const double more : {1.25, 1.5, 2.0, 3.0}) {
    factors.push_back(std::round(first * more * 100) / 100);
  }
  control_.begin("searching the frontier", factors.size());
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

/// Follows the hours with the configuration of the best fleet.
Result<> Planner::add_scaled() {
  if (!request().autoscaling || !plan_.best) return {};
  const FleetJudge judge(request(), plan_.seed, control_);
  auto scaled = follow_hours(judge, request(), *plan_.candidates[plan_.best->candidate].server,
                             *plan_.best, plan_.seed, control_);
  if (!scaled) return fail(scaled.error());
  plan_.scaled = std::move(*scaled);
  return {};
}

void Planner::add_assumptions() {
  const PlanRequest& asked = request();
  const auto add = [&](std::string text) { plan_.assumptions.push_back(std::move(text)); };
  add(asked.stack.empty()
          ? "no cost of host software"
          : fmt::format("host software: {} with the costs of docs/serving.md; without it: "
                        "\"stack\": \"none\"",
                        asked.stack));
  if (!asked.weight_dtypes_stated) add("weights are bf16 unless nothing else holds");
  if (!asked.purchase_stated) add("bought on demand unless nothing that is sold so holds");
  if (asked.limits.empty()) {
    add(fmt::format("no limit is set: the queue is stable below {:.0f} % of the capacity",
                    100 * kMostUtilisation));
  }
  for (const sim::Speculation& one : asked.speculation) {
    add(
        fmt::format("speculation: {} proposes {} tokens, {:.2f} tokens a step as stated; "
                    "nobody measured it here",
                    one.draft_model, one.tokens, one.tokens_per_step()));
  }
  add(
      fmt::format("replicas are compiled for {} positions; one balancer sends each request to the "
                  "replica with the fewest",
                  compiled_length(asked)));
  add(fmt::format("fleets of more than {} replicas are judged by {} with their share of the load",
                  kCellReplicas, kCellReplicas));
  if (asked.survive.nodes > 0 || asked.survive.zones > 0) {
    add("the figures are those of the instances that are left after the failure; requests under "
        "way on those that fail are lost");
  }
  if (const auto model = catalog_.model(asked.model); model && (*model)->max_positions == 0) {
    add(fmt::format("how many positions {} has is not known: the lengths are not held against it",
                    asked.model));
  }
  add("the model on several instances (pipelines, tensor parallelism across nodes) is not "
      "modelled");
}

Result<FleetPlan> Planner::go(const std::vector<const catalog::Instance*>& instances) {
  instances_ = instances;
  for (const Tier& tier : tiers()) {
    if (auto searched = search_tier(tier); !searched) return fail(searched.error());
    if (plan_.best) break;
  }
  explain_types();
  for (TypeSummary& type : plan_.types) {
    if (!type.fleet) continue;
    if (auto added = add_figures(*type.fleet); !added) return fail(added.error());
  }
  if (plan_.best) plan_.best = plan_.types.front().fleet;
  if (auto added = add_frontier(); !added) return fail(added.error());
  if (auto added = add_scaled(); !added) return fail(added.error());
  add_assumptions();
  plan_.simulated = static_cast<int>(simulated_.size());
  return std::move(plan_);
}

/// Whether the model has positions for the longest request; unknown is no reason to refuse.
Result<> check_positions(const catalog::Model& model, const PlanRequest& request) {
  if (model.max_positions == 0) return {};
  const int tokens = longest(request.traffic.input) + longest(request.traffic.output);
  const bool compiled = request.max_context > model.max_positions;
  if (!compiled && tokens <= model.max_positions) return {};
  const std::string what = compiled
                               ? fmt::format("{} positions are asked for", request.max_context)
                               : fmt::format("the longest prompt and answer are {} tokens", tokens);
  return fail(ErrorCode::kInvalidArgument,
              fmt::format("{}, and {} has {} positions by its published configuration", what,
                          model.id, model.max_positions),
              compiled ? "max_context" : "traffic");
}

}  // namespace

Result<> check_model(const catalog::Catalog& catalog, const PlanRequest& request) {
  const auto model = catalog.model(request.model);
  if (!model) return fail(model.error());
  if ((*model)->architecture != catalog::Architecture::kDecoder) {
    return fail(
        ErrorCode::kInvalidArgument,
        fmt::format("{} is no decoder: fleets of others are not modelled yet", request.model));
  }
  return check_positions(**model, request);
}

Result<std::vector<const catalog::Instance*>> types_of(const catalog::Catalog& catalog,
                                                       const cost::PriceBook& book,
                                                       const PlanRequest& request) {
  if (auto checked = check_model(catalog, request); !checked) return fail(checked.error());
  if (auto checked = check_regions(book, request.regions); !checked) return fail(checked.error());
  return named_instances(catalog, request.instances, request.baselines);
}

int FleetPlan::count(Rule rule) const {
  return static_cast<int>(std::count_if(
      candidates.begin(), candidates.end(),
      [&](const Candidate& one) { return one.refusal && one.refusal->rule == rule; }));
}

int spare_instances(int serving, const Survival& survival) {
  int total = serving + survival.nodes;
  if (survival.zones > 0) {
    // Evenly spread: the fullest zones fail.
    const auto left = [&](int count) {
      const int fullest = (count + survival.zone_count - 1) / survival.zone_count;
      return count - survival.zones * fullest;
    };
    while (left(total) < serving) ++total;
  }
  return total - serving;
}

Result<FleetPlan> plan_fleet(const catalog::Catalog& catalog, const cost::PriceBook& book,
                             const PlanRequest& request, cost::Day today, std::uint64_t seed,
                             TaskControl& control) {
  const auto instances = types_of(catalog, book, request);
  if (!instances) return fail(instances.error());
  return Planner(catalog, book, request, request.as_of.value_or(today), seed, control)
      .go(*instances);
}

}  // namespace nscope::capacity
