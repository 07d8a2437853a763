#include "app/cli/studies/sweep_evaluation.h"

#include "app/capacity/fleet/plan_fleet.h"
#include "app/capacity/training/plan_training.h"
#include "app/cli/studies/study_figures.h"
#include "app/cli/studies/workload_run.h"
#include "app/pricing/price_scenario.h"
#include "costmodel/cost_report/cost_report.h"
#include "profiler/base/language.h"
#include "simcore/engine/workload/workload_study.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

using sweep::Outcome;
using sweep::PointResult;

constexpr std::uint64_t kSeed = 1;

/// Collects finite figures.
class Figures {
 public:
  void add(std::string name, double value, std::string unit, std::optional<double> low = {},
           std::optional<double> high = {}) {
    add(Metric{.name = std::move(name),
               .value = value,
               .unit = std::move(unit),
               .provenance = Provenance::kSimulated,
               .low = low,
               .high = high});
  }
  void add(Metric metric) {
    const auto infinite = [](const std::optional<double>& end) {
      return end && !std::isfinite(*end);
    };
    if (!std::isfinite(metric.value)) return;
    if (infinite(metric.low)) metric.low.reset();
    if (infinite(metric.high)) metric.high.reset();
    figures_.push_back(std::move(metric));
  }
  std::vector<Metric> take() { return std::move(figures_); }

 private:
  std::vector<Metric> figures_;
};

std::string english(const Text& text) {
  return Language().say(text);
}

PointResult rejected(std::string reason) {
  return {.outcome = Outcome::kRejected, .reason = std::move(reason)};
}

void add_latencies(const capacity::PlannedFleet& fleet, Figures& figures) {
  for (const capacity::LatencyFigures& each : fleet.figures) {
    const auto at = static_cast<std::size_t>(each.latency);
    const std::string median(capacity::to_string(each.latency));
    if (each.share != 0.5) figures.add(median + "_p50", each.p50.value, "s");
    const std::string tail = fmt::format("{}_p{:.0f}", median, 100 * each.share);
    const auto& band = fleet.measured ? fleet.measured : fleet.widened;
    if (band) {
      figures.add(tail, each.tail.value, "s", band->tail[0][at], band->tail[1][at]);
    } else {
      figures.add(tail, each.tail.value, "s");
    }
  }
}

PointResult result_of(const capacity::PlannedFleet& fleet) {
  Figures figures;
  figures.add("instances", fleet.count(), "");
  figures.add("serving_instances", fleet.serving, "");
  figures.add("replicas", fleet.replicas, "");
  figures.add("usd_per_hour", fleet.per_hour.dollars(), "USD");
  figures.add("usd_per_month", fleet.per_month.dollars(), "USD");
  figures.add("usd_per_million_output_tokens", fleet.per_million_output_tokens.dollars(), "USD");
  if (!fleet.figures.empty()) {
    figures.add("load", fleet.load, "");
    figures.add("slot_occupancy", fleet.slot_occupancy, "");
  }
  add_latencies(fleet, figures);
  return {.figures = figures.take(),
          .texts = {{"fleet_instance", fleet.configuration.instance},
                    {"fleet_configuration", english(fleet.configuration.text())},
                    {"fleet_region", fleet.offer.region},
                    {"fleet_purchase", cost::to_string(fleet.offer.purchase)}}};
}

PointResult result_of(const capacity::TrainingPlan& plan) {
  const capacity::TrainingFleet& fleet = plan.fleets[*plan.best];
  Figures figures;
  figures.add("instances", fleet.count(), "");
  figures.add("usd", fleet.bill.expected.dollars(), "USD", fleet.bill.low.dollars(),
              fleet.bill.high.dollars());
  figures.add("usd_at_chance", fleet.bill.at_chance.dollars(), "USD");
  figures.add("usd_per_million_tokens", fleet.per_million_tokens.dollars(), "USD");
  figures.add("hours", fleet.times.mean_hours(), "h");
  figures.add("hours_at_chance", fleet.likely_hours, "h");
  if (fleet.in_time) {
    figures.add("probability_in_time", fleet.in_time->value, "", fleet.in_time->low,
                fleet.in_time->high);
  }
  return {.figures = figures.take(),
          .texts = {{"fleet", english(capacity::fleet_text(fleet))},
                    {"fleet_instance", fleet.layout.instance},
                    {"fleet_region", fleet.offer.region},
                    {"fleet_purchase", cost::to_string(fleet.offer.purchase)}}};
}

template <class Type>
std::string why_not(const std::vector<Type>& types,
                    typename std::vector<Type>::const_iterator which) {
  if (which == types.end()) return "no fleet meets the limits";
  return fmt::format("{}: {}", which->instance, english(which->why_not));
}

/// The reason why a plan has no fleet: that of the type that comes nearest to the limits.
std::string why_no_fleet(const std::vector<capacity::TypeSummary>& types) {
  const auto distance = [](const capacity::TypeSummary& type) {
    return type.fastest && !type.why_not.empty() ? type.fastest_ratio : INFINITY;
  };
  return why_not(types,
                 std::min_element(types.begin(), types.end(), [&](const auto& a, const auto& b) {
                   return distance(a) < distance(b);
                 }));
}

/// The reason why a training plan has no fleet: that of the first type that has one.
std::string why_no_fleet(const std::vector<capacity::TrainingTypeSummary>& types) {
  return why_not(types, std::find_if(types.begin(), types.end(),
                                     [](const auto& type) { return !type.why_not.empty(); }));
}

}  // namespace

Result<SweptKind> swept_kind(const Json& document, const std::string& name) {
  const auto member = document.is_object() ? document.find("schema") : document.end();
  const std::string schema = document.is_object() && member != document.end() && member->is_string()
                                 ? member->get<std::string>()
                                 : std::string();
  if (schema.starts_with("nscope.workload/")) return SweptKind::kWorkload;
  if (schema.starts_with("nscope.cost/")) return SweptKind::kCost;
  if (schema.starts_with("nscope.plan/")) return SweptKind::kPlan;
  return fail(ErrorCode::kBadInput,
              tr("a sweep varies a document of schema nscope.workload/1, nscope.cost/1 or "
                 "nscope.plan/1"),
              name + ": /schema");
}

Result<PointResult> SweepEvaluation::evaluate(const Json& point, TaskControl& control) const {
  Json document = point;
  const auto stated =
      app::state_stored_weights(document, context_.name, context_.catalog, context_.files);
  if (!stated) return fail(stated.error());
  switch (context_.kind) {
    case SweptKind::kWorkload: return workload(document, control);
    case SweptKind::kCost: return cost(document, control);
    case SweptKind::kPlan: break;
  }
  return capacity::asks_training(document) ? training(document, control) : plan(document, control);
}

std::shared_ptr<const StudyPrices> SweepEvaluation::prices_in(const std::string& region) const {
  const std::scoped_lock lock(mutex_);
  auto& prices = prices_[region];
  if (!prices) prices = std::make_shared<const StudyPrices>(context_.user.book, region);
  return prices;
}

Result<PointResult> SweepEvaluation::workload(const Json& document, TaskControl& control) const {
  Json json = document;
  if (context_.seed) json["seed"] = *context_.seed;
  const auto study = sim::workload_study_from_json(json, context_.name);
  if (!study) return fail(study.error());
  const sim::DocumentVariant& whole = study->document.variants.front();
  const app::DescribedWorkload described{.json = whole.json, .name = whole.where};
  const auto run = run_workload(context_.catalog, described, {}, Language(), control);
  if (!run) return fail(run.error());
  if (run->rejection) return rejected(to_string(*run->rejection));
  const auto prices = prices_in(study->document.region);
  const analysis::Summary summary =
      study_figures(*run, prices->of(run->instance), study->steps_total);
  Figures figures;
  for (const Metric& metric : summary.metrics) figures.add(metric);
  PointResult result{.figures = figures.take()};
  if (!run->outside_domain.empty()) {
    result.texts.emplace_back("outside_domain", english(joined(run->outside_domain)));
  }
  return result;
}

Result<PointResult> SweepEvaluation::cost(const Json& document, TaskControl& control) const {
  auto scenario = cost::scenario_from_json(document, context_.name);
  if (!scenario) return fail(scenario.error());
  const auto matrix = app::price_scenario(context_.catalog, context_.user.book,
                                          std::move(*scenario), context_.today, nullptr, control);
  if (!matrix) return fail(matrix.error());
  if (!matrix->best) return rejected(english(cost::best_sentence(*matrix)));
  const cost::CostRow& row = matrix->rows[matrix->best->row];
  const cost::CostCell& cell = row.cells[matrix->best->option];
  if (!cell.figures) return rejected(english(cost::best_sentence(*matrix)));
  Figures figures;
  const auto& per_million = cell.figures->usd_per_million;
  const auto& per_usd = cell.figures->tokens_per_usd;
  const auto dollars = [](const std::optional<Usd>& amount) {
    return amount ? std::optional(amount->dollars()) : std::nullopt;
  };
  figures.add("usd_per_hour", cell.figures->per_hour.dollars(), "USD");
  figures.add("usd_per_million_tokens", per_million.value.dollars(), "USD",
              dollars(per_million.low), dollars(per_million.high));
  figures.add("tokens_per_usd", per_usd.value, "tokens/USD", per_usd.low, per_usd.high);
  if (cell.figures->run) figures.add("usd_per_run", cell.figures->run->usd.dollars(), "USD");
  if (matrix->best->probability) {
    figures.add("probability_cheapest", *matrix->best->probability, "");
  }
  const cost::WorkEstimate& work = matrix->work_of(row);
  return PointResult{.figures = figures.take(),
                     .texts = {{"cheapest", english(matrix->label_of(row))},
                               {"cheapest_instance", work.instance},
                               {"cheapest_region", row.region},
                               {"cheapest_purchase",
                                cost::to_string(matrix->scenario.options[matrix->best->option])}}};
}

Result<PointResult> SweepEvaluation::plan(const Json& document, TaskControl& control) const {
  const auto request = capacity::plan_request_from_json(document, context_.name);
  if (!request) return fail(request.error());
  const auto plan = capacity::plan_fleet(context_.catalog, context_.user.book, *request,
                                         context_.today, context_.seed.value_or(kSeed), control);
  if (!plan) return fail(plan.error());
  // A plan that was cancelled has only what was found until then.
  if (!plan->complete) return cancelled();
  if (!plan->best) return rejected(why_no_fleet(plan->types));
  return result_of(*plan->best);
}

Result<PointResult> SweepEvaluation::training(const Json& document, TaskControl& control) const {
  const auto request = capacity::training_request_from_json(document, context_.name);
  if (!request) return fail(request.error());
  const auto plan = capacity::plan_training(context_.catalog, context_.user.book, *request,
                                            context_.today, context_.seed.value_or(kSeed), control);
  if (!plan) return fail(plan.error());
  if (!plan->complete) return cancelled();
  if (!plan->best) return rejected(why_no_fleet(plan->types));
  return result_of(*plan);
}

}  // namespace nscope::cli
