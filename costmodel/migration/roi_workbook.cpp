#include "costmodel/migration/figure_text.h"
#include "costmodel/migration/roi_document.h"
#include "costmodel/migration/roi_tables.h"
#include "costmodel/report/workbook.h"

#include <cmath>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

void write_side(InputSheet& inputs, const RoiResult& result, SideName name) {
  const bool is_base = name == SideName::kBaseline;
  const RoiSide& side = result.study.side(name);
  const SideRates& rates = is_base ? result.levers.baseline : result.levers.target;
  const auto& price = std::get<Priced>((is_base ? result.baseline : result.target).price);
  const auto word = [&](const char* ending) {
    return std::string(is_base ? "base_" : "target_") + ending;
  };
  inputs.heading(fmt::format("{}: {}", to_string(name), side_text(side)), "value", "unit");
  inputs.one("price of one instance", word("price"), rates.usd_per_hour, "USD/h",
             fmt::format("{}, {}", price.source,
                         price.dated ? to_string(price.date) : std::string("undated")));
  inputs.one("instances", word("count"), rates.instances, "", "the study");
  inputs.one("throughput of all", word("rate"), rates.tokens_per_second, "tok/s",
             side.work.estimate.throughput.source);
  inputs.one("utilisation", word("use"), rates.utilisation, "share", side.utilisation_source);
  inputs.one("always on (1) or busy hours only (0)", word("always"),
             rates.billing == Billing::kAlwaysOn ? 1.0 : 0.0, "", "the study");
}

void write_inputs(Workbook& book, const RoiResult& result) {
  const RoiStudy& study = result.study;
  InputSheet inputs(book);
  write_side(inputs, result, SideName::kBaseline);
  write_side(inputs, result, SideName::kTarget);
  inputs.heading("load and time", "value", "unit");
  inputs.one("tokens of month 1", "tokens", result.levers.tokens, "tokens", study.load.source);
  inputs.one("growth", "growth", study.load.growth_per_month, "a month", study.load.source);
  inputs.one("go-live", "go_live", result.levers.go_live_month, "months from today", "the study");
  inputs.one("dual running before it", "dual_months", study.dual_running_months, "months",
             "the study");
  inputs.one("load mirrored meanwhile", "dual_share", study.dual_running_share, "share",
             "the study");
  inputs.one("factor on all engineer-weeks", "effort", result.levers.effort, "", "the study");
  inputs.one("discount rate", "discount", study.discount_rate, "a year", study.discount_source);
  const ValidationHours validation = study.validation.value_or(ValidationHours{});
  inputs.one("validation", "validation_hours", validation.instance_hours, "instance-hours",
             validation.source);
  inputs.one("validation in month", "validation_month", validation.month, "", validation.source);
  const CompileHours compile = study.compile.value_or(CompileHours{});
  inputs.one("compilation of all graphs", "compile_hours", compile.hours * compile.graphs, "hours",
             compile.source);
  inputs.one("machine that compiles", "compile_price", compile.usd_per_hour.dollars(), "USD/h",
             compile.source);
  inputs.one("first compilation in month", "compile_month", compile.month, "", compile.source);
  inputs.one("compiled again", "compile_repeats", compile.repeats_per_month, "times a month",
             compile.source);
  std::vector<InputSheet::Item> items;
  for (const EffortPhase& phase : study.phases) {
    items.push_back(
        {fmt::format("{} ({:.6g} engineer-weeks)", phase.name, phase.engineer_weeks),
         {phase.engineer_weeks * phase.usd_per_week.dollars(), phase.from_month, phase.to_month},
         phase.source});
  }
  inputs.heading("people", "USD", "from month", "to month");
  inputs.list({"phase_usd", "phase_from", "phase_to"}, std::move(items));
  items.clear();
  for (const OneOff& item : study.one_offs) {
    items.push_back(
        {item.name, {item.usd.dollars(), static_cast<double>(item.month), 0.0}, item.source});
  }
  inputs.heading("one-off payments", "USD", "month");
  inputs.list({"once_usd", "once_month", nullptr}, std::move(items));
  items.clear();
  for (const MonthlyCost& item : study.monthly) {
    items.push_back({item.name,
                     {item.usd_per_month.dollars(), static_cast<double>(item.from_month), 0.0},
                     item.source});
  }
  inputs.heading("running costs of the target", "USD a month", "from month");
  inputs.list({"monthly_usd", "monthly_from", nullptr}, std::move(items));
  items.clear();
  for (const OwedCommitment& item : study.commitments) {
    items.push_back(
        {item.label, {item.usd_per_month.dollars(), item.months_left, 0.0}, item.source});
  }
  inputs.heading("commitments on the old machines", "USD a month", "months left");
  inputs.list({"owed_usd", "owed_months", nullptr}, std::move(items));
}

// ---- the sheet "Cash flow" ----------------------------------------------------

/// x cut to 0..1, for single cells.
std::string clamp(const std::string& x) {
  return fmt::format("MAX(0,MIN(1,{}))", x);
}

/// The same for each element of a range, inside SUMPRODUCT.
std::string clamp_each(const std::string& x) {
  return fmt::format("((({0})>0)*(({0})<1)*({0})+(({0})>=1))", x);
}

std::string month_cost_formula(const char* side, const std::string& tokens) {
  return fmt::format(
      "IF({0}_always=1,MAX(1,ROUNDUP({1}/({0}_rate*3600*730*{0}_use)*(1-1E-9),0))*{0}_count*"
      "{0}_price*730,{0}_count*{0}_price*{1}/({0}_rate*3600*{0}_use))",
      side, tokens);
}

enum MonthColumn : int {
  kMonth,
  kTokens,
  kShare,
  kDual,
  kOwed,
  kStay,
  kOld,
  kNew,
  kRunning,
  kPeople,
  kOnce,
  kNet,
  kSum,
  kFactor,
  kPresent,
  kDebt,
  kBack,
  kBackDiscounted,
  kColumns
};

std::string at(MonthColumn column, lxw_row_t row) {
  return fmt::format("{}{}", static_cast<char>('A' + column), row + 1);
}

constexpr lxw_row_t kFirstMonth = 1;

void write_month(Workbook& book, lxw_worksheet* sheet, const RoiResult& result, std::size_t t,
                 double debt_before, double debt) {
  const CashMonth& m = result.months[t];
  const auto row = kFirstMonth + static_cast<lxw_row_t>(t);
  const std::string a = at(kMonth, row);
  const auto paid = [&](const std::string& value) {
    return fmt::format("IF({}=0,0,{})", a, value);
  };
  const auto put = [&](MonthColumn column, const std::string& value, double known,
                       lxw_format* format) { formula(sheet, row, column, value, known, format); };
  worksheet_write_number(sheet, row, kMonth, static_cast<double>(t), book.whole);
  put(kTokens, paid(fmt::format("tokens*(1+growth)^({}-1)", a)), m.tokens, book.whole);
  put(kShare, clamp(a + "-go_live"), m.share, book.months);
  put(kDual,
      fmt::format("dual_share*({}-{})", clamp(a + "-MAX(0,go_live-dual_months)"), at(kShare, row)),
      m.dual, book.months);
  put(kOwed, paid(fmt::format("SUMPRODUCT(owed_usd*(1-{}))", clamp_each(a + "-owed_months"))),
      m.committed.dollars(), book.usd);
  const std::string old_month = month_cost_formula("base", at(kTokens, row));
  put(kStay, paid(fmt::format("MAX({},{})", old_month, at(kOwed, row))), m.stay.dollars(),
      book.usd);
  put(kOld, paid(fmt::format("MAX({}*(1-{}),{})", old_month, at(kShare, row), at(kOwed, row))),
      m.old_machines.dollars(), book.usd);
  put(kNew,
      paid(fmt::format("{}*({}+{})", month_cost_formula("target", at(kTokens, row)),
                       at(kShare, row), at(kDual, row))),
      m.new_machines.dollars(), book.usd);
  put(kRunning,
      paid(fmt::format("{}*compile_repeats*compile_hours*compile_price+SUMPRODUCT(monthly_usd*({}>="
                       "monthly_from))",
                       at(kShare, row), a)),
      m.running.dollars(), book.usd);
  put(kPeople,
      fmt::format("effort*SUMPRODUCT(phase_usd*((phase_to>phase_from)*({}-{})/"
                  "(phase_to-phase_from+(phase_to=phase_from))+(phase_to=phase_from)*({}=ROUNDUP("
                  "phase_from,0))))",
                  clamp_each(a + "-phase_from"), clamp_each(a + "-phase_to"), a),
      m.people.dollars(), book.usd);
  put(kOnce,
      fmt::format("SUMPRODUCT(once_usd*(once_month={0}))+(validation_month={0})*validation_hours*"
                  "target_price+(compile_month={0})*compile_hours*compile_price",
                  a),
      m.one_off.dollars(), book.usd);
  put(kNet,
      fmt::format("{}-{}-{}-{}-{}-{}", at(kStay, row), at(kOld, row), at(kNew, row),
                  at(kRunning, row), at(kPeople, row), at(kOnce, row)),
      m.net.dollars(), book.usd);
  const bool first = t == 0;
  put(kSum, first ? at(kNet, row) : fmt::format("{}+{}", at(kSum, row - 1), at(kNet, row)),
      m.cumulative.dollars(), book.usd);
  const double rate = monthly_rate(result.study.discount_rate);
  put(kFactor, fmt::format("(1+discount)^(-{}/12)", a),
      1.0 / std::pow(1.0 + rate, static_cast<double>(t)), book.decimals(4));
  put(kPresent, fmt::format("{}*{}", at(kNet, row), at(kFactor, row)), m.present.dollars(),
      book.usd);
  put(kDebt,
      first ? at(kNet, row)
            : fmt::format("{}*(1+discount)^(1/12)+{}", at(kDebt, row - 1), at(kNet, row)),
      debt, book.usd);
  if (first) return;
  // Where the sum rises through zero: the month, else zero.
  const double sum_before = result.months[t - 1].cumulative.dollars();
  const double net = m.net.dollars();
  const bool back = sum_before < 0.0 && m.cumulative.nano() >= 0;
  const auto before = static_cast<double>(t - 1);
  put(kBack,
      fmt::format("IF(AND({0}<0,{1}>=0),{2}-{0}/{3},0)", at(kSum, row - 1), at(kSum, row),
                  at(kMonth, row - 1), at(kNet, row)),
      back ? before - sum_before / net : 0.0, book.months);
  const bool back_discounted = debt_before < 0.0 && debt >= 0.0;
  const double share =
      rate == 0.0 ? -debt_before / net : -std::log1p(debt_before * rate / net) / std::log1p(rate);
  put(kBackDiscounted,
      fmt::format(
          "IF(AND({0}<0,{1}>=0),{2}+IF(discount=0,-{0}/{3},-LN(1+{0}*((1+discount)^(1/12)-1)"
          "/{3})/LN((1+discount)^(1/12))),0)",
          at(kDebt, row - 1), at(kDebt, row), at(kMonth, row - 1), at(kNet, row)),
      back_discounted ? before + share : 0.0, book.months);
}

void write_cash_flow(Workbook& book, const RoiResult& result) {
  lxw_worksheet* sheet = book.sheet("Cash flow");
  const char* headings[kColumns] = {"month",
                                    "tokens",
                                    "on target",
                                    "dual running",
                                    "owed for old machines [USD]",
                                    "stay [USD]",
                                    "move: old machines [USD]",
                                    "new machines [USD]",
                                    "running [USD]",
                                    "people [USD]",
                                    "one-off [USD]",
                                    "net [USD]",
                                    "cumulative [USD]",
                                    "discount factor",
                                    "present value [USD]",
                                    "debt with interest [USD]",
                                    "paid back after [months]",
                                    "paid back, discounted, after [months]"};
  for (int c = 0; c < kColumns; ++c) text(sheet, 0, c, headings[c], book.figure_heading);
  fit_height(sheet, 0, {{headings[kBackDiscounted], 16}});
  worksheet_set_column(sheet, 0, 0, 8, nullptr);
  worksheet_set_column(sheet, 1, kColumns - 1, 16, nullptr);
  worksheet_freeze_panes(sheet, 1, 1);
  fit_to_width(sheet);
  const double rate = monthly_rate(result.study.discount_rate);
  double debt = 0.0;
  for (std::size_t t = 0; t < result.months.size(); ++t) {
    const double before = debt;
    debt = debt * (1.0 + rate) + result.months[t].net.dollars();
    write_month(book, sheet, result, t, before, debt);
  }
}

// ---- the sheet "Summary" ------------------------------------------------------

std::string range(MonthColumn column, lxw_row_t first, lxw_row_t last) {
  const char letter = static_cast<char>('A' + column);
  return fmt::format("'Cash flow'!${}${}:${}${}", letter, first + 1, letter, last + 1);
}

std::string last_cell(MonthColumn column, lxw_row_t last) {
  return fmt::format("'Cash flow'!${}${}", static_cast<char>('A' + column), last + 1);
}

void add_chart(Workbook& book, lxw_worksheet* sheet, lxw_row_t last) {
  lxw_chart* bars = workbook_add_chart(book.get(), LXW_CHART_COLUMN);
  const auto column = [&](lxw_chart* chart, MonthColumn which, const char* name) {
    lxw_chart_series* series =
        chart_add_series(chart, ("=" + range(kMonth, kFirstMonth, last)).c_str(),
                         ("=" + range(which, kFirstMonth, last)).c_str());
    chart_series_set_name(series, name);
  };
  column(bars, kNet, "net");
  column(bars, kSum, "cumulative");
  chart_title_set_name(bars, "Net and cumulative cash flow [USD]");
  lxw_chart_options size{};
  size.x_scale = 1.9;
  size.y_scale = 1.3;
  worksheet_insert_chart_opt(sheet, 12, 0, bars, &size);
}

void write_summary(Workbook& book, lxw_worksheet* sheet, const RoiResult& result) {
  const auto last = kFirstMonth + static_cast<lxw_row_t>(result.study.horizon_months);
  fit_to_width(sheet);
  constexpr double kWidths[] = {36, 22, 70};
  for (lxw_col_t c = 0; c < 3; ++c) worksheet_set_column(sheet, c, c, kWidths[c], nullptr);
  text(sheet, 0, 0, result.study.title, book.title);
  const std::string advice =
      fmt::format("Prices as of {}. {}", to_string(result.as_of), result.recommendation.summary);
  worksheet_merge_range(sheet, 1, 0, 1, 2, advice.c_str(), book.wrap);
  fit_height(sheet, 1, {{advice, kWidths[0] + kWidths[1] + kWidths[2]}});
  const std::string net = range(kNet, kFirstMonth, last);
  const auto row = [&](lxw_row_t at_row, const char* label, const std::string& value,
                       lxw_format* format, double known, const std::string& note) {
    text(sheet, at_row, 0, label, book.bold);
    formula(sheet, at_row, 1, value, known, format);
    text(sheet, at_row, 2, note, book.beside);
  };
  row(3, "net present value [USD]",
      fmt::format("NPV((1+discount)^(1/12)-1,{})+{}", range(kNet, kFirstMonth + 1, last),
                  last_cell(kNet, kFirstMonth)),
      book.usd, result.npv.dollars(),
      "monthly rate (1+r)^(1/12)-1, payments at the ends of months");
  const auto& irr = result.internal_rate;
  if (irr.state == InternalRate::State::kOne) {
    row(4, "internal rate of return", fmt::format("(1+IRR({},{}))^12-1", net, irr.monthly.front()),
        book.share, annual_rate(irr.monthly.front()), "a year");
  } else {
    text(sheet, 4, 0, "internal rate of return", book.bold);
    text(sheet, 4, 1, internal_rate_text(irr));
  }
  const auto back = [&](MonthColumn sum, MonthColumn crossing) {
    return fmt::format("IF(MIN({0})>=0,0,IF({1}<0,\"not within the horizon\",MAX({2})))",
                       range(sum, kFirstMonth, last), last_cell(sum, last),
                       range(crossing, kFirstMonth + 1, last));
  };
  const auto payback_row = [&](lxw_row_t at_row, const char* label, const std::string& value,
                               const Payback& known) {
    row(at_row, label, value, book.months, known.months,
        payback_text(known, result.study.horizon_months));
    if (known.state == Payback::State::kNever || known.state == Payback::State::kNotYet) {
      worksheet_write_formula_str(sheet, at_row, 1, ("=" + value).c_str(), book.months,
                                  "not within the horizon");
    }
  };
  payback_row(5, "payback [months]", back(kSum, kBack), result.payback);
  payback_row(6, "discounted payback [months]", back(kDebt, kBackDiscounted),
              result.discounted_payback);
  row(7, "people and one-off payments [USD]",
      fmt::format("SUM({})+SUM({})", range(kPeople, kFirstMonth, last),
                  range(kOnce, kFirstMonth, last)),
      book.usd, result.investment.dollars(), "");
  row(8, "break-even speed ratio", "(target_price*target_count)/(base_price*base_count)",
      book.decimals(3), result.price_speed_ratio,
      "target / baseline throughput at which a token costs the same at equal utilisation");
  row(9, "planned speed ratio", "target_rate/base_rate", book.decimals(3), result.speed_ratio, "");
  add_chart(book, sheet, last);
}

void write_advice(Workbook& book, const RoiResult& result) {
  lxw_worksheet* sheet = book.sheet("Recommendation");
  fit_to_width(sheet);
  constexpr double kWidth = 110;
  worksheet_set_column(sheet, 0, 0, kWidth, book.wrap);
  lxw_row_t row = 0;
  const auto write = [&](lxw_row_t at_row, const std::string& line) {
    fit_height(sheet, at_row, {{line, kWidth}});
    text(sheet, at_row, 0, line, book.wrap);
  };
  write(row++, result.recommendation.summary);
  const auto add = [&](const char* heading, const std::vector<std::string>& items) {
    if (items.empty()) return;
    text(sheet, ++row, 0, heading, book.heading);
    for (const std::string& item : items) write(++row, item);
    ++row;
  };
  add("Move if", result.recommendation.move_if);
  add("Stay if", result.recommendation.stay_if);
  add("Find out first", result.recommendation.find_out);
}

void fill(Workbook& book, const RoiResult& result) {
  lxw_worksheet* summary = book.sheet("Summary");
  write_inputs(book, result);
  write_cash_flow(book, result);
  write_summary(book, summary, result);
  write_advice(book, result);
  write_values(book, "Sensitivity", tornado_table(result));
  write_values(book, "Odds", odds_table(result));
  write_values(book, "Break-evens", break_even_table(result));
  write_values(book, "Purchase options", options_table(result));
  write_values(book, "Compatibility", compatibility_table(result));
  write_values(book, "Checks", concerns_table(result));
  write_values(book, "Sources", assumptions_table(result));
}

}  // namespace

Result<> write_roi_workbook(const RoiResult& result, const std::string& path) {
  return write_workbook(path, result.study.title, result.as_of,
                        [&](Workbook& book) { fill(book, result); });
}

}  // namespace nscope::cost
