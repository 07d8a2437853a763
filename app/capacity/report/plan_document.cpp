#include "app/capacity/report/plan_document.h"

#include "app/capacity/report/mix_text.h"
#include "app/capacity/report/plan_charts.h"
#include "app/capacity/report/plan_sources.h"
#include "app/capacity/report/plan_summary.h"
#include "app/capacity/report/plan_text.h"
#include "app/capacity/report/rejected_section.h"
#include "costmodel/money/figures.h"
#include "costmodel/prices/price_citation.h"

#include <algorithm>

namespace nscope::capacity {
namespace {

using cost::ReportList;
using cost::ReportParagraph;
using cost::ReportSection;
using cost::ReportSources;
using cost::ReportTable;
using cost::Tone;

int cite_serving_simulation(const FleetPlan& plan, ReportSources& sources) {
  return cite_simulation(sources, tr("serving simulator"), plan.seed);
}

ReportSection result_section(const FleetPlan& plan, ReportSources& sources) {
  ReportSection section{.heading = tr("Result"), .blocks = {}};
  section.blocks.push_back(ReportParagraph{request_text(plan), Tone::kMuted});
  const auto lines = plan.best ? best_sentences(plan) : no_fleet_sentences(plan);
  section.blocks.push_back(ReportParagraph{lines.front(), plan.best ? Tone::kGood : Tone::kBad});
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const bool need = plan.best && i >= lines.size() - plan.needs.size();
    section.blocks.push_back(ReportParagraph{lines[i], need ? Tone::kWarn : Tone::kNormal});
  }
  if (!plan.best) return section;
  add_summary(plan, section);
  ReportTable latencies{.table = latency_table(plan)};
  latencies.row_sources.assign(latencies.table.row_count(),
                               {cite_serving_simulation(plan, sources)});
  section.blocks.push_back(std::move(latencies));
  for (const Text& line : band_sentences(*plan.best)) {
    section.blocks.push_back(ReportParagraph{
        line, plan.best->widened || !plan.best->measured ? Tone::kWarn : Tone::kNormal});
  }
  return section;
}

ReportSection types_section(const FleetPlan& plan, ReportSources& sources) {
  ReportTable block{.table = types_table(plan)};
  const int simulation = cite_serving_simulation(plan, sources);
  for (const TypeSummary& type : plan.types) {
    if (!type.fleet) continue;
    block.row_sources.push_back(row_notes({simulation, cite_price(sources, type.fleet->offer)}));
    block.row_tones.push_back(block.row_tones.empty() ? Tone::kGood : Tone::kNormal);
  }
  return {.heading = tr("Best fleet of each instance type"), .blocks = {std::move(block)}};
}

ReportSection frontier_section(const FleetPlan& plan, ReportSources& sources) {
  ReportSection section{.heading = tr("Other limits"), .blocks = {}};
  const bool any = plan.best || std::any_of(plan.frontier.begin(), plan.frontier.end(),
                                            [](const auto& point) { return point.fleet; });
  if (any) section.blocks.push_back(frontier_chart(plan));
  Table table({{"limits", tr("Limits")},
               {"count", tr("Instances")},
               {"instance", tr("Instance type")},
               {"usd", tr("Cost"), "USD/h", 2},
               {"month", tr("Cost"), "USD/month", 0},
               {"million", tr("Cost of 1M output tokens"), "USD", 3},
               {"configuration", tr("Configuration")}});
  ReportTable block{.table = Table()};
  const int simulation = cite_serving_simulation(plan, sources);
  for (const FrontierPoint& point : plan.frontier) {
    if (!point.fleet) {
      const Missing none{tr("no fleet")};
      table.add_row({limits_text(point.limits), none, none, none, none, none, std::string()});
      block.row_sources.push_back({simulation});
      continue;
    }
    const PlannedFleet& fleet = *point.fleet;
    table.add_row({limits_text(point.limits), std::int64_t{fleet.count()},
                   fleet.configuration.instance, fleet.per_hour.dollars(),
                   fleet.per_month.dollars(), fleet.per_million_output_tokens.dollars(),
                   fleet.configuration.text()});
    block.row_sources.push_back(row_notes({simulation, cite_price(sources, fleet.offer)}));
  }
  block.table = std::move(table);
  section.blocks.push_back(std::move(block));
  return section;
}

ReportSection assumptions_section(const FleetPlan& plan) {
  std::vector<Text> lines = {cost::price_sentence(plan.as_of)};
  lines.insert(lines.end(), plan.assumptions.begin(), plan.assumptions.end());
  return {.heading = tr("Assumptions"),
          .blocks = {ReportList{tr("Assumptions of the plan"), std::move(lines)}}};
}

ReportSection rejections_section(const FleetPlan& plan) {
  ReportSection section = rejected_section(counts_sentence(plan), rejected_types(plan));
  constexpr int kShown = 5;
  const auto near = runners_up(plan, kShown);
  if (!near.empty()) {
    section.blocks.push_back(ReportList{runners_up_title(*plan.best), near});
  }
  add_refused(section, tr("Rejected configurations by instance type and rule:"),
              refused_table(plan));
  return section;
}

ReportSection offers_section(const PlannedFleet& fleet, ReportSources& sources) {
  Table table({{"region", tr("Region")},
               {"option", tr("Purchase option")},
               {"each", tr("Price of an instance"), "USD/h", 4},
               {"fleet", tr("Cost of the fleet"), "USD/h", 2},
               {"month", tr("Cost of the fleet"), "USD/month", 0},
               {"date", tr("Date of the price")}});
  ReportTable block{.table = Table()};
  for (const Offer& offer : fleet.offers) {
    const cost::Priced* const price = offer.priced();
    const Missing missing{cost::missing_word(offer.price)};
    if (price == nullptr) {
      table.add_row(
          {offer.region, purchase_title(offer), missing, missing, missing, Missing{tr("n/a")}});
      block.row_sources.emplace_back();
      block.row_tones.push_back(Tone::kMuted);
      continue;
    }
    const Usd all = price->per_hour * static_cast<std::int64_t>(fleet.count());
    table.add_row({offer.region, purchase_title(offer), price->per_hour.dollars(), all.dollars(),
                   (all * kHoursPerMonth).dollars(), cost::citation(offer.price).date});
    block.row_sources.push_back({cite_price(sources, offer)});
    block.row_tones.push_back(Tone::kNormal);
  }
  block.table = std::move(table);
  return {.heading = tr("Same fleet with other purchase options"), .blocks = {std::move(block)}};
}

/// The mixes of purchase options: a sentence for each term, and all offers.
void add_mixes(const std::vector<PurchaseMix>& mixes, ReportSection& section,
               ReportSources& sources) {
  if (mixes.empty()) return;
  ReportTable block{.table = mix_table(mixes)};
  for (const PurchaseMix& mix : mixes) {
    section.blocks.push_back(ReportParagraph{mix_sentence(mix), Tone::kNormal});
    for (const MixedOffer& each : mix.offers) {
      block.row_sources.push_back({cite_price(sources, each.offer)});
    }
  }
  section.blocks.push_back(std::move(block));
}

ReportSection hours_section(const ScaledFleet& scaled, ReportSources& sources) {
  ReportSection section{.heading = tr("Fleet that follows the hourly load"), .blocks = {}};
  section.blocks.push_back(hours_chart(scaled));
  section.blocks.push_back(ReportParagraph{scaled_sentence(scaled), Tone::kNormal});
  if (scaled.missed_when_reacting) {
    section.blocks.push_back(ReportParagraph{
        reacting_sentence(*scaled.missed_when_reacting),
        reacts_in_time(*scaled.missed_when_reacting) ? Tone::kNormal : Tone::kWarn});
  }
  add_mixes(scaled.mixes, section, sources);
  if (!scaled.no_mix.empty()) {
    section.blocks.push_back(ReportParagraph{scaled.no_mix, Tone::kMuted});
  }
  return section;
}

}  // namespace

cost::ReportDocument plan_document(const FleetPlan& plan) {
  cost::ReportDocument document = cost::titled_document(
      plan.request.title.empty() ? tr("Capacity plan for {}", plan.request.model)
                                 : Text::of_resource(plan.request.title),
      Text::of_resource(plan.request.note), plan.as_of);
  cost::ReportSources& sources = document.sources;
  document.sections.push_back(result_section(plan, sources));
  if (plan.best) document.sections.push_back(types_section(plan, sources));
  if (!plan.frontier.empty() && !plan.request.limits.empty()) {
    document.sections.push_back(frontier_section(plan, sources));
  }
  document.sections.push_back(assumptions_section(plan));
  if (plan.best) document.sections.push_back(offers_section(*plan.best, sources));
  if (plan.scaled) document.sections.push_back(hours_section(*plan.scaled, sources));
  document.sections.push_back(rejections_section(plan));
  return document;
}

}  // namespace nscope::capacity
