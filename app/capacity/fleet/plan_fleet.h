#pragma once

#include "app/capacity/fleet/fleet_search.h"
#include "app/capacity/request/offers.h"
#include "costmodel/prices/price_book.h"
#include "profiler/base/task_control.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace nscope::capacity {

/// Percentiles of one latency with the 95 % confidence interval of the simulation.
struct LatencyFigures {
  Latency latency = Latency::kE2e;
  Percentile p50;
  Percentile p99;
};

/// What a fleet does, and how many instances it would take, where every execution is as fast or
/// as slow as the ends of the simulator's 90 % error band say.
struct BandFigures {
  std::array<std::array<double, 3>, 2> p99{};   ///< [fast, slow][Latency], s
  std::array<std::optional<int>, 2> serving{};  ///< [fast, slow]; empty: no number holds
};

/// Counts of instances that follow an hourly load, and what they cost on demand.
struct ScaledFleet {
  std::vector<int> instances;  ///< of each hour of the period, spare ones included
  double instance_hours = 0;   ///< of a period, the loading of new ones included
  double mean_instances = 0;
  std::optional<Usd> per_hour{};  ///< mean; empty where the offer is paid whether used or not
  std::string why_not{};
  /// The steepest rise of an hour if instances were started only once requests pile up: share of
  /// the requests of the next minutes that miss a limit. Empty without a rise.
  std::optional<double> missed_when_reacting{};
};

/// A fleet that holds the limits.
struct PlannedFleet {
  std::size_t candidate = 0;  ///< index into FleetPlan::candidates
  Configuration configuration;
  int serving = 0;   ///< instances that hold the limits alone
  int spare = 0;     ///< on top, for what may fail
  int replicas = 0;  ///< of all instances
  Offer offer;       ///< the cheapest of what may be bought
  Usd per_hour{};    ///< of the whole fleet
  Usd per_month{};
  Usd per_million_output_tokens{};
  std::vector<Offer> offers{};  ///< all regions and purchase options that were asked about
  std::vector<LatencyFigures> figures{};
  double slot_occupancy = 0;
  double load = 0;                        ///< of what full slots could take
  std::optional<BandFigures> measured{};  ///< the band of what was measured
  std::optional<BandFigures> widened{};   ///< outside of it: widened as docs/simulator.md says
  std::vector<std::string> outside_domain{};

  int count() const { return serving + spare; }
};

/// What became of one instance type.
struct TypeSummary {
  std::string instance;
  int configurations = 0;
  std::optional<PlannedFleet> fleet{};
  std::string why_not{};                 ///< in words, where there is no fleet
  std::optional<Rule> rule{};            ///< the same as a word
  std::optional<std::size_t> fastest{};  ///< candidate whose lone request comes nearest
  double fastest_ratio = 0;              ///< its latency / limit; at most 1 where it could hold
  std::string fastest_text{};            ///< "e2e p99 2.07 s"
  std::optional<Offer> offer{};          ///< empty: nothing that may be bought
};

/// Fleets for limits that all are `factor` times as long.
struct FrontierPoint {
  double factor = 1;
  std::vector<Limit> limits;
  std::optional<PlannedFleet> fleet{};  ///< without bands
};

/// The answer to a PlanRequest with everything needed to defend it.
struct FleetPlan {
  PlanRequest request;
  cost::Day as_of{};
  std::uint64_t seed = 1;
  std::vector<Candidate> candidates;
  std::map<std::size_t, Outcome> outcomes;  ///< of candidates that were searched
  std::vector<TypeSummary> types;           ///< with a fleet first, the cheapest first
  std::optional<PlannedFleet> best{};
  std::vector<std::string> needs;  ///< what was not asked for and the answer takes, in words
  std::vector<FrontierPoint> frontier;
  std::optional<ScaledFleet> scaled{};
  int simulated = 0;    ///< configurations
  int simulations = 0;  ///< runs of the serving simulator
  std::vector<std::string> assumptions;

  int count(Rule rule) const;
};

/// Whether the model can be served with the lengths. Errors: kNotFound for an unknown model (with
/// the closest names); kInvalidArgument for one that does not generate or has too few positions.
Result<> check_model(const catalog::Catalog& catalog, const PlanRequest& request);

/// The instance types that a request allows. Errors: kNotFound for the model, instances and
/// regions (with the closest names); kInvalidArgument for a model that does not generate.
Result<std::vector<const catalog::Instance*>> types_of(const catalog::Catalog& catalog,
                                                       const cost::PriceBook& book,
                                                       const PlanRequest& request);

/// Finds the cheapest fleet. What the request leaves open is relaxed only where nothing holds
/// otherwise, and said in `needs`: weights of 8 bits, then Reserved Instances and Capacity
/// Blocks. No fleet is an answer, too: `best` is empty, and `types` and `frontier` say what comes
/// nearest. `today`: the day of prices where the request names none. Uses all cores; the result
/// depends on the request and the seed alone. Errors: as types_of(); kInvalidArgument for a model
/// that has fewer positions than the lengths need, and for a fleet whose month costs more than Usd
/// holds; kCancelled.
Result<FleetPlan> plan_fleet(const catalog::Catalog& catalog, const cost::PriceBook& book,
                             const PlanRequest& request, cost::Day today, std::uint64_t seed,
                             TaskControl& control);

/// Instances on top of `serving` so that so many are left after the failure.
int spare_instances(int serving, const Survival& survival);

/// `nscope.plan_report/1`; `all`: every configuration instead of the best of each type and a
/// summary of the rejected ones.
Json to_json(const FleetPlan& plan, bool all);
/// For people.
std::string to_text(const FleetPlan& plan, bool all);

}  // namespace nscope::capacity
