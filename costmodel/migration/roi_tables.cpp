#include "costmodel/migration/roi_tables.h"

#include "costmodel/migration/figure_text.h"
#include "costmodel/money/figures.h"

#include <algorithm>
#include <cmath>

namespace nscope::cost {
namespace {

Cell cell(const std::optional<Usd>& amount, const Text& missing) {
  return amount ? Cell(amount->dollars()) : Cell(Missing{missing});
}

Phrase state_title(BreakEven::State state) {
  switch (state) {
    case BreakEven::State::kAlways: return phrase("always pays off");
    case BreakEven::State::kNever: return phrase("never pays off");
    case BreakEven::State::kAbove: return phrase("pays off above");
    case BreakEven::State::kBelow: return phrase("pays off below");
    case BreakEven::State::kSeveral: return phrase("several break-evens");
  }
  return {};
}

/// Whether the columns of proceeds and tax are shown.
bool has_tax(const RoiStudy& study) {
  return study.tax.has_value() || !study.owned.empty();
}

std::vector<Table::Column> cash_columns(Table::Column first, const RoiStudy& study) {
  std::vector<Table::Column> columns = {
      std::move(first),
      {"tokens", tr("Tokens"), "", 0},
      {"target_share", tr("Share on target"), "", 2},
      {"stay_usd", tr("Stay"), "USD", 2},
      {"committed_usd", tr("Existing commitments"), "USD", 2},
      {"old_machines_usd", tr("Move: baseline instances"), "USD", 2},
      {"new_machines_usd", tr("Move: target instances"), "USD", 2},
      {"running_usd", tr("Running costs"), "USD", 2},
      {"people_usd", tr("Engineering"), "USD", 2},
      {"one_off_usd", tr("One-off"), "USD", 2}};
  if (has_tax(study)) {
    columns.push_back({"resale_usd", tr("Resale"), "USD", 2});
    columns.push_back({"tax_usd", tr("Additional tax"), "USD", 2});
  }
  columns.push_back({"net_usd", tr("Net"), "USD", 2});
  columns.push_back({"cumulative_usd", tr("Cumulative"), "USD", 2});
  columns.push_back({"present_usd", tr("Present value"), "USD", 2});
  return columns;
}

void add_cash_row(Table& table, std::size_t index, const CashMonth& m, const RoiStudy& study) {
  std::vector<Cell> cells = {static_cast<std::int64_t>(index),
                             m.tokens,
                             m.share,
                             m.stay.dollars(),
                             m.committed.dollars(),
                             m.old_machines.dollars(),
                             m.new_machines.dollars(),
                             m.running.dollars(),
                             m.people.dollars(),
                             m.one_off.dollars()};
  if (has_tax(study)) cells.insert(cells.end(), {m.resale.dollars(), m.tax.dollars()});
  cells.insert(cells.end(), {m.net.dollars(), m.cumulative.dollars(), m.present.dollars()});
  table.add_row(std::move(cells));
}

void add_up(CashMonth& year, const CashMonth& month, double share_weight) {
  year.tokens += month.tokens;
  year.share += month.share * share_weight;
  year.stay += month.stay;
  year.committed += month.committed;
  year.old_machines += month.old_machines;
  year.new_machines += month.new_machines;
  year.running += month.running;
  year.people += month.people;
  year.one_off += month.one_off;
  year.resale += month.resale;
  year.tax += month.tax;
  year.net += month.net;
  year.cumulative = month.cumulative;
  year.present += month.present;
}

}  // namespace

std::vector<KeyFigure> key_figures(const RoiResult& result) {
  using Group = Assumption::Group;
  const RoiStudy& study = result.study;
  const auto costs = [](const RoiSide& side, const PricedSide& priced) {
    const Text sum = tr("{}: {} USD/h, USD {} per million tokens", side_text(side),
                        as_price(priced.per_hour), as_rate(priced.per_million));
    if (!priced.token_prices) return sum;
    return tr("{}; {}", sum, to_text(*priced.token_prices));
  };
  std::vector<KeyFigure> figures = {
      {tr("Net present value"), whole_usd(result.npv)},
      {tr("Payback"), payback_text(result.payback, study.horizon_months)},
      {tr("Discounted payback"), payback_text(result.discounted_payback, study.horizon_months)},
      {tr("Internal rate of return"), internal_rate_text(result.internal_rate)},
      {tr("Engineering and one-off payments"), whole_usd(result.investment), {Group::kMigration}}};
  if (result.dual_running.nano() > 0) {
    figures.push_back({tr("Dual running"), whole_usd(result.dual_running)});
  }
  figures.push_back({tr("Saving in the last month"), whole_usd(result.saving_per_month)});
  figures.push_back(
      {tr("Baseline"), costs(study.baseline, result.baseline), {Group::kBaseline, Group::kLoad}});
  figures.push_back(
      {tr("Target"), costs(study.target, result.target), {Group::kTarget, Group::kLoad}});
  figures.push_back(
      {tr("Speed of the target"),
       tr("{} times the baseline; at equal utilisation, a token costs the same at {} times",
          as::fixed(result.speed_ratio, 3), as::fixed(result.price_speed_ratio, 3)),
       {Group::kBaseline, Group::kTarget}});
  return figures;
}

Table key_figures_table(const RoiResult& result) {
  Table table({{"figure", tr("Figure")}, {"value", tr("Value")}});
  for (KeyFigure& figure : key_figures(result)) {
    table.add_row({std::move(figure.name), std::move(figure.value)});
  }
  return table;
}

Table cash_flow_table(const RoiResult& result) {
  Table table(cash_columns({"month", tr("Month")}, result.study));
  for (std::size_t t = 0; t < result.months.size(); ++t) {
    add_cash_row(table, t, result.months[t], result.study);
  }
  return table;
}

Table yearly_table(const RoiResult& result) {
  constexpr std::size_t kYear = 12;
  Table table(cash_columns({"year", tr("Year")}, result.study));
  add_cash_row(table, 0, result.months.front(), result.study);
  for (std::size_t first = 1; first < result.months.size(); first += kYear) {
    const std::size_t end = std::min(first + kYear, result.months.size());
    CashMonth year;
    for (std::size_t t = first; t < end; ++t) {
      add_up(year, result.months[t], 1.0 / static_cast<double>(end - first));
    }
    add_cash_row(table, (first - 1) / kYear + 1, year, result.study);
  }
  return table;
}

Text starred(const Text& option, bool stale) {
  return stale ? tr("{} *", option) : option;
}

bool has_stale_price(const RoiResult& result) {
  return std::ranges::any_of(result.options, [](const OptionCell& cell) {
    return cell.baseline_stale || cell.target_stale;
  });
}

Text baseline_title(const RoiResult& result, const OptionCell& cell) {
  const bool billed = result.study.baseline.bill && cell.baseline == result.study.baseline.option;
  return billed ? tr("own bill") : title(cell.baseline);
}

Table options_table(const RoiResult& result) {
  std::vector<Table::Column> columns = {{"baseline", tr("Baseline \\ target")}};
  std::vector<Purchase> targets;
  for (const OptionCell& each : result.options) {
    if (std::find(targets.begin(), targets.end(), each.target) != targets.end()) break;
    targets.push_back(each.target);
    columns.push_back(
        {to_string(each.target), starred(title(each.target), each.target_stale), "USD", 0});
  }
  Table table(std::move(columns));
  for (std::size_t i = 0; i < result.options.size(); i += targets.size()) {
    const OptionCell& first = result.options[i];
    std::vector<Cell> row = {starred(baseline_title(result, first), first.baseline_stale)};
    for (std::size_t j = 0; j < targets.size(); ++j) {
      const OptionCell& each = result.options[i + j];
      row.push_back(cell(each.npv, each.missing));
    }
    table.add_row(std::move(row));
  }
  table.add_note(
      tr("Each cell is the net present value of the same plan. Commitments and Spot interruptions "
         "are not modelled. The diagonal compares equal purchase options."));
  if (has_stale_price(result)) table.add_note(tr("*: price out of date"));
  return table;
}

Table tornado_table(const RoiResult& result) {
  Table table({{"input", tr("Input")},
               {"p10", tr("p10")},
               {"p90", tr("p90")},
               {"npv_at_p10_usd", tr("NPV at p10"), "USD", 0},
               {"npv_at_p90_usd", tr("NPV at p90"), "USD", 0},
               {"swing_usd", tr("Difference"), "USD", 0}});
  for (const TornadoBar& bar : result.tornado) {
    table.add_row({title(bar.input), figure_text(bar.input, bar.low_input),
                   figure_text(bar.input, bar.high_input), bar.at_low, bar.at_high, bar.swing()});
  }
  std::vector<Text> fixed;
  for (const RoiInput input : kRoiInputs) {
    const auto& ranges = result.study.uncertainty.ranges;
    if (std::none_of(ranges.begin(), ranges.end(),
                     [&](const InputRange& r) { return r.input == input; })) {
      fixed.push_back(title(input));
    }
  }
  if (!fixed.empty()) {
    table.add_note(tr("Inputs without a range, which are as planned: {}.", joined(fixed)));
  }
  return table;
}

Table break_even_table(const RoiResult& result) {
  Table table({{"quantity", tr("Quantity")},
               {"plan", tr("Plan")},
               {"state", tr("Moving")},
               {"at", tr("Break-even")},
               {"searched", tr("Searched range")}});
  for (const BreakEven& turn : result.break_evens) {
    const Text at = turns_text(turn);
    table.add_row({title(turn.quantity), figure_text(turn.quantity, turn.planned),
                   state_title(turn.state), at.empty() ? Cell(Missing{tr("none")}) : Cell(at),
                   tr("{} to {}", figure_text(turn.quantity, turn.from),
                      figure_text(turn.quantity, turn.to))});
  }
  return table;
}

Table commitments_table(const RoiResult& result) {
  Table table({{"commitment", tr("Commitment")},
               {"usd_per_month", tr("Per month"), "USD", 2},
               {"months_left", tr("Months left"), "", 1},
               {"owed_usd", tr("Total owed"), "USD", 0},
               {"source", tr("Source")}});
  for (const OwedCommitment& item : result.study.commitments) {
    const double monthly = item.usd_per_month.dollars();
    table.add_row({item.label, monthly, item.months_left, monthly * item.months_left, item.source});
  }
  return table;
}

Table compatibility_table(const RoiResult& result) {
  Table table({{"check", tr("Check")},
               {"state", tr("Supported")},
               {"finding", tr("Finding")},
               {"source", tr("Source")},
               {"date", tr("Date")}});
  for (const CompatibilityRow& row : result.compatibility) {
    table.add_row({row.check, title(row.state), row.finding, row.source,
                   row.date.empty() ? Cell(Missing{tr("undated")}) : Cell(row.date)});
  }
  return table;
}

Table concerns_table(const RoiResult& result) {
  Table table({{"severity", tr("Severity")},
               {"topic", tr("Check")},
               {"subject", tr("Subject")},
               {"message", tr("Finding")}});
  for (const Concern& concern : result.concerns) {
    table.add_row(
        {severity_word(concern.severity), concern.topic, concern.subject, concern.message});
  }
  return table;
}

Table odds_table(const RoiResult& result) {
  const MonteCarlo& trials = result.monte_carlo;
  Table table(
      {{"figure", tr("Figure")}, {"p10", tr("p10")}, {"p50", tr("p50")}, {"p90", tr("p90")}});
  table.add_row({tr("Net present value"), whole_usd(trials.npv.p10), whole_usd(trials.npv.p50),
                 whole_usd(trials.npv.p90)});
  const auto months = [](double value) { return tr("{} months", as::fixed(value, 1)); };
  if (trials.paid_back > 0.0) {
    table.add_row({tr("Payback of the trials that pay back"), months(trials.payback_months.p10),
                   months(trials.payback_months.p50), months(trials.payback_months.p90)});
  }
  table.add_note(
      tr("{} trials with seed {}. The net present value is positive in {} of them (95 % confidence "
         "interval {} to {}); {} pay back within the horizon. Mean {}, standard deviation {}, {} "
         "price cuts per trial.",
         as::count(trials.trials), trials.seed, as::percent(trials.probability),
         as::percent(trials.probability_low), as::percent(trials.probability_high),
         as::percent(trials.paid_back), whole_usd(trials.mean), whole_usd(trials.deviation),
         as::fixed(trials.cuts_per_trial, 2)));
  return table;
}

Table claim_table(const RoiResult& result) {
  Table table(
      {{"figure", tr("Figure")}, {"claimed", tr("As claimed")}, {"equal", tr("For equal work")}});
  if (!result.claim) return table;
  const ClaimCheck& check = *result.claim;
  const EqualWork& work = check.work;
  const auto runs = [](const std::optional<double>& count) {
    return count ? tr("{} runs", as::fixed(*count, 2)) : tr("never");
  };
  const auto saving = [](Usd amount, double share) {
    return tr("{} ({})", whole_usd(amount), as::percent(share));
  };
  const auto tokens = [](double count) { return figure_text(RoiInput::kLoad, count); };
  table.add_row(
      {tr("Tokens of the baseline run"), tokens(work.base_tokens), tokens(work.base_tokens)});
  table.add_row(
      {tr("Tokens of the target run"), tokens(work.other_tokens), tokens(work.base_tokens)});
  table.add_row(
      {tr("Cost of the baseline run"), whole_usd(work.base_cost), whole_usd(work.base_cost)});
  table.add_row(
      {tr("Cost of the target run"), whole_usd(work.claimed_cost), whole_usd(work.equal_cost)});
  table.add_row({tr("Saving per run"), saving(check.saving_claimed, work.saving_claimed),
                 saving(check.saving_equal, work.saving_equal)});
  table.add_row({tr("Runs until the investment is recovered"), runs(check.runs_claimed),
                 runs(check.runs_equal)});
  return table;
}

}  // namespace nscope::cost
