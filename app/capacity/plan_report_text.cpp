#include "app/capacity/plan_fleet.h"
#include "profiler/base/format.h"
#include "profiler/base/table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

std::string limits_text(const std::vector<Limit>& limits) {
  std::string text;
  for (const Limit& limit : limits) {
    text +=
        fmt::format("{}{} p{:.0f} within {}", text.empty() ? "" : ", ", to_string(limit.latency),
                    limit.share * 100, format_value(limit.seconds, "s"));
  }
  return text.empty() ? "no limit" : text;
}

std::string lengths_text(const sim::TokenLengths& lengths) {
  using Kind = sim::TokenLengths::Kind;
  switch (lengths.kind) {
    case Kind::kFixed: return fmt::format("{:.0f}", lengths.mean);
    case Kind::kUniform: return fmt::format("{} to {}", lengths.low, lengths.high);
    case Kind::kLogNormal:
      return fmt::format("{:.0f} +- {:.0f} (lognormal, at most {})", lengths.mean,
                         lengths.deviation, lengths.high);
    case Kind::kEmpirical: break;
  }
  return fmt::format("{:.0f} on average (a list of {})", lengths.expected(), lengths.values.size());
}

std::string heading(const FleetPlan& plan) {
  const PlanRequest& r = plan.request;
  std::string text = r.title.empty() ? "" : r.title + "\n";
  if (!r.note.empty()) text += r.note + "\n";
  if (!text.empty()) text += "\n";
  text += fmt::format(
      "{}: {:.4g} requests/s{}{}, {} tokens in, {} out; {}\n", r.model,
      r.traffic.requests_per_second, r.traffic.hourly.empty() ? "" : " in the busiest hour",
      r.headroom > 0 ? fmt::format(" + {:.0f} % headroom", r.headroom * 100) : "",
      lengths_text(r.traffic.input), lengths_text(r.traffic.output), limits_text(r.limits));
  return text;
}

std::string offer_text(const Offer& offer) {
  const cost::Priced& priced = *offer.priced();
  std::string text = fmt::format(
      "{} in {}, {} USD an instance-hour ({}, {}", cost::title(offer.purchase), offer.region,
      format_usd(priced.per_hour, 4), priced.source, cost::to_string(priced.date));
  if (priced.provenance != Provenance::kPublished) {
    text += fmt::format(", {}", to_string(priced.provenance));
  }
  return text + ")";
}

std::string percentile_text(const Percentile& p) {
  if (!std::isfinite(p.value)) return "not answered";
  return fmt::format("{} ({} to {})", format_value(p.value, "s"), format_value(p.low, "s"),
                     format_value(p.high, "s"));
}

std::string figures_text(const PlannedFleet& fleet) {
  Table table({{"latency"},
               {"p50", "p50 (95 % confidence)"},
               {"p99", "p99 (95 % confidence)"},
               {"band", "p99 at the ends of the model's error band"}});
  for (const LatencyFigures& figures : fleet.figures) {
    const auto at = static_cast<std::size_t>(figures.latency);
    table.add_row({std::string(to_string(figures.latency)), percentile_text(figures.p50),
                   percentile_text(figures.p99),
                   fleet.measured
                       ? Cell(fmt::format("{} to {}", format_value(fleet.measured->p99[0][at], "s"),
                                          format_value(fleet.measured->p99[1][at], "s")))
                       : Cell(Missing{"no band"})});
  }
  return table.to_text();
}

std::string end_text(const PlannedFleet& fleet, const std::optional<int>& serving) {
  if (!serving) return "no number of instances";
  const std::int64_t count = *serving + fleet.spare;
  return fmt::format("{} instance{} ({} USD/h)", count, count == 1 ? "" : "s",
                     format_usd(fleet.offer.priced()->per_hour * count));
}

std::string band_text(const PlannedFleet& fleet) {
  if (!fleet.measured) return "Nobody measured such servers: there is no error band.\n";
  std::string text = fmt::format(
      "If every execution were as fast or as slow as the ends of the 90 % error band: {} or {}.\n",
      end_text(fleet, fleet.measured->serving[0]), end_text(fleet, fleet.measured->serving[1]));
  if (!fleet.widened) return text;
  text += fmt::format("Outside of what was measured, so that more than that may be off: {}\n",
                      fmt::join(fleet.outside_domain, "; "));
  return text + fmt::format(
                    "  With the band that is taken there: {} or {}. Measure before you "
                    "commit.\n",
                    end_text(fleet, fleet.widened->serving[0]),
                    end_text(fleet, fleet.widened->serving[1]));
}

std::string best_text(const FleetPlan& plan) {
  const PlannedFleet& best = *plan.best;
  std::string text = fmt::format(
      "Cheapest fleet: {} x {} ({}), {} USD/h, {} USD/month of 730 h, {} USD per million output "
      "tokens\n",
      best.count(), best.configuration.instance, best.configuration.text(),
      format_usd(best.per_hour), format_usd(best.per_month),
      format_usd(best.per_million_output_tokens, 3));
  text += fmt::format("  {}\n", offer_text(best.offer));
  text += fmt::format(
      "  {} replicas at {:.0f} % of what full slots can take, {:.0f} % of the slots "
      "in use",
      best.replicas, best.load * 100, best.slot_occupancy * 100);
  if (best.spare > 0) {
    text += fmt::format("; {} of the instances {} spare for what may fail", best.spare,
                        best.spare == 1 ? "is" : "are");
  }
  text += "\n";
  for (const std::string& need : plan.needs) text += fmt::format("  It takes {}.\n", need);
  return text + "\n" + figures_text(best) + band_text(best);
}

/// The type whose lone request comes nearest to the limits, of those that may be bought or of all.
const TypeSummary* nearest_type(const FleetPlan& plan, bool sold) {
  const TypeSummary* nearest = nullptr;
  for (const TypeSummary& type : plan.types) {
    if (!type.fastest || (sold && !type.offer)) continue;
    if (nearest == nullptr || type.fastest_ratio < nearest->fastest_ratio) nearest = &type;
  }
  return nearest;
}

std::string no_fleet_text(const FleetPlan& plan) {
  std::string text = "No fleet of these instances holds it.\n";
  const auto alone = [&](const TypeSummary& type) {
    return fmt::format("{} for a request alone on {} ({})", type.fastest_text, type.instance,
                       plan.candidates[*type.fastest].configuration.text());
  };
  const TypeSummary* const sold = nearest_type(plan, true);
  const TypeSummary* const any = nearest_type(plan, false);
  if (sold != nullptr) {
    text += fmt::format("Nearest: {}; {}\n", alone(*sold), offer_text(*sold->offer));
  }
  if (any != nullptr && any != sold) {
    text += fmt::format("Nearer, but not sold as asked: {}; {}\n", alone(*any), any->why_not);
  }
  for (const FrontierPoint& point : plan.frontier) {
    if (!point.fleet) continue;
    text += fmt::format("Relax to {}: {} x {} ({}), {} USD/h\n", limits_text(point.limits),
                        point.fleet->count(), point.fleet->configuration.instance,
                        point.fleet->configuration.text(), format_usd(point.fleet->per_hour));
    break;
  }
  return text;
}

std::string types_text(const FleetPlan& plan) {
  Table table({{"instance"},
               {"count"},
               {"usd_per_hour", "USD/h", "", 2},
               {"dearer", "dearer by"},
               {"million", "USD/1M out", "", 3},
               {"p99", "p99"},
               {"configuration"}});
  for (const TypeSummary& type : plan.types) {
    if (!type.fleet) continue;
    const PlannedFleet& fleet = *type.fleet;
    const double dearer = fleet.per_hour / plan.best->per_hour - 1;
    const LatencyFigures* shown = fleet.figures.empty() ? nullptr : &fleet.figures.back();
    if (!plan.request.limits.empty()) {
      for (const LatencyFigures& figures : fleet.figures) {
        if (figures.latency == plan.request.limits.back().latency) shown = &figures;
      }
    }
    table.add_row({type.instance, std::int64_t{fleet.count()}, fleet.per_hour.dollars(),
                   dearer == 0 ? std::string("-") : fmt::format("{:+.0f} %", 100 * dearer),
                   fleet.per_million_output_tokens.dollars(),
                   shown == nullptr ? std::string()
                                    : fmt::format("{} {}", to_string(shown->latency),
                                                  format_value(shown->p99.value, "s")),
                   fleet.configuration.text()});
  }
  if (table.row_count() == 0) return {};
  return "\nThe best of each instance type\n" + table.to_text();
}

/// Types of the same reason stand in one line.
std::string losers_text(const FleetPlan& plan) {
  std::vector<std::pair<std::string, std::string>> said;  // reason, types
  for (const TypeSummary& type : plan.types) {
    if (type.fleet) continue;
    std::string why = type.why_not;
    for (auto at = why.find(type.instance); at != std::string::npos; at = why.find(type.instance)) {
      why.replace(at, type.instance.size(), "it");
    }
    if (type.fastest && type.fastest_ratio > 1 && type.rule != Rule::kLatencyFloor) {
      why += fmt::format("; too slow besides: {} for a request alone", type.fastest_text);
    }
    const auto same =
        std::find_if(said.begin(), said.end(), [&](const auto& each) { return each.first == why; });
    if (same != said.end()) {
      same->second += ", " + type.instance;
    } else {
      said.emplace_back(std::move(why), type.instance);
    }
  }
  std::string text;
  for (const auto& [why, types] : said) text += fmt::format("  {}: {}\n", types, why);
  return text.empty() ? text : "\nTypes without a fleet\n" + text;
}

/// Of the best's own type: the runners-up and what they lack.
std::string runners_up_text(const FleetPlan& plan, bool all) {
  if (!plan.best) return {};
  constexpr int kShown = 5;
  std::string text;
  int shown = 0;
  for (std::size_t i = 0; i < plan.candidates.size(); ++i) {
    const Candidate& one = plan.candidates[i];
    if (one.configuration.instance != plan.best->configuration.instance || !one.refusal) continue;
    if (one.refusal->rule != Rule::kDearer) continue;
    if (!all && ++shown > kShown) break;
    text += fmt::format("  {}: {}\n", one.configuration.text(), one.refusal->reason);
  }
  if (text.empty()) return {};
  return fmt::format("\nOther configurations of {}\n{}", plan.best->configuration.instance, text);
}

std::string offers_text(const PlannedFleet& fleet) {
  Table table({{"region"},
               {"option", "bought"},
               {"usd", "USD/h of the fleet", "", 2},
               {"source"},
               {"date"}});
  for (const Offer& offer : fleet.offers) {
    const cost::Priced* const priced = offer.priced();
    if (priced == nullptr) {
      table.add_row({offer.region, cost::title(offer.purchase),
                     Missing{std::string(cost::missing_word(offer.price))}, std::string(),
                     std::string()});
      continue;
    }
    table.add_row({offer.region, cost::title(offer.purchase),
                   (priced->per_hour * static_cast<std::int64_t>(fleet.count())).dollars(),
                   priced->source, cost::to_string(priced->date)});
  }
  return "\nThe same fleet, bought otherwise\n" + table.to_text();
}

std::string frontier_text(const FleetPlan& plan) {
  if (plan.frontier.empty()) return {};
  std::string text = "\nOther limits\n";
  for (const FrontierPoint& point : plan.frontier) {
    text += fmt::format("  {}: ", limits_text(point.limits));
    if (!point.fleet) {
      text += "no fleet\n";
      continue;
    }
    text += fmt::format("{} x {}, {} USD/h\n", point.fleet->count(),
                        point.fleet->configuration.instance, format_usd(point.fleet->per_hour));
  }
  return text;
}

std::string scaled_text(const FleetPlan& plan) {
  if (!plan.scaled) return {};
  const ScaledFleet& scaled = *plan.scaled;
  const auto [least, most] = std::minmax_element(scaled.instances.begin(), scaled.instances.end());
  std::string text = fmt::format(
      "\nFollowing the hours: {} to {} instances, {:.1f} on average with those that load", *least,
      *most, scaled.mean_instances);
  text += scaled.per_hour ? fmt::format(": {} USD/h\n", format_usd(*scaled.per_hour))
                          : fmt::format("; {}\n", scaled.why_not);
  if (!scaled.missed_when_reacting) return text;
  return text + fmt::format(
                    "  Start them ahead: an autoscaler that only reacts has {} of the "
                    "requests after the steepest rise miss a limit.\n",
                    format_percent(*scaled.missed_when_reacting));
}

std::string counts_text(const FleetPlan& plan) {
  std::string text =
      fmt::format("\nConsidered {} configurations: ", format_count(std::ssize(plan.candidates)));
  constexpr std::array<std::pair<Rule, std::string_view>, 4> kPruned{
      {{Rule::kNotModelled, "not modelled"},
       {Rule::kMemory, "do not fit"},
       {Rule::kLatencyFloor, "too slow for a request alone"},
       {Rule::kNotOffered, "not sold as asked"}}};
  for (const auto& [rule, words] : kPruned) {
    text += fmt::format("{} {}, ", format_count(plan.count(rule)), words);
  }
  text += fmt::format(
      "{} could not keep up with fewer instances than the best of their type, {} "
      "simulated in {} runs.\n",
      format_count(plan.count(Rule::kCapacity)), format_count(plan.simulated),
      format_count(plan.simulations));
  return text;
}

}  // namespace

std::string to_text(const FleetPlan& plan, bool all) {
  std::string text = heading(plan) + "\n";
  text += plan.best ? best_text(plan) : no_fleet_text(plan);
  text += types_text(plan) + losers_text(plan) + runners_up_text(plan, all);
  if (plan.best) text += offers_text(*plan.best);
  text += frontier_text(plan) + scaled_text(plan) + counts_text(plan);
  text += fmt::format("\nAssumptions (prices as of {})\n", cost::to_string(plan.as_of));
  for (const std::string& assumption : plan.assumptions) text += "  " + assumption + "\n";
  return text;
}

}  // namespace nscope::capacity
