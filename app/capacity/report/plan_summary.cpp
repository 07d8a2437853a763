#include "app/capacity/report/plan_summary.h"

#include "app/capacity/fleet/plan_ranking.h"
#include "app/capacity/report/mix_text.h"
#include "app/capacity/report/plan_text.h"
#include "app/capacity/report/training_text.h"
#include "app/capacity/training/training_ranking.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "costmodel/prices/price_citation.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace nscope::capacity {
namespace {

Text dated(const std::string& instance, const Offer& offer, cost::Day day) {
  const Text line = tr("{}: {}", instance, offer_text(offer));
  const cost::Priced& price = *offer.priced();
  if (!price.dated) return line;
  return tr("{}, {} days old", line, as::count(cost::age_days(price.date, day)));
}

/// The fleet of the next instance type; null if there is none.
const PlannedFleet* next_fleet(const FleetPlan& plan) {
  for (const TypeSummary& type : plan.types) {
    if (type.fleet && type.instance != plan.best->configuration.instance &&
        type.fleet->offer.may_lead == plan.best->offer.may_lead) {
      return &*type.fleet;
    }
  }
  return nullptr;
}

/// The mix of purchase options with which the fleet that follows the load costs least; null if
/// there is none.
const PurchaseMix* mix_of(const FleetPlan& plan) {
  return plan.scaled ? leading_mix(*plan.scaled) : nullptr;
}

bool has_spot(const PurchaseMix& mix) {
  return std::ranges::any_of(mix.offers, [](const MixedOffer& each) {
    return each.offer.purchase.option == cost::PurchaseOption::kSpot;
  });
}

/// The instances and the cost at both ends of the error band.
Text band_line(const PlannedFleet& fleet) {
  const auto& band = fleet.widened ? fleet.widened : fleet.measured;
  if (!band) return tr("Speed of the servers: without an error band");
  const auto end = [&](const std::optional<int>& serving) {
    if (!serving) return tr("no fleet that meets the limits");
    const auto count = static_cast<std::int64_t>(*serving + fleet.spare);
    return tr_plural(count, "{} instance for USD {} per hour", "{} instances for USD {} per hour",
                     as::count(count), cost::as_usd(fleet.offer.priced()->per_hour * count));
  };
  return fleet.widened
             ? tr("Speed of the servers: {} at the fast end of the widened error band; {} at its "
                  "slow end",
                  end(band->serving[0]), end(band->serving[1]))
             : tr("Speed of the servers: {} at the fast end of the 90 % error band; {} at its slow "
                  "end",
                  end(band->serving[0]), end(band->serving[1]));
}

/// The cost with shorter and longer limits.
std::optional<Text> limits_line(const FleetPlan& plan) {
  std::vector<Text> ends;
  for (const FrontierPoint& point : plan.frontier) {
    if (!point.fleet) continue;
    ends.push_back(tr("{} times as long: USD {} per hour", cost::as_digits(point.factor, 3),
                      cost::as_usd(point.fleet->per_hour)));
  }
  if (ends.empty()) return std::nullopt;
  if (ends.size() == 1) return tr("Latency limits {}", ends.front());
  return tr("Latency limits {}; {}", ends.front(), ends.back());
}

/// The cheapest and the most expensive offer for the same fleet, of those with a current price.
std::optional<Text> offers_line(const PlannedFleet& fleet) {
  const Offer* least = nullptr;
  const Offer* most = nullptr;
  for (const Offer& offer : fleet.offers) {
    if (offer.priced() == nullptr || (fleet.offer.current && !offer.current)) continue;
    const Usd price = offer.priced()->per_hour;
    if (least == nullptr || price < least->priced()->per_hour) least = &offer;
    if (most == nullptr || price > most->priced()->per_hour) most = &offer;
  }
  if (least == nullptr || least == most) return std::nullopt;
  const auto end = [&](const Offer& offer) {
    return tr("USD {} per hour ({} in {})",
              cost::as_usd(offer.priced()->per_hour * static_cast<std::int64_t>(fleet.count())),
              cost::title(offer.purchase), offer.region);
  };
  return tr("Purchase option for the same fleet: {} to {}", end(*least), end(*most));
}

/// The instance types whose cost is not known, because no allowed option has a price.
void add_unpriced(const std::vector<Text>& types, std::vector<Text>& lines) {
  if (types.empty()) return;
  constexpr std::size_t kMost = 6;
  lines.push_back(tr("The cost of instance types without a price for the allowed options: {}",
                     cost::short_list(types, kMost)));
}

/// The purchase options that have no known price for an instance type, with the region unless it is
/// the same for all of several regions.
std::optional<Text> unknown_prices(const std::string& instance, const std::vector<Offer>& offers) {
  const auto unknown_of = [&](const cost::Purchase& purchase) {
    return std::ranges::count_if(offers, [&](const Offer& offer) {
      return offer.purchase == purchase && std::holds_alternative<cost::UnknownPrice>(offer.price);
    });
  };
  std::vector<Text> missing;
  std::vector<cost::Purchase> everywhere;
  for (const Offer& offer : offers) {
    if (!std::holds_alternative<cost::UnknownPrice>(offer.price)) continue;
    if (std::ranges::find(everywhere, offer.purchase) != everywhere.end()) continue;
    const auto regions = std::ranges::count(offers, offer.purchase, &Offer::purchase);
    if (regions == 1 || unknown_of(offer.purchase) < regions) {
      missing.push_back(tr("{} in {}", cost::title(offer.purchase), offer.region));
      continue;
    }
    everywhere.push_back(offer.purchase);
    missing.push_back(cost::title(offer.purchase));
  }
  if (missing.empty()) return std::nullopt;
  constexpr std::size_t kMost = 6;
  return tr("Prices of {}: {}", instance, cost::short_list(missing, kMost));
}

}  // namespace

std::vector<Text> price_dates(const FleetPlan& plan) {
  if (!plan.best) return {};
  std::vector<Text> lines{dated(plan.best->configuration.instance, plan.best->offer, plan.as_of)};
  if (const PlannedFleet* const next = next_fleet(plan)) {
    lines.push_back(dated(next->configuration.instance, next->offer, plan.as_of));
  }
  if (const PurchaseMix* const mix = mix_of(plan)) {
    for (const MixedOffer& each : mix->offers) {
      Text line = dated(plan.best->configuration.instance, each.offer, plan.as_of);
      if (!(line == lines.front())) lines.push_back(std::move(line));
    }
  }
  return lines;
}

std::vector<Text> price_dates(const TrainingPlan& plan) {
  if (!plan.best) return {};
  const TrainingFleet& best = plan.fleets[*plan.best];
  std::vector<Text> lines{dated(best.layout.instance, best.offer, plan.as_of)};
  if (const TrainingFleet* const next = next_fleet(plan)) {
    lines.push_back(dated(next->layout.instance, next->offer, plan.as_of));
  }
  return lines;
}

std::vector<Text> main_assumptions(const FleetPlan& plan) {
  if (!plan.best) return {};
  const PlannedFleet& best = *plan.best;
  std::vector<Text> lines{
      band_line(best),
      tr("Load: {} requests/s; the replicas are used for {} of their capacity",
         cost::as_digits(plan.request.design_rate(), 4), as::percent(best.load, 0))};
  if (auto line = limits_line(plan)) lines.push_back(std::move(*line));
  if (auto line = offers_line(best)) lines.push_back(std::move(*line));
  if (const PlannedFleet* const next = next_fleet(plan)) {
    lines.push_back(
        tr("Instance type: the next one is {} with USD {} per hour, {} more; it costs the same at "
           "USD {} per instance-hour",
           next->configuration.instance, cost::as_usd(next->per_hour),
           as::percent(next->per_hour / best.per_hour - 1),
           cost::as_dollars(best.per_hour.dollars() / next->count(), 2)));
  }
  if (const PurchaseMix* const mix = mix_of(plan)) {
    lines.push_back(
        tr_plural(mix->years, "Mix of purchase options: the load stays the same for {} year",
                  "Mix of purchase options: the load stays the same for {} years", mix->years));
    if (plan.request.most_spot_instances && has_spot(*mix)) {
      lines.push_back(
          tr_plural(*plan.request.most_spot_instances,
                    "Spot: {} instance can be had at the same time, as stated; used only in mixes",
                    "Spot: {} instances can be had at the same time, as stated; used only in mixes",
                    as::count(*plan.request.most_spot_instances)));
    }
  }
  return lines;
}

std::vector<Text> main_assumptions(const TrainingPlan& plan) {
  if (!plan.best) return {};
  const TrainingFleet& best = plan.fleets[*plan.best];
  const TrainedStep& step = *plan.candidates[best.candidate].step;
  std::vector<Text> lines;
  lines.push_back(step.banded
                      ? tr("Step time: {} to {} (90 % error band)",
                           as::value(step.seconds * step.band.low, "s"),
                           as::value(step.seconds * step.band.high, "s"))
                      : tr("Step time: {}, without an error band", as::value(step.seconds, "s")));
  lines.push_back(
      tr("Failures and the error of the step time: USD {} to {} (p10 to p90), {} "
         "interruptions on average",
         cost::as_usd(best.bill.low, 0), cost::as_usd(best.bill.high, 0),
         as::fixed(best.times.failures, 2)));
  std::vector<const DeadlinePoint*> deadlines;
  for (const DeadlinePoint& point : plan.deadlines) {
    if (point.fleet) deadlines.push_back(&point);
  }
  if (deadlines.size() > 1) {
    const auto end = [&](const DeadlinePoint& point) {
      return tr("USD {} for {} days", cost::as_usd(plan.fleets[*point.fleet].bill.expected, 0),
                as::fixed(point.days, 1));
    };
    const DeadlinePoint& first = *deadlines.front();
    const DeadlinePoint& last = *deadlines.back();
    lines.push_back(first.fleet == last.fleet
                        ? tr("Deadline: the same fleet for {} to {} days", as::fixed(first.days, 1),
                             as::fixed(last.days, 1))
                        : tr("Deadline: {}; {}", end(first), end(last)));
  }
  const auto ways = bought_otherwise(plan);
  const auto [least, most] = std::minmax_element(
      ways.begin(), ways.end(), [](const TrainingFleet* a, const TrainingFleet* b) {
        return a->bill.expected < b->bill.expected;
      });
  if (ways.size() > 1) {
    const auto end = [](const TrainingFleet& fleet) {
      const Text amount = tr("USD {} with {}", cost::as_usd(fleet.bill.expected, 0),
                             cost::title(fleet.offer.purchase));
      return fleet.offer.current ? amount : tr("{} at a price that is out of date", amount);
    };
    lines.push_back(tr("Purchase option for the same nodes: {}, to {}", end(**least), end(**most)));
  }
  if (const TrainingFleet* const next = next_fleet(plan)) {
    lines.push_back(tr("Instance type: the next one is {} with USD {}, {} more",
                       next->layout.instance, cost::as_usd(next->bill.expected, 0),
                       as::percent(next->bill.expected / best.bill.expected - 1)));
  }
  return lines;
}

std::vector<Text> unknowns(const FleetPlan& plan) {
  if (!plan.best) return {};
  const PlannedFleet& best = *plan.best;
  std::vector<Text> lines;
  if (const auto ranking = ranking_of(plan); !ranking) {
    lines.push_back(tr("The probability that the fleet is the cheapest: {}", ranking.error()));
  }
  if (!best.outside_domain.empty()) {
    lines.push_back(tr("The error outside of the measured domain: {}",
                       joined_by_semicolons(best.outside_domain)));
  }
  if (auto line = unknown_prices(best.configuration.instance, best.offers)) {
    lines.push_back(std::move(*line));
  }
  if (const PlannedFleet* const next = next_fleet(plan)) {
    if (auto line = unknown_prices(next->configuration.instance, next->offers)) {
      lines.push_back(std::move(*line));
    }
  }
  std::vector<Text> unpriced;
  for (const TypeSummary& type : plan.types) {
    if (!type.offer) unpriced.push_back(Text::verbatim(type.instance));
  }
  add_unpriced(unpriced, lines);
  const Traffic& traffic = plan.request.traffic;
  using Kind = sim::TokenLengths::Kind;
  if (traffic.input.kind == Kind::kFixed && traffic.output.kind == Kind::kFixed) {
    lines.push_back(tr(
        "The cost for requests whose lengths vary: all have exactly {} input and {} output "
        "tokens, as stated",
        as::count(std::llround(traffic.input.mean)), as::count(std::llround(traffic.output.mean))));
  }
  const PurchaseMix* const mix = mix_of(plan);
  if (best.offer.purchase.option == cost::PurchaseOption::kSpot || (mix && has_spot(*mix))) {
    lines.push_back(tr("Interruptions of Spot instances, which are not simulated"));
  }
  return lines;
}

std::vector<Text> unknowns(const TrainingPlan& plan) {
  if (!plan.best) return {};
  const TrainingFleet& best = plan.fleets[*plan.best];
  const TrainedStep& step = *plan.candidates[best.candidate].step;
  std::vector<Text> lines;
  if (const auto ranking = ranking_of(plan); !ranking) {
    lines.push_back(tr("The probability that the fleet is the cheapest: {}", ranking.error()));
  }
  if (!plan.request.job.node_mtbf_hours) {
    lines.push_back(tr("The rate of node failures, which are not simulated"));
  }
  if (!step.banded) lines.push_back(tr("The error of the step time"));
  if (!step.outside_domain.empty()) {
    lines.push_back(tr("The error outside of the measured domain: {}",
                       joined_by_semicolons(step.outside_domain)));
  }
  for (const NotBought* const way : not_bought(plan)) {
    if (way->refusal.rule != TrainingRule::kNotOffered) continue;
    lines.push_back(tr("The cost with {}: {}", cost::title(way->purchase), way->refusal.reason));
  }
  add_unpriced(unpriced_types(plan), lines);
  if (best.offer.purchase.option == cost::PurchaseOption::kCapacityBlock) {
    lines.push_back(tr("Whether Capacity Blocks are available"));
  }
  return lines;
}

namespace {

Text not_included(const FleetPlan& /*plan*/) {
  return cost::not_included();
}

Text not_included(const TrainingPlan& /*plan*/) {
  return tr("Storage of checkpoints, data transfer, data preparation, support, staff and tax");
}

template <class Plan>
std::vector<cost::ReportList> lists_of(const Plan& plan) {
  std::vector<cost::ReportList> lists = {
      {tr("Dates of the prices"), price_dates(plan)},
      {tr("Assumptions that matter most"), main_assumptions(plan)},
      {tr("Not known"), unknowns(plan)}};
  if (plan.best) lists.push_back({tr("Not included"), {not_included(plan)}});
  std::erase_if(lists, [](const cost::ReportList& list) { return list.items.empty(); });
  return lists;
}

}  // namespace

std::vector<cost::ReportList> summary_lists(const FleetPlan& plan) {
  return lists_of(plan);
}

std::vector<cost::ReportList> summary_lists(const TrainingPlan& plan) {
  return lists_of(plan);
}

void add_summary(const FleetPlan& plan, cost::ReportSection& section) {
  for (cost::ReportList& list : lists_of(plan)) section.blocks.push_back(std::move(list));
}

void add_summary(const TrainingPlan& plan, cost::ReportSection& section) {
  for (cost::ReportList& list : lists_of(plan)) section.blocks.push_back(std::move(list));
}

}  // namespace nscope::capacity
