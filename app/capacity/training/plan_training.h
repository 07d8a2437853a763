#pragma once

#include "app/capacity/training/training_cost.h"
#include "costmodel/prices/price_book.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/memory_limits.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nscope::capacity {

/// One layout with one purchase option: the duration and the cost of the job.
struct TrainingFleet {
  std::size_t candidate = 0;  ///< index into TrainingPlan::candidates
  TrainingLayout layout{};
  int spares = 0;  ///< spare nodes; 0 on Spot
  Offer offer{};   ///< in the cheapest region
  JobTimes times{};
  JobBill bill{};
  double likely_hours = 0;               ///< not exceeded with the required probability
  std::optional<sim::Chance> in_time{};  ///< probability; empty without a deadline
  std::optional<TrainingRefusal> refusal{};
  Usd per_million_tokens{};
  bool confirmed = false;  ///< simulated with all trials of the request

  int count() const { return layout.nodes + spares; }
  bool spot() const { return offer.purchase.option == cost::PurchaseOption::kSpot; }
};

/// Whether the fleet meets deadline and budget, even if it is not the best one.
bool meets_limits(const TrainingFleet& fleet);

/// A purchase option that cannot be used for a layout.
struct NotBought {
  std::size_t candidate = 0;  ///< index into TrainingPlan::candidates
  cost::Purchase purchase{};
  TrainingRefusal refusal{};
};

/// The result for one instance type.
struct TrainingTypeSummary {
  std::string instance;
  int layouts = 0;
  std::optional<std::size_t>
      fleet{};  ///< the cheapest that meets the limits, in TrainingPlan::fleets
  std::optional<TrainingRule> rule{};  ///< why there is no fleet
  Text why_not{};
  Text published{};            ///< of GPUs: the nearest published figure for the model, for `fleet`
  bool searched_fully = true;  ///< false: the plan was stopped before; other fleets may be cheaper
  /// A lower bound of the cost of the job on this type: its FLOP at the peak of the device, at the
  /// lowest price of an instance-hour. Empty if a figure is unknown; set if not searched fully.
  std::optional<Usd> least{};
};

/// The cheapest fleet for another deadline.
struct DeadlinePoint {
  double days = 0;
  std::optional<std::size_t> fleet{};  ///< index into TrainingPlan::fleets
};

/// The layouts of a type that were rejected by one rule.
struct RefusedLayouts {
  std::string instance;
  TrainingRule rule = TrainingRule::kMemory;
  int layouts = 0;
  Text example;  ///< one of them with its reason, or the reason of all layouts of the type
};
/// By type and rule.
std::vector<RefusedLayouts> refused_layouts(const std::vector<TrainingCandidate>& candidates);

/// The result of a TrainingRequest, with all alternatives and the reasons for their rejection.
struct TrainingPlan {
  TrainingRequest request;
  cost::Day as_of{};
  std::uint64_t seed = 1;
  std::vector<TrainingCandidate> candidates;  ///< all layouts that were timed
  /// The best layout of each type and number of nodes with each requested purchase option. Sorted:
  /// fleets that meet deadline and budget first, then by cost.
  std::vector<TrainingFleet> fleets;
  std::vector<NotBought> not_bought;  ///< purchase options that cannot be used for these layouts
  std::optional<std::size_t> best{};  ///< index into `fleets`
  std::optional<catalog::MemoryLimits> limits{};  ///< of the layout of `best`
  std::vector<TrainingTypeSummary> types;
  std::vector<RefusedLayouts> refused;
  std::vector<DeadlinePoint> deadlines;
  /// If no fleet meets deadline and budget: the cheapest fleet that meets the deadline, the
  /// earliest within the budget, and the earliest of all; indices into `fleets`.
  std::optional<std::size_t> in_time{};
  std::optional<std::size_t> in_budget{};
  std::optional<std::size_t> earliest{};
  std::vector<Text> assumptions;
  std::int64_t simulations = 0;  ///< trials of jobs
  /// False: the plan was stopped when some layouts had not been timed, or when `simulated` of
  /// `to_simulate` fleets had been simulated; see TrainingTypeSummary::searched_fully and
  /// TrainingFleet::confirmed.
  bool complete = true;
  std::size_t simulated = 0;
  std::size_t to_simulate = 0;

  // Each layout is counted once: it is rejected by a rule, it was simulated and belongs to a fleet,
  // or the plan was stopped before it was timed or simulated.
  int count(TrainingRule rule) const;
  int with_fleet() const;
  int not_searched() const;
};

/// Finds the cheapest instance type, number of nodes, layout and purchase option with which the job
/// meets its deadline and its budget, each with the required probability. All layouts that divide
/// the work are timed with the closed form. For each type and number of nodes, the layout that
/// finishes first is simulated with failures, checkpoints and Spot interruptions, because all of
/// them cost the same per hour. The best fleet is simulated again with all trials of the request.
/// If there is no fleet, this is not an error. `today`: the day of prices if the request states
/// none. Uses all cores; the result depends on the request and the seed only. Errors: those of
/// training_types(); kInvalidArgument for more than kMostLayouts layouts; kCancelled if nothing was
/// found before. If something was, the plan has what was found until then, and its `complete` is
/// false.
Result<TrainingPlan> plan_training(const catalog::Catalog& catalog, const cost::PriceBook& book,
                                   const TrainingRequest& request, cost::Day today,
                                   std::uint64_t seed, TaskControl& control);
/// The same within a time `limit` (none if empty), of which two thirds are for the layouts. After
/// it, a plan without a fleet is a result, and its types state the least that the job costs.
Result<TrainingPlan> plan_training_within(std::optional<std::chrono::duration<double>> limit,
                                          const catalog::Catalog& catalog,
                                          const cost::PriceBook& book,
                                          const TrainingRequest& request, cost::Day today,
                                          std::uint64_t seed, TaskControl& control);

/// The instance types that a training request allows. Errors: kNotFound for model, instances and
/// regions (with the closest names); kInvalidArgument for a model that cannot be trained or has too
/// few positions.
Result<std::vector<const catalog::Instance*>> training_types(const catalog::Catalog& catalog,
                                                             const cost::PriceBook& book,
                                                             const TrainingRequest& request);

/// A document of schema `nscope.training_plan_report/1`. `all`: with all layouts that were timed.
Json to_json(const TrainingPlan& plan, bool all);
/// The plan as plain text. `all`: with other numbers of nodes and the rejected layouts.
std::string to_text(const TrainingPlan& plan, bool all, const Language& language);

/// What a plan assumes about failures, checkpoints, Spot, commitments, costs and, with `gpus`,
/// their software.
std::vector<Text> training_assumptions(const TrainingRequest& request, bool gpus);

/// "99.5 %": the probability with which deadline and budget must be met.
TextNumber chance_number(const TrainingRequest& request);
/// "41.2 days".
Text hours_text(double hours);
/// "16 x trn1.32xlarge (TP 8 x PP 4 x DP 16, ...)".
Text fleet_text(const TrainingFleet& fleet);

}  // namespace nscope::capacity
