// Training plans as plain text and as JSON.
#include "app/capacity/report/training_text.h"
#include "app/capacity/training/training_ranking.h"

#include <string>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

Json fleet_json(const TrainingPlan& plan, const TrainingFleet& fleet) {
  const TrainedStep& step = *plan.candidates[fleet.candidate].step;
  Json json{{"instance", fleet.layout.instance},
            {"nodes", fleet.layout.nodes},
            {"spares", fleet.spares},
            {"layout", to_json(fleet.layout)},
            {"offer", to_json(fleet.offer)},
            {"step_seconds", step.seconds},
            {"steps", step.job.plan.steps},
            {"tokens_per_second", step.tokens_per_second}};
  json["step_band"] = step.banded ? Json{{"low", step.seconds * step.band.low},
                                         {"high", step.seconds * step.band.high}}
                                  : Json();
  json["mfu"] = step.mfu ? Json(*step.mfu) : Json();
  json["outside_domain"] = step.outside_domain;
  json["hours"] = {{"mean", fleet.times.mean_hours()}, {"at_chance", fleet.likely_hours}};
  json["usd"] = {{"expected", fleet.bill.expected.dollars()},
                 {"p10", fleet.bill.low.dollars()},
                 {"p90", fleet.bill.high.dollars()},
                 {"at_chance", fleet.bill.at_chance.dollars()}};
  json["usd_per_million_tokens"] = fleet.per_million_tokens.dollars();
  json["paid_node_hours"] = fleet.bill.paid_node_hours;
  json["paid"] = fleet.bill.paid;
  json["interruptions"] = fleet.times.failures;
  json["useful_share"] = fleet.times.useful;
  json["trials"] = fleet.times.trials;
  json["in_time"] = fleet.in_time ? Json{{"share", fleet.in_time->value},
                                         {"low", fleet.in_time->low},
                                         {"high", fleet.in_time->high}}
                                  : Json();
  if (fleet.refusal) {
    json["rule"] = to_string(fleet.refusal->rule);
    json["reason"] = fleet.refusal->reason;
  }
  return json;
}

Json question_json(const TrainingRequest& request) {
  Json json{{"model", request.model},
            {"tokens", request.tokens()},
            {"sequence_length", request.sequence_length},
            {"global_batch", request.global_batch},
            {"job", sim::to_json(request.job)},
            {"chance", request.chance}};
  json["budget_usd"] = request.budget ? Json(request.budget->dollars()) : Json();
  return json;
}

Json layout_json(const TrainingCandidate& candidate) {
  Json json = to_json(candidate.layout);
  json["instance"] = candidate.layout.instance;
  if (candidate.step) json["step_seconds"] = candidate.step->seconds;
  if (candidate.refusal) {
    json["rule"] = to_string(candidate.refusal->rule);
    json["reason"] = candidate.refusal->reason;
  }
  return json;
}

/// The rejected layouts by type and rule.
Json rejected_json(const TrainingPlan& plan) {
  Json rejected = Json::array();
  for (const RefusedLayouts& group : plan.refused) {
    rejected.push_back({{"instance", group.instance},
                        {"rule", to_string(group.rule)},
                        {"layouts", group.layouts},
                        {"example", group.example}});
  }
  return rejected;
}

}  // namespace

Json to_json(const TrainingPlan& plan, bool all) {
  Json out{{"schema", "nscope.training_plan_report/1"},
           {"title", plan.request.title},
           {"as_of", cost::to_string(plan.as_of)},
           {"seed", plan.seed},
           {"complete", plan.complete},
           {"question", question_json(plan.request)}};
  out["best"] = plan.best ? fleet_json(plan, plan.fleets[*plan.best]) : Json();
  if (const auto ranking = ranking_of(plan)) {
    out["ranking"] = {{"next", ranking->next},
                      {"probability_cheaper_than_next", ranking->probability}};
  } else {
    out["no_ranking"] = ranking.error();
  }
  if (plan.limits) out["memory_limits"] = catalog::to_json(*plan.limits);
  out["sentences"] = summary_sentences(plan);
  Json& types = out["types"] = Json::array();
  for (const TrainingTypeSummary& type : plan.types) {
    Json one{{"instance", type.instance}, {"layouts", type.layouts}};
    one["fleet"] = type.fleet ? fleet_json(plan, plan.fleets[*type.fleet]) : Json();
    if (type.rule) one["rule"] = to_string(*type.rule);
    if (!type.why_not.empty()) one["why_not"] = type.why_not;
    if (!type.published.empty()) one["published"] = type.published;
    if (!type.searched_fully) {
      one["searched_fully"] = false;
      one["least_usd"] = type.least ? Json(type.least->dollars()) : Json();
    }
    types.push_back(std::move(one));
  }
  Json& ways = out["bought_otherwise"] = Json::array();
  for (const TrainingFleet* const fleet : bought_otherwise(plan)) {
    ways.push_back(fleet_json(plan, *fleet));
  }
  Json& not_so = out["not_bought"] = Json::array();
  for (const NotBought* const way : not_bought(plan)) {
    not_so.push_back({{"option", cost::to_string(way->purchase)},
                      {"rule", to_string(way->refusal.rule)},
                      {"reason", way->refusal.reason}});
  }
  Json& deadlines = out["deadlines"] = Json::array();
  for (const DeadlinePoint& point : plan.deadlines) {
    Json one{{"days", point.days}};
    one["fleet"] = point.fleet ? fleet_json(plan, plan.fleets[*point.fleet]) : Json();
    deadlines.push_back(std::move(one));
  }
  out["rejected"] = rejected_json(plan);
  Json& counts = out["counts"];
  counts["layouts"] = plan.candidates.size();
  for (const TrainingRule rule : kAllTrainingRules) {
    counts[std::string(to_string(rule))] = plan.count(rule);
  }
  counts["with-fleet"] = plan.with_fleet();
  counts["not-searched"] = plan.not_searched();
  counts["fleets"] = plan.fleets.size();
  counts["trials"] = plan.simulations;
  out["assumptions"] = plan.assumptions;
  if (!all) return out;
  Json& fleets = out["fleets"] = Json::array();
  for (const TrainingFleet& fleet : plan.fleets) fleets.push_back(fleet_json(plan, fleet));
  Json& layouts = out["layouts"] = Json::array();
  for (const TrainingCandidate& candidate : plan.candidates) {
    layouts.push_back(layout_json(candidate));
  }
  return out;
}

std::string to_text(const TrainingPlan& plan, bool all, const Language& language) {
  const TrainingRequest& r = plan.request;
  const auto section = [&](const Text& heading, const Table& table) {
    return section_text(heading, table, language);
  };
  std::string text = heading_text(r.title, r.note, request_text(plan), language) + "\n";
  text += indented(summary_sentences(plan), language);
  if (plan.best) {
    text += section(tr("Job on the cheapest fleet"), job_table(plan, plan.fleets[*plan.best]));
  }
  text += section(tr("Best fleet of each instance type"), types_table(plan));
  text += section(tr("Same nodes with other purchase options"), ways_table(plan));
  text += section(tr("Other deadlines"), deadlines_table(plan));
  if (all) text += section(tr("Other node counts"), sizes_table(plan));
  text += rejected_text(rejected_types(plan), language);
  if (all) text += section(tr("Rejected layouts"), refused_table(plan));
  text += fmt::format("\n{}\n", language.say(counts_sentence(plan)));
  return text + assumptions_text(plan.assumptions, plan.as_of, language);
}

}  // namespace nscope::capacity
