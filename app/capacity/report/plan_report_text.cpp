#include "app/capacity/report/mix_text.h"
#include "app/capacity/report/plan_text.h"
#include "costmodel/money/figures.h"
#include "costmodel/prices/price_citation.h"
#include "profiler/base/tables/table.h"

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

std::string best_text(const FleetPlan& plan, const Language& language) {
  std::string text =
      indented(best_sentences(plan), language) + "\n" + latency_table(plan).to_text(language);
  for (const Text& line : band_sentences(*plan.best)) text += language.say(line) + "\n";
  return text;
}

std::string no_fleet_text(const FleetPlan& plan, const Language& language) {
  std::string text;
  for (const Text& line : no_fleet_sentences(plan)) text += language.say(line) + "\n";
  return text;
}

std::string runners_up_text(const FleetPlan& plan, bool all, const Language& language) {
  constexpr int kShown = 5;
  std::string text;
  for (const Text& line : runners_up(plan, all ? 0 : kShown)) {
    text += fmt::format("  {}\n", language.say(line));
  }
  if (text.empty()) return {};
  return fmt::format("\n{}\n{}", language.say(runners_up_title(*plan.best)), text);
}

std::string offers_text(const PlannedFleet& fleet, const Language& language) {
  Table table({{"region", tr("Region")},
               {"option", tr("Purchase option")},
               {"usd", tr("Cost of the fleet"), "USD/h", 2},
               {"source", tr("Source")},
               {"date", tr("Date")}});
  for (const Offer& offer : fleet.offers) {
    const cost::Priced* const priced = offer.priced();
    if (priced == nullptr) {
      table.add_row({offer.region, purchase_title(offer), Missing{cost::missing_word(offer.price)},
                     Text(), Text()});
      continue;
    }
    table.add_row({offer.region, purchase_title(offer),
                   (priced->per_hour * static_cast<std::int64_t>(fleet.count())).dollars(),
                   priced->source, cost::citation(offer.price).date});
  }
  return section_text(tr("Same fleet with other purchase options"), table, language);
}

std::string frontier_text(const FleetPlan& plan, const Language& language) {
  if (plan.frontier.empty()) return {};
  std::string text = fmt::format("\n{}\n", language.say(tr("Other limits")));
  for (const FrontierPoint& point : plan.frontier) {
    const Text limits = limits_text(point.limits);
    const Text line =
        point.fleet ? tr("{}: {} x {}, USD {} per hour", limits, as::count(point.fleet->count()),
                         point.fleet->configuration.instance, cost::as_usd(point.fleet->per_hour))
                    : tr("{}: no fleet", limits);
    text += fmt::format("  {}\n", language.say(line));
  }
  return text;
}

std::string scaled_text(const FleetPlan& plan, const Language& language) {
  if (!plan.scaled) return {};
  std::vector<Text> lines = {scaled_sentence(*plan.scaled)};
  if (plan.scaled->missed_when_reacting) {
    lines.push_back(reacting_sentence(*plan.scaled->missed_when_reacting));
  }
  for (const PurchaseMix& mix : plan.scaled->mixes) lines.push_back(mix_sentence(mix));
  if (!plan.scaled->no_mix.empty()) lines.push_back(plan.scaled->no_mix);
  std::string text = fmt::format("\n{}\n", language.say(tr("Fleet that follows the hourly load")));
  for (const Text& line : lines) text += fmt::format("  {}\n", language.say(line));
  return text + section_text(tr("Mixes of purchase options for the hourly load"),
                             mix_table(plan.scaled->mixes), language);
}

}  // namespace

std::string to_text(const FleetPlan& plan, bool all, const Language& language) {
  const PlanRequest& r = plan.request;
  std::string text = heading_text(r.title, r.note, request_text(plan), language) + "\n";
  text += plan.best ? best_text(plan, language) : no_fleet_text(plan, language);
  text += section_text(tr("Best fleet of each instance type"), types_table(plan), language);
  text += rejected_text(rejected_types(plan), language) + runners_up_text(plan, all, language);
  if (plan.best) text += offers_text(*plan.best, language);
  text += frontier_text(plan, language) + scaled_text(plan, language);
  text += fmt::format("\n{}\n", language.say(counts_sentence(plan)));
  return text + assumptions_text(plan.assumptions, plan.as_of, language);
}

}  // namespace nscope::capacity
