#include "app/capacity/report/plan_text.h"

#include "app/capacity/fleet/plan_ranking.h"
#include "app/capacity/report/mix_text.h"
#include "app/capacity/report/type_rows.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "profiler/base/json/document_heading.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

Text lengths_text(const sim::TokenLengths& lengths) {
  using Kind = sim::TokenLengths::Kind;
  const auto rounded = [](double tokens) { return as::count(std::llround(tokens)); };
  switch (lengths.kind) {
    case Kind::kFixed: return tr("{}", rounded(lengths.mean));
    case Kind::kUniform: return tr("{} to {}", as::count(lengths.low), as::count(lengths.high));
    case Kind::kLogNormal:
      return tr("{} ± {} (lognormal, at most {})", rounded(lengths.mean),
                rounded(lengths.deviation), as::count(lengths.high));
    case Kind::kEmpirical: break;
  }
  return tr("{} on average (list of {} values)", rounded(lengths.expected()),
            as::count(std::ssize(lengths.values)));
}

Text arrivals_text(const sim::Arrivals& process) {
  if (process.process == sim::ArrivalProcess::kConstant) return tr("constant arrivals");
  if (process.process != sim::ArrivalProcess::kBursts) return tr("Poisson arrivals");
  constexpr int kDigits = 3;
  return tr("bursts with {} times the rate for {} s every {} s",
            cost::as_digits(process.burst_rate / process.rate, kDigits),
            cost::as_digits(process.burst_seconds, kDigits),
            cost::as_digits(process.quiet_seconds + process.burst_seconds, kDigits));
}

Text percentile_text(const Percentile& p) {
  if (!std::isfinite(p.value)) return tr("not completed");
  return tr("{} ({} to {})", as::value(p.value, "s"), as::value(p.low, "s"),
            as::value(p.high, "s"));
}

/// The fleet at one end of an error band.
Text end_text(const PlannedFleet& fleet, const std::optional<int>& serving) {
  if (!serving) return tr("no fleet");
  const std::int64_t count = *serving + fleet.spare;
  return tr_plural(count, "{} instance (USD {} per hour)", "{} instances (USD {} per hour)",
                   as::count(count), cost::as_usd(fleet.offer.priced()->per_hour * count));
}

/// The type on which the latency of a single request is nearest to the limits. `offered`: only
/// types with a price.
const TypeSummary* nearest_type(const FleetPlan& plan, bool offered) {
  const TypeSummary* nearest = nullptr;
  for (const TypeSummary& type : plan.types) {
    if (!type.fastest || (offered && !type.offer)) continue;
    if (nearest == nullptr || type.fastest_ratio < nearest->fastest_ratio) nearest = &type;
  }
  return nearest;
}

Text load_sentence(const PlannedFleet& fleet) {
  const Text load = tr_plural(
      fleet.replicas, "{} replica at {} of its capacity, with {} of the batch slots in use.",
      "{} replicas at {} of their capacity, with {} of the batch slots in use.",
      as::count(fleet.replicas), as::percent(fleet.load, 0), as::percent(fleet.slot_occupancy, 0));
  if (fleet.spare == 0) return load;
  return tr("{} {}", load,
            tr_plural(fleet.spare, "{} of the instances is a spare for failures.",
                      "{} of the instances are spares for failures.", as::count(fleet.spare)));
}

/// "+66 %".
Text difference(double share) {
  if (share == 0) return tr("cheapest");
  return tr("{}", as::exact(fmt::format("{:+.0f} %", 100 * share)));
}

}  // namespace

Text limits_text(const std::vector<Limit>& limits) {
  if (limits.empty()) return tr("no limit");
  std::vector<Text> texts;
  for (const Limit& limit : limits) {
    texts.push_back(tr("{} within {}", limit.title(), as::value(limit.seconds, "s")));
  }
  return joined(texts);
}

Text traffic_text(const Traffic& traffic) {
  return tr("{}, {} input tokens, {} output tokens", arrivals_text(traffic.arrivals),
            lengths_text(traffic.input), lengths_text(traffic.output));
}

Text request_text(const FleetPlan& plan) {
  const PlanRequest& r = plan.request;
  const TextNumber rate = cost::as_digits(r.traffic.requests_per_second, 4);
  Text load = r.traffic.hourly.empty() ? tr("{} requests/s", rate)
                                       : tr("{} requests/s in the busiest hour", rate);
  if (r.headroom > 0) load = tr("{} plus {} headroom", load, as::percent(r.headroom, 0));
  return tr("{}: {}, {}; {}", r.model, load, traffic_text(r.traffic), limits_text(r.limits));
}

Text offer_text(const Offer& offer) {
  const cost::Priced& priced = *offer.priced();
  Text source = source_text(offer);
  if (priced.provenance != Provenance::kPublished) {
    source = joined({source, cost::provenance_word(priced.provenance)});
  }
  if (!offer.current) source = joined({source, tr("out of date")});
  return tr("{} in {}, USD {} per instance-hour ({})", cost::title(offer.purchase), offer.region,
            cost::as_price(priced.per_hour), source);
}

Text incomplete_sentence(const FleetPlan& plan) {
  const auto searched = std::count_if(plan.types.begin(), plan.types.end(),
                                      [](const TypeSummary& type) { return type.searched; });
  const auto partly =
      std::count_if(plan.types.begin(), plan.types.end(),
                    [](const TypeSummary& type) { return type.searched && !type.searched_fully; });
  if (plan.searched_fully()) {
    return tr(
        "The plan was stopped after all instance types had been searched; some error bands, other "
        "limits or the fleet of each hour are missing.");
  }
  if (partly == 0) {
    return tr("The plan was stopped after {} of {} instance types; the others may be cheaper.",
              as::count(searched), as::count(std::ssize(plan.types)));
  }
  return tr(
      "The plan was stopped: {} of {} instance types were searched completely and {} in part; "
      "other configurations and the other types may be cheaper.",
      as::count(searched - partly), as::count(std::ssize(plan.types)), as::count(partly));
}

namespace {

/// What a plan says about prices that are out of date: that of its fleet, or a cheaper fleet.
Text stale_text(const FleetPlan& plan) {
  if (plan.best && !plan.best->offer.current) {
    const PlannedFleet& best = *plan.best;
    return tr("This price is out of date: {}. {}", age_text(best.offer, plan.as_of),
              fetch_text(best.configuration.instance, best.offer, plan.as_of));
  }
  const TypeSummary* found = nullptr;
  const Offer* offer = nullptr;
  std::optional<Usd> least;
  if (plan.best) least = plan.best->per_hour;
  for (const TypeSummary& type : plan.types) {
    if (!type.fleet) continue;
    const Offer* const one = type.cheaper_but_stale        ? &*type.cheaper_but_stale
                             : !type.fleet->offer.may_lead ? &type.fleet->offer
                                                           : nullptr;
    if (one == nullptr) continue;
    const auto cost = fleet_per_hour(*one->priced(), type.fleet->count());
    if (!cost || (least && *cost >= *least)) continue;
    least = *cost;
    found = &type;
    offer = one;
  }
  if (found == nullptr) return {};
  return tr(
      "Not ranked, because the price is out of date: {} x {} for USD {} per hour with {} in {} "
      "at the price of {}. {}",
      as::count(found->fleet->count()), found->instance, cost::as_usd(*least),
      cost::title(offer->purchase), offer->region, age_text(*offer, plan.as_of),
      fetch_text(found->instance, *offer, plan.as_of));
}

}  // namespace

namespace {

/// What a commitment for the fleet costs until its end; empty for other purchase options.
Text commitment_text(const PlannedFleet& fleet) {
  const cost::Purchase& purchase = fleet.offer.purchase;
  if (!cost::is_commitment(purchase.option)) return {};
  const cost::Priced& price = *fleet.offer.priced();
  const TextNumber whole =
      cost::as_dollars(fleet.per_hour.dollars() * cost::kHoursPerYear * purchase.years, 0);
  Text text = tr_plural(
      purchase.years, "The commitment for {} year costs USD {}, whether the fleet is used or not.",
      "The commitment for {} years costs USD {}, whether the fleet is used or not.", purchase.years,
      whole);
  if (price.upfront != Usd()) {
    text = tr("{} USD {} of it are paid upfront.", text,
              cost::as_dollars(price.upfront.dollars() * fleet.count(), 0));
  }
  return price.term.empty() ? text : tr("{} Terms: {}.", text, price.term);
}

/// The cost of the fleet if it follows the hourly load, which is less than that of the fleet of the
/// busiest hour; empty without a price.
Text following_text(const FleetPlan& plan) {
  if (!plan.scaled) return {};
  const PurchaseMix* const mix = leading_mix(*plan.scaled);
  const std::optional<Usd>& bought_alike = plan.scaled->per_hour;
  if (mix == nullptr && !bought_alike) return {};
  const bool mixed = mix != nullptr;
  const Usd per_hour = mixed ? mix->per_hour : *bought_alike;
  const double tokens = plan.request.traffic.output_tokens_per_second();
  const Text cost =
      tr("USD {} per hour on average, USD {} per month of 730 h, USD {} per million "
         "output tokens",
         cost::as_usd(per_hour), cost::as_usd(per_hour * kHoursPerMonth, 0),
         cost::as_usd(cost::usd_per_million_tokens(per_hour, tokens), 3));
  return mixed
             ? tr_plural(mix->years,
                         "This is the fleet of the busiest hour at all times. With instances that "
                         "follow the hourly load and the cheapest mix of purchase options for {} "
                         "year ({}), it costs {}.",
                         "This is the fleet of the busiest hour at all times. With instances that "
                         "follow the hourly load and the cheapest mix of purchase options for {} "
                         "years ({}), it costs {}.",
                         mix->years, offers_text(*mix), cost)
             : tr("This is the fleet of the busiest hour at all times. With instances that follow "
                  "the hourly load, it costs {}.",
                  cost);
}

}  // namespace

std::vector<Text> best_sentences(const FleetPlan& plan) {
  const PlannedFleet& best = *plan.best;
  const Text fleet =
      tr("{} x {} ({}), USD {} per hour, USD {} per month of 730 h, USD {} per million output "
         "tokens with "
         "their prompts",
         as::count(best.count()), best.configuration.instance, best.configuration.text(),
         cost::as_usd(best.per_hour), cost::as_usd(best.per_month, 0),
         cost::as_usd(best.per_million_output_tokens, 3));
  std::vector<Text> lines;
  if (plan.searched_fully()) {
    lines.push_back(tr("Cheapest fleet: {}.", fleet));
    const auto ranking = ranking_of(plan);
    constexpr double kEven = 0.5;
    if (ranking && ranking->range) {
      lines.push_back(
          tr("It is cheaper than the best fleet of {} with a probability of {} to {}: at the slow "
             "end of an error band, no number of instances meets the limits.",
             ranking->next, as::percent(ranking->range->low, 0),
             as::percent(ranking->range->high, 0)));
    } else if (ranking && ranking->probability < kEven) {
      lines.push_back(tr(
          "It is the cheapest at the predicted speeds, but within the error bands the best fleet "
          "of {} is cheaper with a probability of {}.",
          ranking->next, as::percent(1 - ranking->probability, 0)));
    } else if (ranking) {
      lines.push_back(
          tr("It is cheaper than the best fleet of {} with a probability of {}, from the "
             "instances at both ends of the error bands.",
             ranking->next, as::percent(ranking->probability, 0)));
    } else {
      lines.push_back(
          tr("The probability that it is the cheapest is unknown: {}.", ranking.error()));
    }
  } else {
    lines.push_back(tr("Cheapest fleet until the plan was stopped: {}.", fleet));
  }
  if (!plan.complete) lines.push_back(incomplete_sentence(plan));
  if (best.token_prices) {
    lines.push_back(tr("The same cost with separate prices of input and output tokens: {}. {}",
                       cost::to_text(*best.token_prices), cost::token_price_rule()));
  }
  lines.push_back(tr("Purchase option: {}.", offer_text(best.offer)));
  if (Text binding = commitment_text(best); !binding.empty()) lines.push_back(std::move(binding));
  if (Text follows = following_text(plan); !follows.empty()) lines.push_back(std::move(follows));
  if (Text stale = stale_text(plan); !stale.empty()) lines.push_back(std::move(stale));
  lines.push_back(load_sentence(best));
  if (best.limits) {
    lines.push_back(tr("Memory of a replica: {}", catalog::sentence(*best.limits)));
  }
  for (const Text& need : plan.needs) lines.push_back(tr("The plan requires {}.", need));
  return lines;
}

std::vector<Text> no_fleet_sentences(const FleetPlan& plan) {
  std::vector<Text> lines = {
      plan.searched_fully()
          ? tr("No fleet of these instance types meets the limits.")
          : tr("No fleet was found before the plan was stopped. The instance types below "
               "state the least that a fleet costs; allow more time, or specify fewer "
               "instance types, slots or schedulers.")};
  if (Text stale = stale_text(plan); !stale.empty()) {
    lines = {tr("No fleet of these instance types with a current price meets the limits."),
             std::move(stale)};
  }
  const auto alone = [&](const TypeSummary& type) {
    return tr("{} for a single request on {} ({})", type.fastest_text, type.instance,
              plan.candidates[*type.fastest].configuration.text());
  };
  const TypeSummary* const offered = nearest_type(plan, true);
  const TypeSummary* const any = nearest_type(plan, false);
  if (offered != nullptr) {
    lines.push_back(tr("Nearest: {}; {}.", alone(*offered), offer_text(*offered->offer)));
  }
  if (any != nullptr && any != offered) {
    lines.push_back(tr("Nearer, but without a price for the allowed purchase options: {}; {}.",
                       alone(*any), any->why_not));
  }
  for (const FrontierPoint& point : plan.frontier) {
    if (!point.fleet) continue;
    const PlannedFleet& fleet = *point.fleet;
    lines.push_back(tr("Limits that can be met: {}, with {} x {} ({}) for USD {} per hour.",
                       limits_text(point.limits), as::count(fleet.count()),
                       fleet.configuration.instance, fleet.configuration.text(),
                       cost::as_usd(fleet.per_hour)));
    break;
  }
  return lines;
}

std::vector<Text> band_sentences(const PlannedFleet& fleet) {
  if (!fleet.measured && !fleet.no_band.empty()) {
    return {tr("The fleet has {}.", fleet.no_band)};
  }
  if (!fleet.measured) {
    return {tr("There is no error band, because no servers of this kind were measured.")};
  }
  std::vector<Text> lines = {
      tr("Fleet at the fast end of the 90 % error band: {}. Fleet at the slow end: {}.",
         end_text(fleet, fleet.measured->serving[0]), end_text(fleet, fleet.measured->serving[1]))};
  if (!fleet.widened) return lines;
  lines.push_back(
      tr("The prediction is outside of the measured domain, so its error can be larger: "
         "{}.",
         joined_by_semicolons(fleet.outside_domain)));
  lines.push_back(
      tr("Fleet at the fast end of the widened error band: {}. Fleet at the slow end: "
         "{}. Measure before you commit to a purchase.",
         end_text(fleet, fleet.widened->serving[0]), end_text(fleet, fleet.widened->serving[1])));
  return lines;
}

Text scaled_sentence(const ScaledFleet& scaled) {
  const auto [least, most] = std::minmax_element(scaled.instances.begin(), scaled.instances.end());
  const TextNumber mean = as::fixed(scaled.mean_instances, 1);
  if (!scaled.per_hour) {
    return tr("{} to {} instances, {} on average including instances that are loading; {}.",
              as::count(*least), as::count(*most), mean, scaled.why_not);
  }
  return tr(
      "{} to {} instances, {} on average including instances that are loading; USD {} per "
      "hour.",
      as::count(*least), as::count(*most), mean, cost::as_usd(*scaled.per_hour));
}

bool reacts_in_time(double missed) {
  constexpr double kShown = 0.0005;  // 0.0 % as printed
  return missed < kShown;
}

Text reacting_sentence(double missed) {
  if (reacts_in_time(missed)) {
    return tr(
        "A reactive autoscaler is sufficient: after the largest increase, less than 0.1 % of the "
        "requests would miss a limit.");
  }
  return tr(
      "Scale ahead of demand: with a reactive autoscaler, {} of the requests after the largest "
      "increase would miss a limit.",
      as::percent(missed));
}

Text counts_sentence(const FleetPlan& plan) {
  std::vector<Text> reasons;
  const auto add = [&](std::int64_t count, const Phrase& what) {
    if (count > 0) reasons.push_back(tr("{} {}", as::count(count), what));
  };
  add(plan.count(Rule::kNotModelled), phrase("are not modelled"));
  add(plan.count(Rule::kMemory), phrase("do not fit in memory"));
  add(plan.count(Rule::kLatencyFloor), phrase("are too slow even for a single request"));
  add(plan.count(Rule::kNotOffered), phrase("have no price"));
  add(plan.count(Rule::kNeverMeetsLimits), phrase("never meet the limits"));
  add(plan.count(Rule::kCapacity), phrase("need more instances even without queueing"));
  add(plan.count(Rule::kMoreExpensive),
      phrase("are not cheaper than the best one of their instance type"));
  add(plan.chosen(), phrase("are the best of their type"));
  add(plan.not_searched(), phrase("were not searched"));
  const Text evaluated =
      tr("Of {} configurations, {}", as::count(std::ssize(plan.candidates)), joined(reasons));
  const Text runs =
      tr("{} configurations were simulated in {} runs, including those for other "
         "limits",
         as::count(plan.simulated), as::count(plan.simulations));
  return tr("{}. {}.", evaluated, runs);
}

Table latency_table(const FleetPlan& plan) {
  const PlannedFleet& fleet = *plan.best;
  Table table({{"latency", tr("Latency")},
               {"p50", tr("p50 (95 % confidence interval)")},
               {"percentile", tr("Percentile")},
               {"limit", tr("Limit")},
               {"tail", tr("Value of the percentile (95 % confidence interval)")},
               {"band", tr("At both ends of the error band")}});
  for (const LatencyFigures& figures : fleet.figures) {
    const auto at = static_cast<std::size_t>(figures.latency);
    const Limit* const limit = limit_of(plan.request.limits, figures.latency);
    table.add_row({Text::verbatim(std::string(title(figures.latency))),
                   percentile_text(figures.p50), fmt::format("p{:.0f}", 100 * figures.share),
                   limit != nullptr ? Cell(tr("{}", as::value(limit->seconds, "s")))
                                    : Cell(Missing{tr("no limit")}),
                   percentile_text(figures.tail),
                   fleet.measured ? Cell(tr("{} to {}", as::value(fleet.measured->tail[0][at], "s"),
                                            as::value(fleet.measured->tail[1][at], "s")))
                                  : Cell(Missing{tr("no error band")})});
  }
  return table;
}

Table types_table(const FleetPlan& plan) {
  Table table({{"instance", tr("Instance type")},
               {"count", tr("Instances")},
               {"option", tr("Purchase option")},
               {"region", tr("Region")},
               {"usd_per_hour", tr("Cost"), "USD/h", 2},
               {"more_expensive_by", tr("More expensive by")},
               {"million", tr("Cost of 1M output tokens"), "USD", 3},
               {"latency", tr("Latency")},
               {"domain", tr("Measured domain")},
               {"configuration", tr("Configuration")}});
  OutsideDomain outside;
  for (const TypeSummary& type : plan.types) {
    if (!type.fleet) continue;
    const PlannedFleet& fleet = *type.fleet;
    outside.add(type.instance, fleet.outside_domain);
    const LatencyFigures* shown = fleet.figures.empty() ? nullptr : &fleet.figures.back();
    if (!plan.request.limits.empty()) {
      for (const LatencyFigures& figures : fleet.figures) {
        if (figures.latency == plan.request.limits.back().latency) shown = &figures;
      }
    }
    table.add_row(
        {type.instance, std::int64_t{fleet.count()}, purchase_title(fleet.offer),
         fleet.offer.region, fleet.per_hour.dollars(),
         fleet.offer.may_lead == plan.best->offer.may_lead
             ? difference(fleet.per_hour / plan.best->per_hour - 1)
             : tr("price out of date"),
         fleet.per_million_output_tokens.dollars(),
         shown == nullptr ? Text() : tr("{} {}", shown->title(), as::value(shown->tail.value, "s")),
         domain_word(fleet.no_band.empty() && (fleet.measured || !plan.complete),
                     fleet.outside_domain),
         type.searched_fully ? fleet.configuration.text()
                             : tr("{}; the search was stopped", fleet.configuration.text())});
  }
  outside.add_notes(table);
  return table;
}

std::vector<RejectedTypes> rejected_types(const FleetPlan& plan) {
  std::vector<RejectedTypes> rejected;
  for (const TypeSummary& type : plan.types) {
    if (!type.fleet) add_rejected(rejected, type.instance, rejection_text(type));
  }
  return rejected;
}

Text rejection_text(const TypeSummary& type) {
  const bool slow = type.fastest && type.fastest_ratio > 1 && type.rule != Rule::kLatencyFloor;
  return slow ? tr("{}; also too slow: {} for a single request", type.why_not, type.fastest_text)
              : type.why_not;
}

std::string heading_text(const std::string& title, const std::string& note, const Text& request,
                         const Language& language) {
  std::string text = document_heading(title, note, language);
  if (!text.empty()) text += "\n";
  return text + language.say(request) + "\n";
}

std::string indented(const std::vector<Text>& texts, const Language& language) {
  std::string lines;
  for (const Text& text : texts) {
    lines += fmt::format("{}{}\n", lines.empty() ? "" : "  ", language.say(text));
  }
  return lines;
}

std::string section_text(const Text& heading, const Table& table, const Language& language) {
  if (table.row_count() == 0) return {};
  return fmt::format("\n{}\n{}", language.say(heading), table.to_text(language));
}

std::string rejected_text(const std::vector<RejectedTypes>& rejected, const Language& language) {
  if (rejected.empty()) return {};
  std::string text = fmt::format("\n{}\n", language.say(tr("Instance types without a fleet")));
  for (const RejectedTypes& each : rejected) {
    text += fmt::format("  {}\n", language.say(tr("{}: {}", each.instances, each.reason)));
  }
  return text;
}

std::string assumptions_text(const std::vector<Text>& assumptions, cost::Day as_of,
                             const Language& language) {
  std::string text = fmt::format(
      "\n{}\n", language.say(tr("Assumptions (prices as of {})", cost::to_string(as_of))));
  for (const Text& each : assumptions) text += fmt::format("  {}\n", language.say(each));
  return text;
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
  Table table({{"instance", tr("Instance type")},
               {"rule", tr("Rule")},
               {"configurations", tr("Configurations"), "", 0},
               {"example", tr("Example")},
               {"reason", tr("Reason of the example")}});
  std::vector<std::vector<Cell>> rows;
  for (const RefusedGroup& group : refused_groups(plan)) {
    add_refused_row(rows,
                    {group.instance, Text(title(group.rule)), std::int64_t{group.configurations},
                     group.first->configuration.text(), group.first->refusal->reason},
                    2);
  }
  for (std::vector<Cell>& row : rows) table.add_row(std::move(row));
  return table;
}

Text runners_up_title(const PlannedFleet& best) {
  const std::string& instance = best.configuration.instance;
  if (best.spare == 0) return tr("Other configurations of {}", instance);
  return tr("Other configurations of {}; numbers of instances without spares", instance);
}

std::vector<Text> runners_up(const FleetPlan& plan, int most) {
  std::vector<Text> lines;
  if (!plan.best) return lines;
  for (const Candidate& one : plan.candidates) {
    if (one.configuration.instance != plan.best->configuration.instance || !one.refusal) continue;
    if (one.refusal->rule != Rule::kMoreExpensive) continue;
    if (most > 0 && std::ssize(lines) >= most) break;
    lines.push_back(tr("{}: {}", one.configuration.text(), one.refusal->reason));
  }
  return lines;
}

}  // namespace nscope::capacity
