// The tables of ScenarioEconomics.
#include "costmodel/economics/scenario_economics.h"
#include "profiler/base/format.h"

#include <fmt/format.h>

namespace nscope::cost {
namespace {

Cell money(const std::optional<Usd>& amount, std::string_view missing = "unknown") {
  return amount ? Cell(amount->dollars()) : Cell(Missing{std::string(missing)});
}

Cell share(const std::optional<double>& value) {
  return value ? Cell(*value * 100) : Cell(Missing{"none"});
}

Table utilisation_table(const std::vector<UtilisationPanel>& panels) {
  Table table({{"work"},
               {"utilisation", "busy", "%", 1},
               {"usd_per_million_tokens", "USD per 1M tokens", "", 4},
               {"how"},
               {"source"},
               {"provenance"}});
  for (const UtilisationPanel& panel : panels) {
    if (!panel.missing.empty()) {
      const Missing missing{"unknown"};
      table.add_row({panel.label, missing, missing, panel.missing, panel.source,
                     std::string(to_string(panel.provenance))});
      continue;
    }
    table.add_row({panel.label, panel.utilisation * 100, money(panel.usd_per_million), panel.how,
                   panel.source, std::string(to_string(panel.provenance))});
  }
  table.add_note("Cost of machines that are paid all the time, on demand.");
  return table;
}

/// A row for each offer that is bought, then spot, on-demand and the sum.
Table commitment_table(const std::vector<CommitmentPanel>& panels) {
  Table table({{"work"},
               {"bought"},
               {"amount", "", "", -1},
               {"unit"},
               {"usd", "USD over the horizon", "", 2},
               {"used", "used", "%", 1},
               {"break_even", "break-even use", "%", 1}});
  const auto add = [&](const CommitmentPanel& panel, std::string what, Cell amount,
                       std::string unit, Usd usd, Cell used, Cell even) {
    table.add_row({panel.label, std::move(what), std::move(amount), std::move(unit), usd.dollars(),
                   std::move(used), std::move(even)});
  };
  const Missing none{"-"};
  for (const CommitmentPanel& panel : panels) {
    if (!panel.missing.empty()) {
      table.add_row(
          {panel.label, panel.missing, none, std::string(), Missing{"unknown"}, none, none});
      continue;
    }
    const MixCost& cost = panel.mix.cost;
    for (std::size_t i = 0; i < panel.problem.offers.size(); ++i) {
      if (panel.mix.amounts[i] <= 0) continue;
      const Commitment& offer = panel.problem.offers[i];
      add(panel, offer.label, panel.mix.amounts[i],
          is_savings_plan(offer.kind) ? "USD/h" : "instances",
          Usd::round(panel.mix.amounts[i] * unit_cost(panel.problem, offer)), cost.used[i] * 100,
          share(break_even_share(panel.problem, offer)));
    }
    if (cost.spot.nano() > 0) add(panel, "Spot", none, "", cost.spot, none, none);
    add(panel, "On-demand", none, "", cost.on_demand, none, none);
    add(panel, "all", none, "", cost.total, cost.covered * 100, none);
    add(panel, "(all on demand)", none, "", cost.all_on_demand, none, none);
    if (!panel.problem.held.empty()) {
      add(panel, "(held, sunk)", none, "", cost.sunk, none, none);
    }
    std::string note = fmt::format(
        "{}: {:.1f} % below all on demand over {:g} h of {}; {}", panel.label, cost.saving() * 100,
        panel.problem.horizon_hours, panel.problem.types.front().demand.source,
        panel.mix.method == CommitmentMix::Method::kLayers ? "newsvendor layers"
                                                           : "integer program");
    for (const MixRegret& regret : panel.regret) {
      note += fmt::format("; with {:+.0f} % demand {} USD more than the mix one would have made",
                          (regret.demand_factor - 1) * 100, format_usd(regret.regret(), 0));
    }
    table.add_note(std::move(note));
    for (const std::string& each : panel.notes) table.add_note(panel.label + ": " + each);
  }
  return table;
}

Table sweep_table(const std::vector<CommitmentPanel>& panels) {
  Table table({{"work"},
               {"offer"},
               {"units", "instances", "", 0},
               {"covered", "covered", "%", 1},
               {"used", "used", "%", 1},
               {"usd", "USD over the horizon", "", 2}});
  for (const CommitmentPanel& panel : panels) {
    for (const CoverageStep& step : panel.sweep) {
      table.add_row({panel.label, panel.problem.offers[*panel.swept].label, step.units,
                     step.covered * 100, step.used * 100, step.total.dollars()});
    }
  }
  return table;
}

void add_spot_rows(Table& table, const SpotPanel& panel) {
  const auto row = [&](std::string what, Cell value, std::string unit, std::string note = {}) {
    table.add_row(
        {panel.label, std::move(what), std::move(value), std::move(unit), std::move(note)});
  };
  const SpotExpectation& e = panel.expected;
  const SpotTrials& t = panel.trials;
  row("mean time between reclaims of the job", e.mtbf_hours, "h", panel.hazard_source);
  row("checkpoint interval", e.interval_hours * 60, "min",
      panel.daly
          ? fmt::format("Daly {:.4g} min, Young {:.4g} min", *panel.daly * 60, *panel.young * 60)
          : "");
  row("work", panel.job.work_hours, "h");
  row("expected time", e.wall_hours(), "h",
      fmt::format("{:.2f} h waiting; {:.3g} reclaims, {:.3g} of them of all nodes{}",
                  e.waiting_hours, e.single_reclaims + e.shared_reclaims, e.shared_reclaims,
                  e.notice_saves ? "; the two-minute notice saves the work" : ""));
  row("time, 10 % to 90 %", t.p10_wall_hours, "h",
      fmt::format("to {:.4g} h in {} simulated jobs (mean {:.4g} h)", t.p90_wall_hours, t.trials,
                  t.mean_wall_hours));
  if (t.in_time) row("ends by the deadline", *t.in_time * 100, "%");
  row("spot, expected", e.compute.dollars(), "USD",
      fmt::format("10 % to 90 %: {} to {} USD; {}", format_usd(t.p10, 2), format_usd(t.p90, 2),
                  panel.price_source));
  row("on demand", e.on_demand.dollars(), "USD", "never interrupted, without checkpoints");
  row("saved", (1 - e.compute / e.on_demand) * 100, "%");
  row("spot pays while paid hours / work stay below", panel.break_even.price_ratio, "",
      fmt::format("now {:.4g}; at a spot price below {} USD/h", panel.break_even.overhead,
                  format_usd(panel.break_even.spot_per_hour, 4)));
  row("mean time between reclaims of a node that it needs",
      panel.break_even.hazard ? Cell(1 / *panel.break_even.hazard) : Cell(Missing{"below 1 h"}),
      "h");
  for (const CostLine& line : panel.lines) {
    row(line.what, money(line.amount), "USD", line.arithmetic + "; " + line.source);
  }
}

Table spot_table(const std::vector<SpotPanel>& panels) {
  Table table({{"work"}, {"figure"}, {"value", "", "", 2}, {"unit"}, {"note"}});
  for (const SpotPanel& panel : panels) {
    if (panel.missing.empty()) {
      add_spot_rows(table, panel);
    } else {
      table.add_row(
          {panel.label, std::string("spot"), Missing{"unknown"}, std::string(), panel.missing});
    }
  }
  return table;
}

Table line_table(const std::vector<CostLine>& lines) {
  Table table({{"line"}, {"usd", "USD", "", 4}, {"per"}, {"arithmetic"}, {"source"}, {"stale"}});
  for (const CostLine& line : lines) {
    table.add_row(
        {line.what, money(line.amount), line.per, line.arithmetic, line.source, line.stale});
  }
  return table;
}

Table bundle_table(const std::vector<BundleLine>& lines) {
  Table table({{"bundle"},
               {"part"},
               {"usd", "USD", "", 2},
               {"to_base", "x", "", 4},
               {"arithmetic"},
               {"source"}});
  for (const BundleLine& line : lines) {
    table.add_row({line.bundle, line.part.empty() ? std::string("total") : line.part,
                   money(line.amount), line.to_base ? Cell(*line.to_base) : Cell(Missing{"-"}),
                   line.arithmetic, line.source});
  }
  return table;
}

Table carbon_table(const std::vector<CarbonLine>& lines) {
  Table table({{"work"},
               {"kwh", "energy", "kWh", 1},
               {"kg", "CO2e", "kg", 1},
               {"kg_with_pue", "with the building", "kg", 1},
               {"source"}});
  const Missing unknown{"unknown"};
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
  const auto add = [&](const char* id, const char* title, Table table) {
    if (table.row_count() > 0) sections.push_back({id, title, std::move(table)});
  };
  add("bundles", "Bought together", bundle_table(economics.bundles));
  if (!economics.utilisation.empty()) {
    add("utilisation", "Utilisation", utilisation_table(economics.utilisation));
  }
  if (!economics.commitments.empty()) {
    add("commitments", "Commitment mix", commitment_table(economics.commitments));
    add("coverage", "Coverage of the cheapest offer alone", sweep_table(economics.commitments));
  }
  add("spot", "Spot with checkpoints", spot_table(economics.spot));
  add("lines", "Other costs", line_table(economics.lines));
  add("carbon", "Energy and emissions", carbon_table(economics.carbon));
  return sections;
}

}  // namespace nscope::cost
