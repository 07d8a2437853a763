#include "app/capacity/report/plan_words.h"
#include "costmodel/prices/price_citation.h"
#include "profiler/base/format.h"
#include "profiler/base/tables/table.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

std::string best_text(const FleetPlan& plan) {
  std::string text = indented(best_sentences(plan)) + "\n" + latency_table(*plan.best).to_text();
  const std::vector<std::string> bands = band_sentences(*plan.best);
  for (std::size_t i = 0; i < bands.size(); ++i) {
    text += fmt::format("{}{}\n", i > 1 ? "  " : "", bands[i]);
  }
  return text;
}

std::string no_fleet_text(const FleetPlan& plan) {
  std::string text;
  for (const std::string& line : no_fleet_sentences(plan)) text += line + "\n";
  return text;
}

std::string types_text(const FleetPlan& plan) {
  const Table table = types_table(plan);
  if (table.row_count() == 0) return {};
  return "\nThe best of each instance type\n" + table.to_text();
}

std::string runners_up_text(const FleetPlan& plan, bool all) {
  constexpr int kShown = 5;
  std::string text;
  for (const std::string& line : runners_up(plan, all ? 0 : kShown)) text += "  " + line + "\n";
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
                   priced->source, cost::citation(offer.price).first});
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

}  // namespace

std::string to_text(const FleetPlan& plan, bool all) {
  const PlanRequest& r = plan.request;
  std::string text = heading_text(r.title, r.note, question_text(plan)) + "\n";
  text += plan.best ? best_text(plan) : no_fleet_text(plan);
  text += types_text(plan) + losers_text(losers(plan)) + runners_up_text(plan, all);
  if (plan.best) text += offers_text(*plan.best);
  text += frontier_text(plan) + scaled_text(plan) + "\n" + counts_sentence(plan) + "\n";
  text += fmt::format("\nAssumptions (prices as of {})\n", cost::to_string(plan.as_of));
  for (const std::string& assumption : plan.assumptions) text += "  " + assumption + "\n";
  return text;
}

}  // namespace nscope::capacity
