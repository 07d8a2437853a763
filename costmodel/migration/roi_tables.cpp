#include "costmodel/migration/roi_tables.h"

#include "costmodel/migration/figure_text.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

Cell cell(const std::optional<Usd>& amount, const std::string& missing) {
  return amount ? Cell(amount->dollars()) : Cell(Missing{missing});
}

std::string_view words(BreakEven::State state) {
  switch (state) {
    case BreakEven::State::kAlways: return "pays everywhere in the range";
    case BreakEven::State::kNever: return "pays nowhere in the range";
    case BreakEven::State::kAbove: return "pays above";
    case BreakEven::State::kBelow: return "pays below";
    case BreakEven::State::kSeveral: return "turns more than once";
  }
  return "";
}

std::vector<Table::Column> cash_columns(std::string_view first) {
  return {{std::string(first)},
          {"tokens", "", "", 0},
          {"target_share", "on target", "", 2},
          {"stay_usd", "stay", "USD", 2},
          {"committed_usd", "of it owed", "USD", 2},
          {"old_machines_usd", "move: old", "USD", 2},
          {"new_machines_usd", "new", "USD", 2},
          {"running_usd", "running", "USD", 2},
          {"people_usd", "people", "USD", 2},
          {"one_off_usd", "one-off", "USD", 2},
          {"net_usd", "net", "USD", 2},
          {"cumulative_usd", "cumulative", "USD", 2},
          {"present_usd", "present value", "USD", 2}};
}

void add_cash_row(Table& table, std::size_t index, const CashMonth& m) {
  table.add_row({static_cast<std::int64_t>(index), m.tokens, m.share, m.stay.dollars(),
                 m.committed.dollars(), m.old_machines.dollars(), m.new_machines.dollars(),
                 m.running.dollars(), m.people.dollars(), m.one_off.dollars(), m.net.dollars(),
                 m.cumulative.dollars(), m.present.dollars()});
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
  year.net += month.net;
  year.cumulative = month.cumulative;
  year.present += month.present;
}

}  // namespace

Table key_figures_table(const RoiResult& result) {
  Table table({{"figure"}, {"value"}});
  const RoiStudy& study = result.study;
  const auto add = [&](const char* name, std::string value) {
    table.add_row({std::string(name), std::move(value)});
  };
  add("net present value", whole_usd(result.npv));
  add("payback", payback_text(result.payback, study.horizon_months));
  add("discounted payback", payback_text(result.discounted_payback, study.horizon_months));
  add("internal rate of return", internal_rate_text(result.internal_rate));
  add("people and one-off payments", whole_usd(result.investment));
  if (result.dual_running.nano() > 0) add("dual running", whole_usd(result.dual_running));
  add("saving in the last month", whole_usd(result.saving_per_month));
  add("baseline", fmt::format("{}: {} USD/h, {} USD per million tokens", side_text(study.baseline),
                              format_usd(result.baseline.per_hour, 4),
                              format_usd(result.baseline.per_million, 4)));
  add("target",
      fmt::format("{}: {} USD/h, {} USD per million tokens", side_text(study.target),
                  format_usd(result.target.per_hour, 4), format_usd(result.target.per_million, 4)));
  add("speed of the target",
      fmt::format(
          "{:.3f} times the baseline; equal cost per token (at equal utilisation) at {:.3f}",
          result.speed_ratio, result.price_speed_ratio));
  return table;
}

Table cash_flow_table(const RoiResult& result) {
  Table table(cash_columns("month"));
  for (std::size_t t = 0; t < result.months.size(); ++t) {
    add_cash_row(table, t, result.months[t]);
  }
  return table;
}

Table yearly_table(const RoiResult& result) {
  constexpr std::size_t kYear = 12;
  Table table(cash_columns("year"));
  add_cash_row(table, 0, result.months.front());
  for (std::size_t first = 1; first < result.months.size(); first += kYear) {
    const std::size_t end = std::min(first + kYear, result.months.size());
    CashMonth year;
    for (std::size_t t = first; t < end; ++t) {
      add_up(year, result.months[t], 1.0 / static_cast<double>(end - first));
    }
    add_cash_row(table, (first - 1) / kYear + 1, year);
  }
  return table;
}

Table options_table(const RoiResult& result) {
  std::vector<Table::Column> columns = {{"baseline", "baseline \\ target"}};
  std::vector<Purchase> targets;
  for (const OptionCell& each : result.options) {
    if (std::find(targets.begin(), targets.end(), each.target) != targets.end()) break;
    targets.push_back(each.target);
    columns.push_back(
        {std::string(to_string(each.target)), std::string(title(each.target)), "USD", 0});
  }
  Table table(std::move(columns));
  for (std::size_t i = 0; i < result.options.size(); i += targets.size()) {
    const Purchase& base = result.options[i].baseline;
    const bool billed = result.study.baseline.bill && base == result.study.baseline.option;
    std::vector<Cell> row = {billed ? std::string("own bill") : title(base)};
    for (std::size_t j = 0; j < targets.size(); ++j) {
      const OptionCell& each = result.options[i + j];
      row.push_back(cell(each.npv, each.missing));
    }
    table.add_row(std::move(row));
  }
  table.add_note(
      "Each cell is the net present value of the same plan; commitments and spot interruptions are "
      "not modelled here. Like against like is the diagonal.");
  return table;
}

Table tornado_table(const RoiResult& result) {
  Table table({{"input"},
               {"p10", "at P10"},
               {"p90", "at P90"},
               {"npv_at_p10_usd", "NPV at P10", "USD", 0},
               {"npv_at_p90_usd", "NPV at P90", "USD", 0},
               {"swing_usd", "swing", "USD", 0}});
  for (const TornadoBar& bar : result.tornado) {
    table.add_row({std::string(title(bar.input)), figure_text(bar.input, bar.low_input),
                   figure_text(bar.input, bar.high_input), bar.at_low, bar.at_high, bar.swing()});
  }
  std::string fixed;
  for (const RoiInput input : kRoiInputs) {
    const auto& ranges = result.study.uncertainty.ranges;
    if (std::none_of(ranges.begin(), ranges.end(),
                     [&](const InputRange& r) { return r.input == input; })) {
      fixed += (fixed.empty() ? "" : ", ") + std::string(title(input));
    }
  }
  if (!fixed.empty())
    table.add_note("Held at the plan, for want of a stated range: " + fixed + ".");
  return table;
}

Table break_even_table(const RoiResult& result) {
  Table table({{"quantity"}, {"plan"}, {"state", "the move"}, {"at"}, {"searched"}});
  for (const BreakEven& turn : result.break_evens) {
    const std::string at = turns_text(turn);
    table.add_row({std::string(title(turn.quantity)), figure_text(turn.quantity, turn.planned),
                   std::string(words(turn.state)), at.empty() ? Cell(Missing{"none"}) : Cell(at),
                   fmt::format("{} to {}", figure_text(turn.quantity, turn.from),
                               figure_text(turn.quantity, turn.to))});
  }
  return table;
}

Table commitments_table(const RoiResult& result) {
  Table table({{"commitment"},
               {"usd_per_month", "a month", "USD", 2},
               {"months_left", "months left", "", 1},
               {"owed_usd", "owed in all", "USD", 0},
               {"source"}});
  for (const OwedCommitment& item : result.study.commitments) {
    const double monthly = item.usd_per_month.dollars();
    table.add_row({item.label, monthly, item.months_left, monthly * item.months_left, item.source});
  }
  return table;
}

Table compatibility_table(const RoiResult& result) {
  Table table({{"check"}, {"state", "works"}, {"finding"}, {"source"}, {"date"}});
  for (const CompatibilityRow& row : result.compatibility) {
    table.add_row({row.check, std::string(to_string(row.state)), row.finding, row.source,
                   row.date.empty() ? Cell(Missing{"undated"}) : Cell(row.date)});
  }
  return table;
}

Table concerns_table(const RoiResult& result) {
  Table table({{"severity"}, {"topic"}, {"subject"}, {"message"}});
  for (const Concern& concern : result.concerns) {
    table.add_row({std::string(to_string(concern.severity)), concern.topic, concern.subject,
                   concern.message});
  }
  return table;
}

Table odds_table(const RoiResult& result) {
  const MonteCarlo& trials = result.monte_carlo;
  Table table({{"figure"}, {"p10", "P10"}, {"p50", "P50"}, {"p90", "P90"}});
  table.add_row({std::string("net present value"), whole_usd(trials.npv.p10),
                 whole_usd(trials.npv.p50), whole_usd(trials.npv.p90)});
  const auto months = [](double value) { return fmt::format("{:.1f} months", value); };
  if (trials.paid_back > 0.0) {
    table.add_row({std::string("payback, of the trials that pay back"),
                   months(trials.payback_months.p10), months(trials.payback_months.p50),
                   months(trials.payback_months.p90)});
  }
  table.add_note(fmt::format(
      "{} trials, seed {}: the present value is positive in {} (95 % interval of the sampling {} "
      "to {}); {} pay back within the horizon; mean {}, deviation {}; {:.2f} price cuts a trial.",
      format_count(trials.trials), trials.seed, format_percent(trials.probability),
      format_percent(trials.probability_low), format_percent(trials.probability_high),
      format_percent(trials.paid_back), whole_usd(trials.mean), whole_usd(trials.deviation),
      trials.cuts_per_trial));
  return table;
}

Table claim_table(const RoiResult& result) {
  Table table({{"figure"}, {"claimed", "as claimed"}, {"equal", "on equal work"}});
  if (!result.claim) return table;
  const ClaimCheck& check = *result.claim;
  const EqualWork& work = check.work;
  const auto runs = [](const std::optional<double>& count) {
    return count ? fmt::format("{:.2f} runs", *count) : std::string("never");
  };
  table.add_row({std::string("tokens of the baseline's run"),
                 figure_text(RoiInput::kLoad, work.base_tokens),
                 figure_text(RoiInput::kLoad, work.base_tokens)});
  table.add_row({std::string("tokens of the target's run"),
                 figure_text(RoiInput::kLoad, work.other_tokens),
                 figure_text(RoiInput::kLoad, work.base_tokens)});
  table.add_row(
      {std::string("baseline's run"), whole_usd(work.base_cost), whole_usd(work.base_cost)});
  table.add_row(
      {std::string("target's run"), whole_usd(work.claimed_cost), whole_usd(work.equal_cost)});
  table.add_row(
      {std::string("saving per run"),
       fmt::format("{} ({})", whole_usd(check.saving_claimed), format_percent(work.saving_claimed)),
       fmt::format("{} ({})", whole_usd(check.saving_equal), format_percent(work.saving_equal))});
  table.add_row({std::string("runs until the investment is back"), runs(check.runs_claimed),
                 runs(check.runs_equal)});
  return table;
}

}  // namespace nscope::cost
