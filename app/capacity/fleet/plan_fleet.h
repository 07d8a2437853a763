#pragma once

#include "app/capacity/fleet/fleet_search.h"
#include "app/capacity/fleet/purchase_mix.h"
#include "app/capacity/request/offers.h"
#include "costmodel/economics/token_prices.h"
#include "costmodel/prices/price_book.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/memory_limits.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace nscope::capacity {

/// Percentiles of one latency with the 95 % confidence interval of the simulation.
struct LatencyFigures {
  Latency latency = Latency::kE2e;
  double share = 0.99;  ///< of the tail: that of the limit of this latency, or 0.99
  Percentile p50;
  Percentile tail;
  std::string name() const { return Limit{latency, share}.name(); }    ///< "e2e_p99_s"
  std::string title() const { return Limit{latency, share}.title(); }  ///< "E2E p99"
};

/// Latencies and number of instances if every execution is as fast or as slow as the ends of the
/// simulator's 90 % error band.
struct BandFigures {
  std::array<std::array<double, 3>, 2> tail{};  ///< [fast, slow][Latency], s
  std::array<std::optional<int>, 2> serving{};  ///< [fast, slow]; empty if none is sufficient
};

struct PlannedFleet;
/// Widens the figures so that the prediction is between them: each end is simulated separately,
/// with its own noise.
void include_prediction(const PlannedFleet& fleet, BandFigures& figures);

/// Numbers of instances that follow an hourly load, and their cost.
struct ScaledFleet {
  std::vector<int> instances;  ///< for each hour of the period, including spare instances
  std::vector<double> paid;    ///< the same with instances that are loading, which are paid
  double instance_hours = 0;   ///< per period, including the loading time of new instances
  double mean_instances = 0;
  std::optional<Usd> per_hour{};  ///< mean; empty if stopped instances are also paid
  Text why_not{};                 ///< why per_hour is empty
  /// Share of requests that miss a limit in the first minutes after the largest increase if an
  /// autoscaler starts instances only when requests queue up. Empty if there is no increase.
  std::optional<double> missed_when_reacting{};
  std::vector<PurchaseMix> mixes{};  ///< purchase options for `paid`, by term; see purchase_mixes()
  Text no_mix{};                     ///< why there is no mix
};

/// A fleet that meets the limits.
struct PlannedFleet {
  std::size_t candidate = 0;  ///< index into FleetPlan::candidates
  Configuration configuration;
  int serving = 0;   ///< instances that are required to meet the limits
  int spare = 0;     ///< additional instances for failures
  int replicas = 0;  ///< on all instances
  Offer offer;       ///< the cheapest allowed offer
  Usd per_hour{};    ///< of the whole fleet
  Usd per_month{};
  Usd per_million_output_tokens{};
  std::optional<cost::TokenPrices> token_prices{};  ///< of input and output tokens separately
  std::vector<Offer> offers{};                      ///< all requested regions, all purchase options
  std::vector<LatencyFigures> figures{};
  double slot_occupancy = 0;
  double load = 0;                        ///< share of the load that full batch slots can sustain
  std::optional<BandFigures> measured{};  ///< error band within the measured domain
  std::optional<BandFigures> widened{};   ///< widened band outside of it (docs/simulator.md)
  std::vector<Text> outside_domain{};
  Text no_band{};  ///< why there is no error band although there are measurements
  std::optional<catalog::MemoryLimits> limits{};  ///< of a replica

  int count() const { return serving + spare; }
};

/// The result for one instance type.
struct TypeSummary {
  std::string instance;
  int configurations = 0;
  std::optional<PlannedFleet> fleet{};
  Text why_not{};                        ///< why there is no fleet
  std::optional<Rule> rule{};            ///< the rule behind `why_not`
  std::optional<std::size_t> fastest{};  ///< candidate with the smallest fastest_ratio
  /// Largest latency divided by limit of a single request; at most 1 if it meets all limits.
  double fastest_ratio = 0;
  Text fastest_text{};   ///< this latency: "E2E p99 2.07 s"
  bool searched = true;  ///< false: the plan was cancelled before; see `why_not`
  /// False: the search was stopped after it had found `fleet`; another configuration may be
  /// cheaper.
  bool searched_fully = true;
  std::optional<Offer> offer{};              ///< cheapest(); empty if no allowed offer has a price
  std::optional<Offer> cheaper_but_stale{};  ///< an allowed offer whose price is out of date
  Text unpriced{};                           ///< why there is no offer
  std::optional<Usd> least_per_hour{};       ///< of a fleet, if the type was not searched
};

/// The cheapest fleet if all limits are `factor` times as long.
struct FrontierPoint {
  double factor = 1;
  std::vector<Limit> limits;
  std::optional<PlannedFleet> fleet{};  ///< without error bands
};

/// The result of a PlanRequest, with all alternatives and the reasons for their rejection.
struct FleetPlan {
  PlanRequest request;
  cost::Day as_of{};
  std::uint64_t seed = 1;
  std::vector<Candidate> candidates;
  std::map<std::size_t, Outcome> outcomes;  ///< of the candidates that were searched
  std::vector<TypeSummary> types;           ///< types with a fleet first, sorted by price
  std::optional<PlannedFleet> best{};
  /// False: the plan was cancelled. Types that were not searched say so. If all were searched
  /// (searched_fully()), some error bands, other limits and the scaled fleet can be missing; else
  /// there are none.
  bool complete = true;
  std::vector<Text> needs;  ///< relaxed settings that the best fleet requires, as noun phrases
  std::vector<FrontierPoint> frontier;
  std::optional<ScaledFleet> scaled{};
  int simulated = 0;    ///< configurations
  int simulations = 0;  ///< runs of the serving simulator
  std::vector<Text> assumptions;

  // Each configuration is counted once: it is rejected by a rule, chosen as the best one of its
  // instance type, or not searched.
  /// Whether all instance types were searched to the end.
  bool searched_fully() const;
  int count(Rule rule) const;
  int chosen() const;
  int not_searched() const;
};

/// Checks that the model can serve requests of these lengths. Errors: kNotFound for an unknown
/// model (with the closest names); kInvalidArgument if it is not a decoder or has too few
/// positions.
Result<> check_model(const catalog::Catalog& catalog, const PlanRequest& request);

/// The instance types that a request allows. Errors: those of check_model(); kNotFound for
/// instances and regions (with the closest names).
Result<std::vector<const catalog::Instance*>> types_of(const catalog::Catalog& catalog,
                                                       const cost::PriceBook& book,
                                                       const PlanRequest& request);

/// Finds the cheapest fleet that meets the limits. Settings that the request leaves open are
/// relaxed only if no fleet meets the limits, and are listed in `needs`: first 8-bit weights, then
/// Reserved Instances and Capacity Blocks. If there is no fleet, this is not an error: `best` is
/// empty, and `types` and `frontier` show which fleets come nearest. `today`: the day of prices if
/// the request states none. Uses all cores; the result depends on the request and the seed only.
/// Errors: those of types_of(); kInvalidArgument if there are too many configurations or the
/// monthly cost of a fleet exceeds the range of Usd; kCancelled if no fleet was found before. If
/// one was, the plan has what was found until then, and its `complete` is false. `limit`: the time
/// of the whole plan; the search divides it among the instance types, so that each has a fleet, if
/// possible, before one is searched to the end. After it, a plan without a fleet is a result, too:
/// its types state the least that a fleet costs.
Result<FleetPlan> plan_fleet(const catalog::Catalog& catalog, const cost::PriceBook& book,
                             const PlanRequest& request, cost::Day today, std::uint64_t seed,
                             TaskControl& control,
                             std::optional<std::chrono::duration<double>> limit = {});

/// Number of spare instances so that `serving` instances remain after the failures; `serving` and
/// the result are multiples of the `nodes` instances of a replica.
int spare_instances(int serving, const Survival& survival, int nodes = 1);

/// A document of schema `nscope.plan_report/1`. `all`: with every rejected configuration instead of
/// a summary by type and rule.
Json to_json(const FleetPlan& plan, bool all);
/// The plan as plain text. `all`: with all configurations of the best instance type.
std::string to_text(const FleetPlan& plan, bool all, const Language& language);

}  // namespace nscope::capacity
