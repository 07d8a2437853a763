// The tables of ScenarioEconomics.
#include "costmodel/economics/scenario_economics.h"
#include "costmodel/money/figures.h"

#include <algorithm>
#include <cmath>

namespace nscope::cost {
namespace {

Cell money(const std::optional<Usd>& amount) {
  return amount ? Cell(amount->dollars()) : Cell(Missing{tr("unknown")});
}

Cell share(const std::optional<double>& value) {
  return value ? Cell(*value * 100) : Cell(Missing{tr("none")});
}

Table utilisation_table(const std::vector<UtilisationPanel>& panels) {
  Table table({{"work", tr("Item")},
               {"utilisation", tr("Utilisation"), "%", 1},
               {"option", tr("Purchase option")},
               {"usd_per_million_tokens", tr("Cost per million tokens"), "USD", 4},
               {"how", tr("Calculation")},
               {"source", tr("Source")},
               {"provenance", tr("Provenance")}});
  for (const UtilisationPanel& panel : panels) {
    if (!panel.missing.empty()) {
      const Missing missing{tr("unknown")};
      table.add_row({panel.label, missing, missing, missing, panel.missing, panel.source,
                     provenance_word(panel.provenance)});
      continue;
    }
    table.add_row({panel.label, panel.utilisation * 100, title(panel.option),
                   money(panel.usd_per_million), panel.how, panel.source,
                   provenance_word(panel.provenance)});
  }
  table.add_note(tr("Idle time is paid."));
  for (const UtilisationPanel& panel : panels) {
    if (!panel.missing.empty()) continue;
    if (!panel.usd_per_million) {
      table.add_note(tr("{}: {}", panel.label, panel.price));
    } else if (panel.option.option != PurchaseOption::kOnDemand) {
      table.add_note(tr("{}: {} around the clock ({}), because there is no on-demand price.",
                        panel.label, title(panel.option), panel.price));
    }
  }
  return table;
}

/// The purchase option of hours without a commitment, in a sentence.
Text base_words(const Purchase& base) {
  return base.option == PurchaseOption::kOnDemand ? tr("on-demand") : tr("{}", title(base));
}

/// The saving and its method, the regret, and the notes of a panel.
void add_mix_notes(const CommitmentPanel& panel, Table& table) {
  if (panel.mix.cost.all_on_demand == Usd()) {
    // Without a demand in the horizon, or with existing commitments for all of it.
    table.add_note(panel.problem.held.empty()
                       ? tr("{}: there is no demand.", panel.label)
                       : tr("{}: existing commitments serve all of the demand.", panel.label));
    for (const Text& each : panel.notes) table.add_note(tr("{}: {}", panel.label, each));
    return;
  }
  const double saving = panel.mix.cost.saving();
  const TextNumber hours = as_digits(panel.problem.horizon_hours, 6);
  const Text& demand = panel.problem.types.front().demand.source;
  table.add_note(panel.mix.method == CommitmentMix::Method::kLayers
                     ? tr("{}: the mix saves {} compared with {} over {} h (demand: {}; method: "
                          "newsvendor layers).",
                          panel.label, as::percent(saving), base_words(panel.base), hours, demand)
                     : tr("{}: the mix saves {} compared with {} over {} h (demand: {}; method: "
                          "integer program).",
                          panel.label, as::percent(saving), base_words(panel.base), hours, demand));
  table.add_note(tr("{}: existing and new commitments serve {} of the demand.", panel.label,
                    as::percent(panel.mix.cost.covered)));
  for (const MixRegret& regret : panel.regret) {
    const TextNumber change = as::percent(std::abs(regret.demand_factor - 1), 0);
    table.add_note(
        regret.demand_factor < 1
            ? tr("{}: if the demand is {} lower, the mix costs USD {} more than the optimal mix.",
                 panel.label, change, as_usd(regret.regret(), 0))
            : tr("{}: if the demand is {} higher, the mix costs USD {} more than the optimal mix.",
                 panel.label, change, as_usd(regret.regret(), 0)));
  }
  for (const Text& each : panel.notes) table.add_note(tr("{}: {}", panel.label, each));
}

/// A row for each offer that is bought, then Spot, on-demand and the sum.
Table commitment_table(const std::vector<CommitmentPanel>& panels) {
  Table table({{"work", tr("Item")},
               {"bought", tr("Purchase option")},
               {"amount", tr("Amount")},
               {"unit", tr("Unit")},
               {"usd", tr("Cost over the horizon"), "USD", 2},
               {"used", tr("Used"), "%", 1},
               {"break_even", tr("Break-even use"), "%", 1}});
  const auto add = [&](const CommitmentPanel& panel, Text what, Cell amount, Text unit, Usd usd,
                       Cell used, Cell even) {
    table.add_row({panel.label, std::move(what), std::move(amount), std::move(unit), usd.dollars(),
                   std::move(used), std::move(even)});
  };
  const Missing none{tr("n/a")};
  for (const CommitmentPanel& panel : panels) {
    if (!panel.missing.empty()) {
      table.add_row({panel.label, panel.missing, none, Text(), Missing{tr("unknown")}, none, none});
      continue;
    }
    const MixCost& cost = panel.mix.cost;
    for (std::size_t i = 0; i < panel.problem.offers.size(); ++i) {
      if (panel.mix.amounts[i] <= 0) continue;
      const Commitment& offer = panel.problem.offers[i];
      add(panel, offer.label, panel.mix.amounts[i],
          is_savings_plan(offer.kind) ? Text::verbatim("USD/h") : tr("instances"),
          Usd::round(panel.mix.amounts[i] * unit_cost(panel.problem, offer)), cost.used[i] * 100,
          share(break_even_share(panel.problem, offer)));
    }
    if (cost.spot.nano() > 0) add(panel, tr("Spot"), none, {}, cost.spot, none, none);
    add(panel, title(panel.base), none, {}, cost.on_demand, none, none);
    add(panel, tr("Total"), none, {}, cost.total, none, none);
    add(panel, tr("(all {})", base_words(panel.base)), none, {}, cost.all_on_demand, none, none);
    if (!panel.problem.held.empty()) {
      add(panel, tr("(existing commitments, sunk)"), none, {}, cost.sunk, none, none);
    }
    add_mix_notes(panel, table);
  }
  return table;
}

Table sweep_table(const std::vector<CommitmentPanel>& panels) {
  Table table({{"work", tr("Item")},
               {"offer", tr("Offer")},
               {"units", tr("Instances"), "", 0},
               {"covered", tr("Covered"), "%", 1},
               {"used", tr("Used"), "%", 1},
               {"usd", tr("Cost over the horizon"), "USD", 2}});
  for (const CommitmentPanel& panel : panels) {
    for (const CoverageStep& step : panel.sweep) {
      table.add_row({panel.label, panel.problem.offers[*panel.swept].label, step.units,
                     step.covered * 100, step.used * 100, step.total.dollars()});
    }
  }
  return table;
}

void add_spot_rows(Table& table, const SpotPanel& panel) {
  const auto row = [&](Text what, Cell value, std::string unit, Text note = {}) {
    table.add_row(
        {panel.label, std::move(what), std::move(value), std::move(unit), std::move(note)});
  };
  const SpotExpectation& e = panel.expected;
  const SpotTrials& t = panel.trials;
  row(tr("Mean time between reclaims of the job"), e.mtbf_hours, "h", panel.hazard_source);
  row(tr("Checkpoint interval"), e.interval_hours * 60, "min",
      panel.daly ? tr("Daly {} min, Young {} min", as_digits(*panel.daly * 60, 4),
                      as_digits(*panel.young * 60, 4))
                 : Text());
  row(tr("Work"), panel.job.work_hours, "h");
  const Text reclaims =
      tr("{} h of waiting; {} reclaims, of which {} take all nodes", as::fixed(e.waiting_hours, 2),
         as_digits(e.single_reclaims + e.shared_reclaims, 3), as_digits(e.shared_reclaims, 3));
  row(tr("Expected time"), e.wall_hours(), "h",
      e.notice_saves ? tr("{}; the two-minute notice saves the work", reclaims) : reclaims);
  row(tr("Time p10"), t.p10_wall_hours, "h",
      tr("p90 {} h, mean {} h; {} trials", as_digits(t.p90_wall_hours, 4),
         as_digits(t.mean_wall_hours, 4), as::count(t.trials)));
  if (t.in_time) row(tr("Probability of ending by the deadline"), *t.in_time * 100, "%");
  row(tr("Expected cost on Spot"), e.compute.dollars(), "USD",
      tr("p10 USD {}, p90 USD {}; {}", as_usd(t.p10), as_usd(t.p90), panel.price_source));
  row(panel.base.option == PurchaseOption::kOnDemand ? tr("Cost on-demand")
                                                     : tr("Cost with {}", title(panel.base)),
      e.on_demand.dollars(), "USD", tr("without interruptions and checkpoints"));
  row(tr("Saving"), (1 - e.compute / e.on_demand) * 100, "%");
  row(tr("Break-even of paid hours / work"), panel.break_even.price_ratio, "",
      tr("now {}; break-even Spot price {} USD/h", as_digits(panel.break_even.overhead, 4),
         as_price(panel.break_even.spot_per_hour)));
  row(tr("Break-even mean time between reclaims of a node"),
      panel.break_even.hazard ? Cell(1 / *panel.break_even.hazard)
                              : Cell(Missing{tr("less than 1 h")}),
      "h");
  for (const CostLine& line : panel.lines) {
    row(line.what, money(line.amount), "USD", tr("{}; {}", line.arithmetic, line.source));
  }
}

Table spot_table(const std::vector<SpotPanel>& panels) {
  Table table({{"work", tr("Item")},
               {"figure", tr("Figure")},
               {"value", tr("Value"), "", 2},
               {"unit", tr("Unit")},
               {"note", tr("Note")}});
  for (const SpotPanel& panel : panels) {
    if (panel.missing.empty()) {
      add_spot_rows(table, panel);
    } else {
      table.add_row(
          {panel.label, tr("Cost on Spot"), Missing{tr("unknown")}, std::string(), panel.missing});
    }
  }
  return table;
}

Table line_table(const std::vector<CostLine>& lines) {
  Table table({{"line", tr("Cost")},
               {"usd", tr("Amount"), "USD", 4},
               {"per", tr("Per")},
               {"arithmetic", tr("Calculation")},
               {"source", tr("Source")},
               {"stale", tr("Older than 12 months")}});
  for (const CostLine& line : lines) {
    table.add_row(
        {line.what, money(line.amount), line.per, line.arithmetic, line.source, line.stale});
  }
  return table;
}

Table bundle_table(const std::vector<BundleLine>& lines) {
  Table table({{"bundle", tr("Bundle")},
               {"part", tr("Part")},
               {"usd", tr("Amount"), "USD", 2},
               {"to_base", tr("Ratio"), "", 4},
               {"arithmetic", tr("Calculation")},
               {"source", tr("Source")}});
  for (const BundleLine& line : lines) {
    table.add_row({line.bundle, line.part.empty() ? Cell(tr("total")) : Cell(line.part),
                   money(line.amount),
                   line.to_base ? Cell(*line.to_base) : Cell(Missing{tr("n/a")}), line.arithmetic,
                   line.source});
  }
  return table;
}

Table carbon_table(const std::vector<CarbonLine>& lines) {
  Table table({{"work", tr("Item")},
               {"kwh", tr("Energy"), "kWh", 1},
               {"kg", tr("CO2e"), "kg", 1},
               {"kg_with_pue", tr("CO2e with PUE"), "kg", 1},
               {"source", tr("Source")}});
  const Missing unknown{tr("unknown")};
  for (const CarbonLine& line : lines) {
    if (const auto* known = std::get_if<Emissions>(&line.value)) {
      table.add_row({line.label, known->kwh, known->kg, known->kg_with_pue, known->source});
    } else {
      table.add_row(
          {line.label, unknown, unknown, unknown, std::get<UnknownEmissions>(line.value).reason});
    }
  }
  return table;
}

}  // namespace

std::vector<EconomicsSection> economics_sections(const ScenarioEconomics& economics) {
  std::vector<EconomicsSection> sections;
  const auto add = [&](const char* id, Text title, Table table) {
    if (table.row_count() > 0) sections.push_back({id, std::move(title), std::move(table)});
  };
  add("bundles", tr("Bundles"), bundle_table(economics.bundles));
  if (!economics.utilisation.empty()) {
    add("utilisation", tr("Utilisation"), utilisation_table(economics.utilisation));
  }
  if (!economics.commitments.empty()) {
    add("commitments", tr("Commitment mix"), commitment_table(economics.commitments));
    add("coverage", tr("Coverage of the cheapest offer"), sweep_table(economics.commitments));
  }
  add("spot", tr("Spot with checkpoints"), spot_table(economics.spot));
  add("lines", tr("Other costs"), line_table(economics.lines));
  add("carbon", tr("Energy and emissions"), carbon_table(economics.carbon));
  return sections;
}

}  // namespace nscope::cost
