#include "app/capacity/report/plan_study.h"

#include "app/capacity/report/plan_text.h"
#include "app/capacity/report/training_text.h"
#include "costmodel/money/cost_arithmetic.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

constexpr const char* kAssumed = "assumed for the study; replace it with your own value";

Json study(const std::string& title, cost::Day as_of, const char* note) {
  return {{"schema", "nscope.roi/1"},
          {"title", title},
          {"note", note},
          {"as_of", cost::to_string(as_of)},
          {"horizon_months", 36},
          {"discount_rate", {{"per_year", 0.1}, {"source", kAssumed}}}};
}

constexpr const char* kAgainstNext =
    "Created from a plan. The baseline is the next best instance type of the plan. Replace it with "
    "your current fleet, and add the phases of the migration.";
constexpr const char* kAgainstBill =
    "Created from a plan without a fleet of another instance type. State your current cost as the "
    "bill of the baseline, and add the phases of the migration.";

/// The baseline as a bill whose figures the user has to state.
Json open_bill(const std::string& instance, const std::string& region, cost::Day as_of,
               const char* phase) {
  return {{"instance", instance},
          {"phase", phase},
          {"region", region},
          {"bill", {{"date", cost::to_string(as_of).substr(0, 7)}, {"source", "my own bill"}}}};
}

void add_length(Json& side, const char* key, const sim::TokenLengths& lengths) {
  if (lengths.kind == sim::TokenLengths::Kind::kFixed) {
    side[key] = static_cast<int>(std::lround(lengths.mean));
  }
}

/// One instance of the fleet with its share of the load for which the fleet is sized.
Json serving_side(const FleetPlan& plan, const PlannedFleet& fleet) {
  const PlanRequest& request = plan.request;
  const double mean = request.traffic.output_tokens_per_second();
  const double load = mean * request.design_rate() / request.traffic.mean_rate();
  const double each = load / fleet.count();
  Json rate{
      {"tokens_per_second", each},
      {"counts", "output"},
      {"provenance", "simulated"},
      {"source", fmt::format("a plan: {} x {} ({}) serve {:.4g} requests/s; {}", fleet.count(),
                             fleet.configuration.instance, fleet.configuration.text().english(),
                             request.design_rate(), limits_text(request.limits).english())}};
  const auto& band = fleet.widened ? fleet.widened : fleet.measured;
  if (band && band->serving[0] && band->serving[1]) {
    // If the load needs more instances, each has a lower throughput.
    const auto at = [&](std::size_t end) { return load / (*band->serving[end] + fleet.spare); };
    rate["low"] = std::min(each, at(1));
    rate["high"] = std::max(each, at(0));
  }
  Json side{{"label", fmt::format("{}, as planned", fleet.configuration.instance)},
            {"instance", fleet.configuration.instance},
            {"model", request.model},
            {"dtype", fleet.configuration.weight_dtype}};
  add_length(side, "input_tokens", request.traffic.input);
  add_length(side, "output_tokens", request.traffic.output);
  if (!fleet.configuration.gpu) side["tensor_parallel"] = fleet.configuration.tensor_parallel;
  side["throughput"] = std::move(rate);
  side["region"] = fleet.offer.region;
  side["option"] = cost::to_string(fleet.offer.purchase);
  side["billing"] = "always_on";
  side["utilisation"] = {
      {"share", std::min(1.0, request.traffic.mean_rate() / request.design_rate())},
      {"source", "the plan: mean load divided by the load for which the fleet is sized"}};
  return side;
}

/// The billing of a training fleet, with the keys of a study.
struct Paid {
  const char* billing;
  double share;  ///< share of the paid time in steps that are not lost later
  const char* source;
};

Paid paid_of(const TrainedStep& step, const TrainingFleet& fleet) {
  const double work = static_cast<double>(step.job.plan.steps) *
                      sim::seconds_of(step.job.plan.step) / kSecondsPerHour;
  const cost::PurchaseOption option = fleet.offer.purchase.option;
  if (cost::is_commitment(option)) {
    return {
        "always_on", work / fleet.times.mean_hours(),
        "the plan: time of the steps divided by the mean time of the job; the commitment is paid "
        "around the clock"};
  }
  const double share = work * fleet.count() / fleet.bill.paid_node_hours;
  if (option == cost::PurchaseOption::kCapacityBlock) {
    return {"busy_hours", share,
            "the plan: time of the steps divided by the paid days of the Capacity Block"};
  }
  if (fleet.spot()) {
    return {"busy_hours", share,
            "the plan: time of the steps divided by the paid time, which includes checkpoints, "
            "interruptions and repeated steps"};
  }
  return {"busy_hours", share, "the plan: time of the steps divided by the mean time of the job"};
}

Json training_side(const TrainingPlan& plan, const TrainingFleet& fleet) {
  const TrainedStep& step = *plan.candidates[fleet.candidate].step;
  Json rate{{"tokens_per_second", step.tokens_per_second},
            {"counts", "all"},
            {"scope", "fleet"},
            {"provenance", "simulated"},
            {"source", fmt::format("a plan: {}", fleet_text(fleet).english())}};
  if (step.banded) {
    rate["low"] = step.tokens_per_second / step.band.high;
    rate["high"] = step.tokens_per_second / step.band.low;
  }
  const Paid paid = paid_of(step, fleet);
  return {{"label", fmt::format("{} x {}, as planned", fleet.count(), fleet.layout.instance)},
          {"instance", fleet.layout.instance},
          {"count", fleet.count()},
          {"phase", "training"},
          {"model", plan.request.model},
          {"dtype", plan.request.dtype},
          {"throughput", std::move(rate)},
          {"region", fleet.offer.region},
          {"option", cost::to_string(fleet.offer.purchase)},
          {"billing", paid.billing},
          {"utilisation", {{"share", std::clamp(paid.share, 0.01, 1.0)}, {"source", paid.source}}}};
}

}  // namespace

Result<Json> study_of(const FleetPlan& plan, const std::string& instance) {
  const auto has_fleet = [](const TypeSummary& type) { return type.fleet.has_value(); };
  const auto chosen = std::find_if(plan.types.begin(), plan.types.end(), [&](const auto& type) {
    return type.instance == instance && has_fleet(type);
  });
  if (chosen == plan.types.end()) {
    return fail(ErrorCode::kInvalidArgument, tr("the plan has no fleet of {}", instance));
  }
  const auto other = std::find_if(plan.types.begin(), plan.types.end(), [&](const auto& type) {
    return type.instance != instance && has_fleet(type);
  });
  const bool compared = other != plan.types.end();
  const PlannedFleet& fleet = *chosen->fleet;
  Json out = study(fmt::format("Moving {} to {} x {}", plan.request.model, fleet.count(), instance),
                   plan.as_of, compared ? kAgainstNext : kAgainstBill);
  out["load"] = {{"tokens_per_month", plan.request.traffic.output_tokens_per_second() *
                                          kHoursPerMonth * kSecondsPerHour},
                 {"source", "the plan: mean traffic, 730 hours per month"}};
  out["baseline"] = compared ? serving_side(plan, *other->fleet)
                             : open_bill(instance, fleet.offer.region, plan.as_of, "serving");
  out["target"] = serving_side(plan, fleet);
  out["migration"] = {{"go_live_month", 0}};
  return out;
}

Result<Json> study_of(const TrainingPlan& plan) {
  if (!plan.best) {
    return fail(ErrorCode::kInvalidArgument, tr("the plan has no fleet"));
  }
  const TrainingFleet& fleet = plan.fleets[*plan.best];
  const auto other = std::find_if(plan.types.begin(), plan.types.end(), [&](const auto& type) {
    return type.fleet && type.instance != fleet.layout.instance;
  });
  const bool compared = other != plan.types.end();
  Json out = study(fmt::format("Moving the training of {} to {} x {}", plan.request.model,
                               fleet.count(), fleet.layout.instance),
                   plan.as_of, compared ? kAgainstNext : kAgainstBill);
  out["load"] = {
      {"runs_per_month", 1},
      {"tokens_per_run", plan.request.tokens()},
      {"source",
       "the job of the plan, assumed to run once per month; replace it with your own value"}};
  out["baseline"] =
      compared ? training_side(plan, plan.fleets[*other->fleet])
               : open_bill(fleet.layout.instance, fleet.offer.region, plan.as_of, "training");
  out["target"] = training_side(plan, fleet);
  out["migration"] = {{"go_live_month", 0}};
  return out;
}

}  // namespace nscope::capacity
