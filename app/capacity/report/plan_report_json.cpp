#include "app/capacity/fleet/plan_ranking.h"
#include "app/capacity/report/mix_text.h"
#include "app/capacity/report/plan_text.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

/// Null for infinite values, which JSON does not have: latencies of requests that did not complete.
Json finite(double value) {
  if (!std::isfinite(value)) return nullptr;
  return value;
}

template <class Value>
Json or_null(const std::optional<Value>& value) {
  if (!value) return nullptr;
  return *value;
}

Json percentile_json(const Percentile& percentile) {
  return {{"value", finite(percentile.value)},
          {"low", finite(percentile.low)},
          {"high", finite(percentile.high)}};
}

Json figures_json(const PlannedFleet& fleet) {
  Json json = Json::object();
  for (const LatencyFigures& figures : fleet.figures) {
    const std::string name(to_string(figures.latency));
    json[name + "_p50_s"] = percentile_json(figures.p50);
    json[figures.name()] = percentile_json(figures.tail);
  }
  return json;
}

Json fleet_json(const PlannedFleet& fleet) {
  Json json{{"instance", fleet.configuration.instance},
            {"count", fleet.count()},
            {"usd_per_hour", fleet.per_hour.dollars()},
            {"usd_per_month", fleet.per_month.dollars()},
            {"usd_per_million_output_tokens", fleet.per_million_output_tokens.dollars()},
            {"serving", fleet.serving},
            {"spare", fleet.spare},
            {"replicas", fleet.replicas},
            {"region", fleet.offer.region},
            {"purchase", cost::to_string(fleet.offer.purchase)},
            {"price", to_json(fleet.offer)},
            {"configuration", to_json(fleet.configuration)}};
  if (fleet.figures.empty()) return json;
  json["token_prices"] = cost::to_json(fleet.token_prices);
  json["latency"] = figures_json(fleet);
  json["load"] = fleet.load;
  json["slot_occupancy"] = fleet.slot_occupancy;
  return json;
}

/// An error band: tail latencies, instances and cost at the fast and the slow end.
Json band_json(const PlannedFleet& fleet, const std::optional<BandFigures>& band) {
  if (!band) return nullptr;
  const Usd each = fleet.offer.priced()->per_hour;
  Json json = Json::object();
  for (const LatencyFigures& figures : fleet.figures) {
    const auto at = static_cast<std::size_t>(figures.latency);
    json[figures.name()] = {finite(band->tail[0][at]), finite(band->tail[1][at])};
  }
  json["serving"] = {or_null(band->serving[0]), or_null(band->serving[1])};
  Json usd = Json::array();
  for (const std::optional<int>& serving : band->serving) {
    const auto count = static_cast<std::int64_t>(serving.value_or(0) + fleet.spare);
    usd.push_back(serving ? Json((each * count).dollars()) : Json(nullptr));
  }
  json["usd_per_hour"] = std::move(usd);
  return json;
}

/// The fleet with its error bands and all offers.
Json whole_fleet_json(const PlannedFleet& fleet) {
  Json json = fleet_json(fleet);
  json["error_band"] = band_json(fleet, fleet.measured);
  json["error_band_widened"] = band_json(fleet, fleet.widened);
  json["outside_domain"] = fleet.outside_domain;
  if (fleet.limits) json["memory_limits"] = catalog::to_json(*fleet.limits);
  if (!fleet.no_band.empty()) json["no_error_band"] = fleet.no_band;
  Json offers = Json::array();
  for (const Offer& offer : fleet.offers) {
    Json one = to_json(offer);
    if (offer.priced() != nullptr) {
      one["fleet_usd_per_hour"] =
          (offer.priced()->per_hour * static_cast<std::int64_t>(fleet.count())).dollars();
    }
    offers.push_back(std::move(one));
  }
  json["offers"] = std::move(offers);
  return json;
}

Json limits_json(const std::vector<Limit>& limits) {
  Json json = Json::object();
  for (const Limit& limit : limits) json[limit.name()] = limit.seconds;
  return json;
}

Json candidate_json(const FleetPlan& plan, std::size_t index) {
  const Candidate& candidate = plan.candidates[index];
  Json json{{"instance", candidate.configuration.instance},
            {"configuration", to_json(candidate.configuration)}};
  const auto outcome = plan.outcomes.find(index);
  if (outcome != plan.outcomes.end() && outcome->second.level) {
    json["serving"] = *outcome->second.level;
  }
  if (candidate.refusal) {
    json["rule"] = to_string(candidate.refusal->rule);
    json["reason"] = candidate.refusal->reason;
  }
  return json;
}

/// Adds an entry for each type and rule: the number of configurations, and the first with its
/// reason.
void add_rejected_summary(const FleetPlan& plan, Json& rejected) {
  for (const RefusedGroup& group : refused_groups(plan)) {
    rejected.push_back({{"instance", group.instance},
                        {"rule", to_string(group.rule)},
                        {"configurations", group.configurations},
                        {"reason", group.first->refusal->reason},
                        {"example", to_json(group.first->configuration)}});
  }
}

Json types_json(const FleetPlan& plan) {
  Json types = Json::array();
  for (const TypeSummary& type : plan.types) {
    Json json{{"instance", type.instance}, {"configurations", type.configurations}};
    json["count"] = type.fleet ? Json(type.fleet->count()) : Json(nullptr);
    json["usd_per_hour"] = type.fleet ? Json(type.fleet->per_hour.dollars()) : Json(nullptr);
    if (type.fleet && plan.best) {
      json["more_expensive_by"] = type.fleet->per_hour / plan.best->per_hour - 1;
    }
    if (type.rule) json["rule"] = to_string(*type.rule);
    if (!type.why_not.empty()) json["why_not"] = type.why_not;
    if (type.fastest) {
      json["fastest"] = {{"alone", type.fastest_text},
                         {"over_limit", type.fastest_ratio},
                         {"configuration", to_json(plan.candidates[*type.fastest].configuration)}};
    }
    types.push_back(std::move(json));
  }
  return types;
}

Json frontier_json(const FleetPlan& plan) {
  Json points = Json::array();
  for (const FrontierPoint& point : plan.frontier) {
    points.push_back({{"factor", point.factor},
                      {"sla", limits_json(point.limits)},
                      {"fleet", point.fleet ? fleet_json(*point.fleet) : Json(nullptr)}});
  }
  return points;
}

Json scaled_json(const ScaledFleet& scaled) {
  Json json{{"instances", scaled.instances},
            {"instance_hours", scaled.instance_hours},
            {"mean_instances", scaled.mean_instances}};
  json["usd_per_hour"] = scaled.per_hour ? Json(scaled.per_hour->dollars()) : Json(nullptr);
  if (!scaled.why_not.empty()) json["why_not"] = scaled.why_not;
  json["missed_when_reacting"] = or_null(scaled.missed_when_reacting);
  json["mixes"] = Json::array();
  for (const PurchaseMix& mix : scaled.mixes) json["mixes"].push_back(to_json(mix));
  if (!scaled.no_mix.empty()) json["no_mix"] = scaled.no_mix;
  return json;
}

}  // namespace

Json to_json(const FleetPlan& plan, bool all) {
  Json json{{"schema", "nscope.plan_report/1"},
            {"title", plan.request.title},
            {"model", plan.request.model},
            {"as_of", cost::to_string(plan.as_of)},
            {"seed", plan.seed},
            {"complete", plan.complete},
            {"design_requests_per_second", plan.request.design_rate()},
            {"sla", limits_json(plan.request.limits)}};
  json["best"] = plan.best ? whole_fleet_json(*plan.best) : Json(nullptr);
  if (const auto ranking = ranking_of(plan)) {
    json["ranking"] = {{"next", ranking->next},
                       {"probability_cheaper_than_next",
                        ranking->range ? Json(nullptr) : Json(ranking->probability)}};
    if (ranking->range) {
      json["ranking"]["probability_bounds"] = {{"low", ranking->range->low},
                                               {"high", ranking->range->high}};
    }
  } else {
    json["no_ranking"] = ranking.error();
  }
  json["needs"] = plan.needs;
  json["candidates"] = Json::array();
  json["rejected"] = Json::array();
  for (const TypeSummary& type : plan.types) {
    if (!type.fleet) continue;
    json["candidates"].push_back(whole_fleet_json(*type.fleet));
    if (!type.searched_fully) json["candidates"].back()["searched_fully"] = false;
  }
  if (all) {
    for (std::size_t i = 0; i < plan.candidates.size(); ++i) {
      if (plan.candidates[i].refusal) json["rejected"].push_back(candidate_json(plan, i));
    }
  } else {
    add_rejected_summary(plan, json["rejected"]);
  }
  json["types"] = types_json(plan);
  json["frontier"] = frontier_json(plan);
  json["scaled"] = plan.scaled ? scaled_json(*plan.scaled) : Json(nullptr);
  Json& counts = json["counts"];
  counts["configurations"] = plan.candidates.size();
  for (const Rule rule : kAllRules) counts[std::string(to_string(rule))] = plan.count(rule);
  counts["chosen"] = plan.chosen();
  counts["not-searched"] = plan.not_searched();
  counts["simulated"] = plan.simulated;
  counts["simulations"] = plan.simulations;
  json["assumptions"] = plan.assumptions;
  return json;
}

}  // namespace nscope::capacity
