#include "app/capacity/report/plan_words.h"

#include "profiler/base/format.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

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

std::string percentile_text(const Percentile& p) {
  if (!std::isfinite(p.value)) return "not answered";
  return fmt::format("{} ({} to {})", format_value(p.value, "s"), format_value(p.low, "s"),
                     format_value(p.high, "s"));
}

std::string end_text(const PlannedFleet& fleet, const std::optional<int>& serving) {
  if (!serving) return "no number of instances";
  const std::int64_t count = *serving + fleet.spare;
  return fmt::format("{} instance{} ({} USD/h)", count, count == 1 ? "" : "s",
                     format_usd(fleet.offer.priced()->per_hour * count));
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

}  // namespace

std::string limits_text(const std::vector<Limit>& limits) {
  std::string text;
  for (const Limit& limit : limits) {
    text +=
        fmt::format("{}{} p{:.0f} within {}", text.empty() ? "" : ", ", to_string(limit.latency),
                    limit.share * 100, format_value(limit.seconds, "s"));
  }
  return text.empty() ? "no limit" : text;
}

std::string traffic_text(const Traffic& traffic) {
  std::string arrivals = "Poisson arrivals";
  if (traffic.arrivals.process == sim::ArrivalProcess::kConstant) arrivals = "even arrivals";
  if (traffic.arrivals.process == sim::ArrivalProcess::kBursts) {
    arrivals = fmt::format("bursts of {:.3g} times the rate for {:.3g} s every {:.3g} s",
                           traffic.arrivals.burst_rate / traffic.arrivals.rate,
                           traffic.arrivals.burst_seconds,
                           traffic.arrivals.quiet_seconds + traffic.arrivals.burst_seconds);
  }
  return fmt::format("{}, {} tokens in, {} out", arrivals, lengths_text(traffic.input),
                     lengths_text(traffic.output));
}

std::string question_text(const FleetPlan& plan) {
  const PlanRequest& r = plan.request;
  return fmt::format(
      "{}: {:.4g} requests/s{}{}, {} tokens in, {} out; {}", r.model, r.traffic.requests_per_second,
      r.traffic.hourly.empty() ? "" : " in the busiest hour",
      r.headroom > 0 ? fmt::format(" + {:.0f} % headroom", r.headroom * 100) : "",
      lengths_text(r.traffic.input), lengths_text(r.traffic.output), limits_text(r.limits));
}

std::string offer_text(const Offer& offer) {
  const cost::Priced& priced = *offer.priced();
  std::string text =
      fmt::format("{} in {}, {} USD an instance-hour ({}", cost::title(offer.purchase),
                  offer.region, format_usd(priced.per_hour, 4), source_text(offer));
  if (priced.provenance != Provenance::kPublished) {
    text += fmt::format(", {}", to_string(priced.provenance));
  }
  return text + ")";
}

std::vector<std::string> best_sentences(const FleetPlan& plan) {
  const PlannedFleet& best = *plan.best;
  std::vector<std::string> lines = {
      fmt::format("Cheapest fleet: {} x {} ({}), {} USD/h, {} USD/month of 730 h, {} USD per "
                  "million output tokens",
                  best.count(), best.configuration.instance, best.configuration.text(),
                  format_usd(best.per_hour), format_usd(best.per_month),
                  format_usd(best.per_million_output_tokens, 3)),
      offer_text(best.offer),
      fmt::format("{} replicas at {:.0f} % of what full slots can take, {:.0f} % of the slots in "
                  "use",
                  best.replicas, best.load * 100, best.slot_occupancy * 100)};
  if (best.spare > 0) {
    lines.back() += fmt::format("; {} of the instances {} spare for what may fail", best.spare,
                                best.spare == 1 ? "is" : "are");
  }
  for (const std::string& need : plan.needs) lines.push_back(fmt::format("It takes {}.", need));
  return lines;
}

std::vector<std::string> no_fleet_sentences(const FleetPlan& plan) {
  std::vector<std::string> lines = {"No fleet of these instances holds it."};
  const auto alone = [&](const TypeSummary& type) {
    return fmt::format("{} for a request alone on {} ({})", type.fastest_text, type.instance,
                       plan.candidates[*type.fastest].configuration.text());
  };
  const TypeSummary* const sold = nearest_type(plan, true);
  const TypeSummary* const any = nearest_type(plan, false);
  if (sold != nullptr) {
    lines.push_back(fmt::format("Nearest: {}; {}", alone(*sold), offer_text(*sold->offer)));
  }
  if (any != nullptr && any != sold) {
    lines.push_back(
        fmt::format("Nearer, but not sold as asked: {}; {}", alone(*any), any->why_not));
  }
  for (const FrontierPoint& point : plan.frontier) {
    if (!point.fleet) continue;
    lines.push_back(fmt::format("Relax to {}: {} x {} ({}), {} USD/h", limits_text(point.limits),
                                point.fleet->count(), point.fleet->configuration.instance,
                                point.fleet->configuration.text(),
                                format_usd(point.fleet->per_hour)));
    break;
  }
  return lines;
}

std::vector<std::string> band_sentences(const PlannedFleet& fleet) {
  if (!fleet.measured) return {"Nobody measured such servers: there is no error band."};
  std::vector<std::string> lines = {fmt::format(
      "If every execution were as fast or as slow as the ends of the 90 % error band: {} or {}.",
      end_text(fleet, fleet.measured->serving[0]), end_text(fleet, fleet.measured->serving[1]))};
  if (!fleet.widened) return lines;
  lines.push_back(fmt::format("Outside of what was measured, so that more than that may be off: {}",
                              fmt::join(fleet.outside_domain, "; ")));
  lines.push_back(fmt::format(
      "With the band that is taken there: {} or {}. Measure before you commit.",
      end_text(fleet, fleet.widened->serving[0]), end_text(fleet, fleet.widened->serving[1])));
  return lines;
}

std::string counts_sentence(const FleetPlan& plan) {
  std::string text =
      fmt::format("Considered {} configurations: ", format_count(std::ssize(plan.candidates)));
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
      "simulated in {} runs.",
      format_count(plan.count(Rule::kCapacity)), format_count(plan.simulated),
      format_count(plan.simulations));
  return text;
}

Table latency_table(const PlannedFleet& fleet) {
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
  return table;
}

Table types_table(const FleetPlan& plan) {
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
  return table;
}

void add_loser(Losers& losers, const std::string& type, const std::string& why) {
  const auto same = std::find_if(losers.begin(), losers.end(),
                                 [&](const auto& each) { return each.second == why; });
  if (same == losers.end()) {
    losers.emplace_back(type, why);
  } else {
    same->first += ", " + type;
  }
}

Losers losers(const FleetPlan& plan) {
  Losers said;
  for (const TypeSummary& type : plan.types) {
    if (type.fleet) continue;
    std::string why = type.why_not;
    for (auto at = why.find(type.instance); at != std::string::npos; at = why.find(type.instance)) {
      why.replace(at, type.instance.size(), "it");
    }
    if (type.fastest && type.fastest_ratio > 1 && type.rule != Rule::kLatencyFloor) {
      why += fmt::format("; too slow besides: {} for a request alone", type.fastest_text);
    }
    add_loser(said, type.instance, why);
  }
  return said;
}

std::string heading_text(const std::string& title, const std::string& note,
                         const std::string& question) {
  std::string text = title.empty() ? "" : title + "\n";
  if (!note.empty()) text += note + "\n";
  if (!text.empty()) text += "\n";
  return text + question + "\n";
}

std::string indented(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += fmt::format("{}{}\n", text.empty() ? "" : "  ", line);
  }
  return text;
}

std::string losers_text(const Losers& losers) {
  std::string text;
  for (const auto& [types, why] : losers) text += fmt::format("  {}: {}\n", types, why);
  return text.empty() ? text : "\nTypes without a fleet\n" + text;
}

std::vector<RefusedGroup> refused_groups(const FleetPlan& plan) {
  std::vector<RefusedGroup> groups;
  for (const TypeSummary& type : plan.types) {
    for (const Rule rule : kAllRules) {
      RefusedGroup group{.instance = type.instance, .rule = rule};
      for (const Candidate& one : plan.candidates) {
        if (one.configuration.instance != type.instance) continue;
        if (!one.refusal || one.refusal->rule != rule) continue;
        if (group.configurations++ == 0) group.first = &one;
      }
      if (group.first != nullptr) groups.push_back(std::move(group));
    }
  }
  return groups;
}

Table refused_table(const FleetPlan& plan) {
  Table table({{"instance"},
               {"rule"},
               {"configurations", "", "", 0},
               {"example", "the first of them"},
               {"reason"}});
  for (const RefusedGroup& group : refused_groups(plan)) {
    table.add_row({group.instance, std::string(to_string(group.rule)),
                   std::int64_t{group.configurations}, group.first->configuration.text(),
                   group.first->refusal->reason});
  }
  return table;
}

std::vector<std::string> runners_up(const FleetPlan& plan, int most) {
  std::vector<std::string> lines;
  if (!plan.best) return lines;
  for (const Candidate& one : plan.candidates) {
    if (one.configuration.instance != plan.best->configuration.instance || !one.refusal) continue;
    if (one.refusal->rule != Rule::kDearer) continue;
    if (most > 0 && std::ssize(lines) >= most) break;
    lines.push_back(fmt::format("{}: {}", one.configuration.text(), one.refusal->reason));
  }
  return lines;
}

}  // namespace nscope::capacity
