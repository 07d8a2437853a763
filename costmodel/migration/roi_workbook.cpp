#include "costmodel/migration/figure_text.h"
#include "costmodel/migration/roi_document.h"
#include "costmodel/migration/roi_summary.h"
#include "costmodel/migration/roi_tables.h"
#include "costmodel/money/figures.h"
#include "costmodel/report/workbook.h"

#include <cmath>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr Phrase kCashFlowSheet = phrase("Cash flow");
constexpr Phrase kStudy = phrase("the study");
constexpr Phrase kNotInHorizon = phrase("not within the horizon");

Text per_hour() {
  return Text::verbatim("USD/h");
}

void write_side(InputSheet& inputs, const RoiResult& result, SideName name) {
  const bool is_base = name == SideName::kBaseline;
  const RoiSide& side = result.study.side(name);
  const SideRates& rates = is_base ? result.levers.baseline : result.levers.target;
  const auto& price = std::get<Priced>((is_base ? result.baseline : result.target).price);
  const auto word = [&](const char* ending) {
    return std::string(is_base ? "base_" : "target_") + ending;
  };
  inputs.heading(is_base ? tr("Baseline: {}", side_text(side)) : tr("Target: {}", side_text(side)),
                 tr("Value"), tr("Unit"));
  inputs.one(tr("Price of one instance"), word("price"), rates.usd_per_hour, per_hour(),
             price.dated ? tr("{}, {}", price.source, to_string(price.date))
                         : tr("{}, undated", price.source));
  inputs.one(tr("Instances"), word("count"), rates.instances, {}, kStudy);
  inputs.one(tr("Throughput of all instances"), word("rate"), rates.tokens_per_second,
             Text::verbatim("tok/s"), side.work.estimate.throughput.source);
  inputs.one(tr("Utilisation"), word("use"), rates.utilisation, tr("share"),
             side.utilisation_source);
  inputs.one(tr("Always on (1) or busy hours only (0)"), word("always"),
             rates.billing == Billing::kAlwaysOn ? 1.0 : 0.0, {}, kStudy);
}

void write_inputs(Workbook& book, const RoiResult& result) {
  const RoiStudy& study = result.study;
  InputSheet inputs(book);
  write_side(inputs, result, SideName::kBaseline);
  write_side(inputs, result, SideName::kTarget);
  inputs.heading(tr("Load and schedule"), tr("Value"), tr("Unit"));
  inputs.one(tr("Tokens in month 1"), "tokens", result.levers.tokens, tr("tokens"),
             study.load.source);
  inputs.one(tr("Growth"), "growth", study.load.growth_per_month, tr("per month"),
             study.load.source);
  inputs.one(tr("Go-live"), "go_live", result.levers.go_live_month, tr("months from today"),
             kStudy);
  inputs.one(tr("Dual running before go-live"), "dual_months", study.dual_running_months,
             tr("months"), kStudy);
  inputs.one(tr("Load of the target in dual running"), "dual_share", study.dual_running_share,
             tr("share"), kStudy);
  inputs.one(tr("Factor of all engineer-weeks"), "effort", result.levers.effort, {}, kStudy);
  inputs.one(tr("Discount rate"), "discount", study.discount_rate, tr("per year"),
             Text::verbatim(study.discount_source));
  const IncomeTax tax = study.tax.value_or(IncomeTax{});
  inputs.one(tr("Tax rate"), "tax_rate", tax.rate, tr("share of the profit"),
             Text::verbatim(tax.source));
  const ValidationHours validation = study.validation.value_or(ValidationHours{});
  const Text validation_source = Text::verbatim(validation.source);
  inputs.one(tr("Validation"), "validation_hours", validation.instance_hours, tr("instance-hours"),
             validation_source);
  inputs.one(tr("Month of validation"), "validation_month", validation.month, {},
             validation_source);
  const CompileHours compile = study.compile.value_or(CompileHours{});
  const Text compile_source = Text::verbatim(compile.source);
  inputs.one(tr("Compilation of all graphs"), "compile_hours", compile.hours * compile.graphs,
             tr("hours"), compile_source);
  inputs.one(tr("Price of the compilation host"), "compile_price", compile.usd_per_hour.dollars(),
             per_hour(), compile_source);
  inputs.one(tr("Month of the first compilation"), "compile_month", compile.month, {},
             compile_source);
  inputs.one(tr("Repeated compilation"), "compile_repeats", compile.repeats_per_month,
             tr("times per month"), compile_source);
  const Text usd = Text::verbatim("USD");
  std::vector<InputSheet::Item> items;
  for (const EffortPhase& phase : study.phases) {
    items.push_back(
        {tr("{} ({} engineer-weeks)", phase.name, as_digits(phase.engineer_weeks, 6)),
         {phase.engineer_weeks * phase.usd_per_week.dollars(), phase.from_month, phase.to_month},
         phase.source});
  }
  inputs.heading(tr("Engineering"), usd, tr("From month"), tr("To month"));
  inputs.list({"phase_usd", "phase_from", "phase_to"}, std::move(items));
  items.clear();
  for (const OneOff& item : study.one_offs) {
    items.push_back({Text::verbatim(item.name),
                     {item.usd.dollars(), static_cast<double>(item.month),
                      static_cast<double>(item.depreciation_months)},
                     Text::verbatim(item.source)});
  }
  inputs.heading(tr("One-off payments"), usd, tr("Month"), tr("Depreciated over months"));
  inputs.list({"once_usd", "once_month", "once_life"}, std::move(items));
  items.clear();
  for (const MonthlyCost& item : study.monthly) {
    items.push_back({Text::verbatim(item.name),
                     {item.usd_per_month.dollars(), static_cast<double>(item.from_month), 0.0},
                     Text::verbatim(item.source)});
  }
  inputs.heading(tr("Running costs of the target"), tr("USD per month"), tr("From month"));
  inputs.list({"monthly_usd", "monthly_from", nullptr}, std::move(items));
  items.clear();
  for (const OwedCommitment& item : study.commitments) {
    items.push_back({Text::verbatim(item.label),
                     {item.usd_per_month.dollars(), item.months_left, 0.0},
                     Text::verbatim(item.source)});
  }
  inputs.heading(tr("Existing commitments of the baseline"), tr("USD per month"),
                 tr("Months left"));
  inputs.list({"owed_usd", "owed_months", nullptr}, std::move(items));
  items.clear();
  for (const OwnedHardware& item : study.owned) {
    items.push_back({Text::verbatim(item.label),
                     {item.book.dollars(), item.months_left, item.resale.dollars()},
                     Text::verbatim(item.source)});
  }
  inputs.heading(tr("Owned hardware of the baseline, sold at go-live"), tr("Book value, USD"),
                 tr("Months left"), tr("Resale, USD"));
  inputs.list({"owned_book", "owned_months", "owned_resale"}, std::move(items));
}

// ---- the sheet "Cash flow" ----------------------------------------------------

/// x limited to the range from 0 to 1, for single cells.
std::string clamp(const std::string& x) {
  return fmt::format("MAX(0,MIN(1,{}))", x);
}

/// The same for each element of a range in SUMPRODUCT.
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
  kResale,
  kTax,
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

/// The taxable profit of the move in month `a` beyond the saving and the resale, as in timeline():
/// capitalised payments and their depreciation, and the book value of the hardware that is sold.
std::string profit_adjustment(const std::string& a) {
  return fmt::format(
      "SUMPRODUCT(once_usd*(once_life>0)*((once_month={0})-({0}>once_month)*({0}<=once_month+"
      "once_life)/(once_life+(once_life=0))))-({0}=ROUNDUP(go_live,0))*SUMPRODUCT(owned_book*(1-"
      "{1}))+({0}>ROUNDUP(go_live,0))*SUMPRODUCT(owned_book/(owned_months+(owned_months=0))*{2})",
      a, clamp_each("ROUNDUP(go_live,0)/(owned_months+(owned_months=0))"),
      clamp_each("owned_months-(" + a + "-1)"));
}

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
  const std::string saving =
      fmt::format("{}-{}-{}-{}-{}-{}", at(kStay, row), at(kOld, row), at(kNew, row),
                  at(kRunning, row), at(kPeople, row), at(kOnce, row));
  put(kResale, fmt::format("({}=ROUNDUP(go_live,0))*SUM(owned_resale)", a), m.resale.dollars(),
      book.usd);
  put(kTax, fmt::format("tax_rate*({}+{}+{})", saving, at(kResale, row), profit_adjustment(a)),
      m.tax.dollars(), book.usd);
  put(kNet, fmt::format("{}+{}-{}", saving, at(kResale, row), at(kTax, row)), m.net.dollars(),
      book.usd);
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
  // The month in which the sum rises to zero, else zero.
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
  lxw_worksheet* sheet = book.sheet(kCashFlowSheet);
  constexpr Phrase kHeadings[kColumns] = {phrase("Month"),
                                          phrase("Tokens"),
                                          phrase("Share on target"),
                                          phrase("Dual running"),
                                          phrase("Existing commitments [USD]"),
                                          phrase("Stay [USD]"),
                                          phrase("Move: baseline instances [USD]"),
                                          phrase("Move: target instances [USD]"),
                                          phrase("Running costs [USD]"),
                                          phrase("Engineering [USD]"),
                                          phrase("One-off [USD]"),
                                          phrase("Resale [USD]"),
                                          phrase("Additional tax [USD]"),
                                          phrase("Net [USD]"),
                                          phrase("Cumulative [USD]"),
                                          phrase("Discount factor"),
                                          phrase("Present value [USD]"),
                                          phrase("Cumulative with interest [USD]"),
                                          phrase("Payback [months]"),
                                          phrase("Discounted payback [months]")};
  for (int c = 0; c < kColumns; ++c) {
    text(sheet, 0, c, book.say(kHeadings[c]), book.figure_heading);
  }
  const std::string longest = book.say(kHeadings[kOld]);
  fit_height(sheet, 0, {{longest, 16}});
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

std::string range(const Workbook& book, MonthColumn column, lxw_row_t first, lxw_row_t last) {
  const char letter = static_cast<char>('A' + column);
  return fmt::format("{}!${}${}:${}${}", book.sheet_reference(kCashFlowSheet), letter, first + 1,
                     letter, last + 1);
}

std::string last_cell(const Workbook& book, MonthColumn column, lxw_row_t last) {
  return fmt::format("{}!${}${}", book.sheet_reference(kCashFlowSheet),
                     static_cast<char>('A' + column), last + 1);
}

void add_chart(Workbook& book, lxw_worksheet* sheet, lxw_row_t last) {
  lxw_chart* bars = workbook_add_chart(book.get(), LXW_CHART_COLUMN);
  const auto column = [&](lxw_chart* chart, MonthColumn which, const Text& name) {
    lxw_chart_series* series =
        chart_add_series(chart, ("=" + range(book, kMonth, kFirstMonth, last)).c_str(),
                         ("=" + range(book, which, kFirstMonth, last)).c_str());
    chart_series_set_name(series, book.say(name).c_str());
  };
  column(bars, kNet, tr("Net"));
  column(bars, kSum, tr("Cumulative"));
  chart_title_set_name(bars, book.say(tr("Net and cumulative cash flow [USD]")).c_str());
  chart_axis_set_name(bars->x_axis, book.say(tr("months from today")).c_str());
  chart_axis_set_label_position(bars->x_axis, LXW_CHART_AXIS_LABEL_POSITION_LOW);
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
  text(sheet, 0, 0, book.say(Text::of_resource(result.study.title)), book.title);
  const std::string advice = book.say(tr("Prices as of {}. With the inputs as delivered: {}",
                                         to_string(result.as_of), result.recommendation.summary));
  worksheet_merge_range(sheet, 1, 0, 1, 2, advice.c_str(), book.wrap);
  fit_height(sheet, 1, {{advice, kWidths[0] + kWidths[1] + kWidths[2]}});
  const std::string net = range(book, kNet, kFirstMonth, last);
  const auto row = [&](lxw_row_t at_row, const Text& label, const std::string& value,
                       lxw_format* format, double known, const Text& note) {
    text(sheet, at_row, 0, book.say(label), book.bold);
    formula(sheet, at_row, 1, value, known, format);
    text(sheet, at_row, 2, book.say(note), book.beside);
  };
  row(3, tr("Net present value [USD]"),
      fmt::format("NPV((1+discount)^(1/12)-1,{})+{}", range(book, kNet, kFirstMonth + 1, last),
                  last_cell(book, kNet, kFirstMonth)),
      book.usd, result.npv.dollars(),
      tr("monthly rate (1+r)^(1/12)-1, payments at the end of each month"));
  const auto& irr = result.internal_rate;
  const Text irr_label = tr("Internal rate of return");
  if (irr.state == InternalRate::State::kOne) {
    row(4, irr_label, fmt::format("(1+IRR({},{}))^12-1", net, irr.monthly.front()), book.share,
        annual_rate(irr.monthly.front()), tr("per year"));
  } else {
    text(sheet, 4, 0, book.say(irr_label), book.bold);
    text(sheet, 4, 1, book.say(internal_rate_text(irr)));
  }
  const auto back = [&](MonthColumn sum, MonthColumn crossing) {
    return fmt::format("IF(MIN({0})>=0,0,IF({1}<0,{2},MAX({3})))",
                       range(book, sum, kFirstMonth, last), last_cell(book, sum, last),
                       book.quoted(kNotInHorizon), range(book, crossing, kFirstMonth + 1, last));
  };
  const auto payback_row = [&](lxw_row_t at_row, const Text& label, const std::string& value,
                               const Payback& known) {
    row(at_row, label, value, book.months, known.months,
        tr("months from today until the cumulative cash flow is no longer negative"));
    if (known.state == Payback::State::kNever || known.state == Payback::State::kNotYet) {
      formula(sheet, at_row, 1, value, book.say(kNotInHorizon), book.months);
    }
  };
  payback_row(5, tr("Payback [months]"), back(kSum, kBack), result.payback);
  payback_row(6, tr("Discounted payback [months]"), back(kDebt, kBackDiscounted),
              result.discounted_payback);
  row(7, tr("Engineering and one-off payments [USD]"),
      fmt::format("SUM({})+SUM({})", range(book, kPeople, kFirstMonth, last),
                  range(book, kOnce, kFirstMonth, last)),
      book.usd, result.investment.dollars(), {});
  row(8, tr("Break-even speed ratio"), "(target_price*target_count)/(base_price*base_count)",
      book.decimals(3), result.price_speed_ratio,
      tr("target / baseline throughput at which a token costs the same at equal utilisation"));
  row(9, tr("Planned speed ratio"), "target_rate/base_rate", book.decimals(3), result.speed_ratio,
      {});
  // Texts and the sheets of values cannot follow a change of the inputs.
  const Text delivered = tr("as delivered");
  text(sheet, 10, 0, book.say(tr("Inputs")), book.bold);
  formula(sheet, 10, 1,
          fmt::format("IF(ABS(B4-({:.2f}))<1,{},{})", result.npv.dollars(), book.quoted(delivered),
                      book.quoted(tr("changed"))),
          book.say(delivered), book.wrap);
  const std::string changed =
      book.say(tr("If changed: the figures above and the cash flow follow; the recommendation and "
                  "the sheets from Recommendation on are those of the inputs as delivered."));
  text(sheet, 10, 2, changed, book.beside);
  fit_height(sheet, 10, {{changed, kWidths[2]}});
  add_chart(book, sheet, last);
}

void write_advice(Workbook& book, const RoiResult& result) {
  lxw_worksheet* sheet = book.sheet(tr("Recommendation"));
  fit_to_width(sheet);
  constexpr double kWidth = 110;
  worksheet_set_column(sheet, 0, 0, kWidth, book.wrap);
  lxw_row_t row = 0;
  const auto write = [&](lxw_row_t at_row, const Text& item) {
    const std::string line = book.say(item);
    fit_height(sheet, at_row, {{line, kWidth}});
    text(sheet, at_row, 0, line, book.wrap);
  };
  write(row++, result.recommendation.summary);
  const auto add = [&](const Text& heading, const std::vector<Text>& items) {
    if (items.empty()) return;
    text(sheet, ++row, 0, book.say(heading), book.heading);
    for (const Text& item : items) write(++row, item);
    ++row;
  };
  add(tr("In short"), decision_items(result));
  add(move_heading(result.recommendation), result.recommendation.move_if);
  add(stay_heading(result.recommendation), result.recommendation.stay_if);
  add(tr("Does not change the result"), result.recommendation.no_effect);
  std::vector<Text> inputs;
  for (MainAssumption& one : main_assumptions(result)) inputs.push_back(std::move(one.text));
  add(tr("Assumptions that matter most"), inputs);
  add(tr("Find out first"), result.recommendation.find_out);
  add(tr("Warnings of the checks"), warnings(result));
  add(tr("Not known"), unknowns(result));
  add(tr("Not included"), exclusions(result));
}

void fill(Workbook& book, const RoiResult& result) {
  lxw_worksheet* summary = book.sheet(tr("Summary"));
  write_inputs(book, result);
  write_cash_flow(book, result);
  write_summary(book, summary, result);
  write_advice(book, result);
  write_values(book, tr("Sensitivity"), tornado_table(result));
  write_values(book, tr("Uncertainty"), odds_table(result));
  write_values(book, tr("Break-evens"), break_even_table(result));
  write_values(book, tr("Purchase options"), options_table(result));
  write_values(book, tr("Compatibility"), compatibility_table(result));
  write_values(book, tr("Checks"), concerns_table(result));
  write_values(book, tr("Sources"), assumptions_table(result));
}

}  // namespace

Result<> write_roi_workbook(const RoiResult& result, const std::string& path,
                            const Language& language) {
  return write_workbook(path, Text::of_resource(result.study.title), result.as_of, language,
                        [&](Workbook& book) { fill(book, result); });
}

}  // namespace nscope::cost
