#pragma once

#include "app/capacity/training/training_cost.h"
#include "costmodel/prices/price_book.h"
#include "profiler/base/task_control.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nscope::capacity {

/// One layout, bought one way: what the job takes and costs.
struct TrainingFleet {
  std::size_t candidate = 0;  ///< index into TrainingPlan::candidates
  TrainingLayout layout{};
  int spares = 0;  ///< nodes that stand by; none on spot
  Offer offer{};   ///< the cheapest region of this option
  JobTimes times{};
  JobBill bill{};
  double likely_hours = 0;               ///< that the job does not exceed with the chance asked for
  std::optional<sim::Chance> in_time{};  ///< where there is a deadline
  std::optional<TrainingRefusal> refusal{};
  Usd per_million_tokens{};
  bool confirmed = false;  ///< simulated with all trials of the request, not with few of them

  int count() const { return layout.nodes + spares; }
  bool spot() const { return offer.purchase.option == cost::PurchaseOption::kSpot; }
};

/// One layout in a way in which it cannot be bought.
struct NotBought {
  std::size_t candidate = 0;  ///< index into TrainingPlan::candidates
  cost::Purchase purchase{};
  TrainingRefusal refusal{};
};

/// What became of one instance type.
struct TrainingTypeSummary {
  std::string instance;
  int layouts = 0;
  std::optional<std::size_t> fleet{};  ///< index into TrainingPlan::fleets: the cheapest that holds
  std::optional<TrainingRule> rule{};  ///< why there is none
  std::string why_not{};
};

/// The cheapest fleet for another deadline.
struct DeadlinePoint {
  double days = 0;
  std::optional<std::size_t> fleet{};  ///< index into TrainingPlan::fleets
};

/// Layouts of a type that one rule refused.
struct RefusedLayouts {
  std::string instance;
  TrainingRule rule = TrainingRule::kMemory;
  int layouts = 0;
  std::string example;  ///< one of them, with its reason
};

/// The answer to a TrainingRequest with everything needed to defend it.
struct TrainingPlan {
  TrainingRequest request;
  cost::Day as_of{};
  std::uint64_t seed = 1;
  std::vector<TrainingCandidate> candidates;  ///< every layout that was timed
  /// The best layout of each type and number of nodes, bought in every way that was asked about.
  /// Those that hold deadline and budget first, the cheapest first.
  std::vector<TrainingFleet> fleets;
  std::vector<NotBought> not_bought;  ///< of those layouts: the ways that are no fleet
  std::optional<std::size_t> best{};  ///< index into `fleets`
  std::vector<TrainingTypeSummary> types;
  std::vector<RefusedLayouts> refused;
  std::vector<DeadlinePoint> deadlines;
  /// Where nothing holds: the cheapest that ends in time, the earliest within the budget, and the
  /// earliest at all; indices into `fleets`.
  std::optional<std::size_t> in_time{};
  std::optional<std::size_t> in_budget{};
  std::optional<std::size_t> earliest{};
  std::vector<std::string> assumptions;
  std::int64_t simulations = 0;  ///< trials of jobs

  int count(TrainingRule rule) const;
};

/// Finds the cheapest instances, number of nodes, layout and purchase option with which the job
/// ends in time and within its budget, each with the chance that the request asks for. Every
/// layout that divides the work is timed by the closed form; of each type and number of nodes the
/// one that ends first (they cost the same by the hour) is simulated with failures, checkpoints
/// and, on spot, reclaims; the winner again with all trials of the request. No fleet is an answer,
/// too. `today`: the day of prices where the request names none. Uses all cores; the result
/// depends on the request and the seed alone. Errors: kNotFound for model, instances and regions
/// (with the closest names); kInvalidArgument for a model that cannot be trained, is asked for more
/// positions than it has, or for more layouts than can be timed; kCancelled.
Result<TrainingPlan> plan_training(const catalog::Catalog& catalog, const cost::PriceBook& book,
                                   const TrainingRequest& request, cost::Day today,
                                   std::uint64_t seed, TaskControl& control);

/// What a training request allows. Errors: those of plan_training() about names.
Result<std::vector<const catalog::Instance*>> training_types(const catalog::Catalog& catalog,
                                                             const cost::PriceBook& book,
                                                             const TrainingRequest& request);

/// `nscope.training_plan_report/1`; `all`: also every layout that was timed.
Json to_json(const TrainingPlan& plan, bool all);
/// For people.
std::string to_text(const TrainingPlan& plan, bool all);

/// "99.5 %": with which deadline and budget are to be kept.
std::string chance_text(const TrainingRequest& request);
/// "41.2 days".
std::string hours_text(double hours);
/// "16 x trn1.32xlarge (TP 8 x PP 4 x DP 16, ...)".
std::string fleet_text(const TrainingFleet& fleet);

}  // namespace nscope::capacity
