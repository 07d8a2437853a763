#include "app/capacity/report/plan_summary.h"
#include "app/capacity/report/summary_sheet.h"
#include "app/capacity/report/training_document.h"
#include "app/capacity/report/training_text.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "costmodel/report/workbook.h"

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

using cost::fit_height;
using cost::fit_to_width;
using cost::formula;
using cost::text;
using cost::Workbook;
using cost::write_values;

/// Columns of the sheets of fleets.
enum Column : int {
  kInstance,
  kLayout,
  kBought,
  kNodes,
  kSpares,
  kPaidHours,  ///< of each node
  kPrice,
  kUsd,
  kPerMillion,
  kLow,
  kHigh,
  kLikelyDays,
  kInTime,
  kDomain,
  kResult,
  kSource,
  kColumns
};

constexpr double kWidths[kColumns] = {16, 32, 20, 8, 8, 11, 12, 13, 12, 13, 13, 12, 12, 30, 30, 34};

std::string cell(Column column, lxw_row_t row) {
  return fmt::format("{}{}", static_cast<char>('A' + column), row + 1);
}

std::vector<Text> headings_of(const TrainingRequest& request) {
  constexpr double kPercent = 100;
  return {tr("Instance type"),
          tr("Layout"),
          tr("Purchase option"),
          tr("Nodes"),
          tr("Spare nodes"),
          tr("Paid hours per node"),
          tr("Price of a node [USD/h]"),
          tr("Cost of the job [USD]"),
          tr("Cost of 1M tokens [USD]"),
          tr("p10 cost [USD]"),
          tr("p90 cost [USD]"),
          tr("p{} duration [days]", cost::as_digits(request.chance * kPercent, 4)),
          tr("On-time probability"),
          tr("Measured domain"),
          tr("Result"),
          tr("Source of the price")};
}

/// Writes a fleet. The cost is a formula of nodes, paid hours and price.
void write_fleet(Workbook& book, lxw_worksheet* sheet, lxw_row_t row, const TrainingPlan& plan,
                 const TrainingFleet& fleet) {
  const cost::Priced& price = *fleet.offer.priced();
  const std::string bought =
      book.say(tr("{} in {}", purchase_title(fleet.offer), fleet.offer.region));
  const std::string layout = book.say(fleet.layout.text());
  const std::string result =
      book.say(fleet.refusal ? fleet.refusal->reason : tr("chosen by the plan"));
  const std::string source = book.say(source_text(fleet.offer));
  const TrainedStep& step = *plan.candidates[fleet.candidate].step;
  const std::string domain =
      book.say(step.outside_domain.empty()
                   ? domain_word(step)
                   : tr("{}: {}", domain_word(step), joined_by_semicolons(step.outside_domain)));
  text(sheet, row, kInstance, fleet.layout.instance, book.wrap);
  text(sheet, row, kLayout, layout, book.wrap);
  text(sheet, row, kBought, bought, book.beside);
  text(sheet, row, kDomain, domain, book.beside);
  text(sheet, row, kResult, result, book.beside);
  text(sheet, row, kSource, source, book.beside);
  fit_height(sheet, row,
             {{layout, kWidths[kLayout]},
              {bought, kWidths[kBought]},
              {domain, kWidths[kDomain]},
              {result, kWidths[kResult]},
              {source, kWidths[kSource]}});
  worksheet_write_number(sheet, row, kNodes, fleet.layout.nodes, book.input);
  worksheet_write_number(sheet, row, kSpares, fleet.spares, book.input);
  worksheet_write_number(sheet, row, kPaidHours, fleet.bill.paid_node_hours / fleet.count(),
                         book.input);
  worksheet_write_number(sheet, row, kPrice, price.per_hour.dollars(), book.input);
  formula(sheet, row, kUsd,
          fmt::format("({}+{})*{}*{}", cell(kNodes, row), cell(kSpares, row), cell(kPaidHours, row),
                      cell(kPrice, row)),
          fleet.bill.paid_node_hours * price.per_hour.dollars(), book.usd);
  formula(sheet, row, kPerMillion, fmt::format("{}*1E6/tokens", cell(kUsd, row)),
          fleet.per_million_tokens.dollars(), book.decimals(4));
  worksheet_write_number(sheet, row, kLow, fleet.bill.low.dollars(), book.usd);
  worksheet_write_number(sheet, row, kHigh, fleet.bill.high.dollars(), book.usd);
  worksheet_write_number(sheet, row, kLikelyDays, fleet.likely_hours / cost::kHoursPerDay,
                         book.decimals(1));
  if (fleet.in_time) {
    worksheet_write_number(sheet, row, kInTime, fleet.in_time->value, book.share);
  } else {
    text(sheet, row, kInTime, book.say(tr("no deadline")), book.wrap);
  }
}

/// Writes a purchase option that cannot be used, with its reason.
void write_not_bought(Workbook& book, lxw_worksheet* sheet, lxw_row_t row,
                      const TrainingLayout& layout, const NotBought& way) {
  const std::string bought = book.say(cost::title(way.purchase));
  const std::string description = book.say(layout.text());
  const std::string reason = book.say(way.refusal.reason);
  text(sheet, row, kInstance, layout.instance, book.wrap);
  text(sheet, row, kLayout, description, book.wrap);
  text(sheet, row, kBought, bought, book.beside);
  text(sheet, row, kResult, reason, book.beside);
  fit_height(
      sheet, row,
      {{description, kWidths[kLayout]}, {bought, kWidths[kBought]}, {reason, kWidths[kResult]}});
}

/// A sheet of fleets; nullptr if `fleets` is empty.
lxw_worksheet* write_fleets(Workbook& book, const Text& name, const TrainingPlan& plan,
                            const std::vector<const TrainingFleet*>& fleets) {
  if (fleets.empty()) return nullptr;
  lxw_worksheet* const sheet = book.sheet(name);
  const std::vector<Text> headings = headings_of(plan.request);
  for (int c = 0; c < kColumns; ++c) {
    const bool figure = c >= kNodes && c <= kInTime;
    text(sheet, 0, c, book.say(headings[static_cast<std::size_t>(c)]),
         book.heading_format(figure, c == kBought || c >= kDomain));
    worksheet_set_column(sheet, static_cast<lxw_col_t>(c), static_cast<lxw_col_t>(c), kWidths[c],
                         nullptr);
  }
  worksheet_freeze_panes(sheet, 1, 1);
  worksheet_repeat_rows(sheet, 0, 0);
  fit_to_width(sheet);
  const std::string longest = book.say(headings[kPrice]);
  fit_height(sheet, 0, {{longest, kWidths[kPrice]}});
  lxw_row_t row = 0;
  for (const TrainingFleet* const fleet : fleets) write_fleet(book, sheet, ++row, plan, *fleet);
  return sheet;
}

/// The layout of the best fleet with all requested purchase options.
void write_ways(Workbook& book, const TrainingPlan& plan) {
  const auto fleets = bought_otherwise(plan);
  lxw_worksheet* const sheet = write_fleets(book, tr("Purchase options"), plan, fleets);
  if (sheet == nullptr) return;
  auto row = static_cast<lxw_row_t>(fleets.size());
  for (const NotBought* const way : not_bought(plan)) {
    write_not_bought(book, sheet, ++row, plan.candidates[way->candidate].layout, *way);
  }
}

PlanSheet first_sheet(const TrainingPlan& plan) {
  PlanSheet sheet{.title = sheet_title(plan.request.title, plan.request.model),
                  .as_of = plan.as_of,
                  .request = request_text(plan),
                  .result = summary_sentences(plan),
                  .lists = summary_lists(plan),
                  .assumptions = plan.assumptions};
  sheet.assumptions.insert(sheet.assumptions.begin(), cost::price_sentence(plan.as_of));
  sheet.result.push_back(counts_sentence(plan));
  return sheet;
}

void fill(Workbook& book, const TrainingPlan& plan) {
  lxw_worksheet* const first = book.sheet(tr("Plan"));
  cost::InputSheet inputs(book);
  inputs.heading(tr("Work"), tr("Value"), tr("Unit"));
  inputs.one(tr("Tokens of the job"), "tokens", plan.request.tokens(), tr("tokens"),
             tr("the plan"));
  write_plan_sheet(book, first, first_sheet(plan));
  std::vector<const TrainingFleet*> types;
  for (const TrainingTypeSummary& type : plan.types) {
    if (type.fleet) types.push_back(&plan.fleets[*type.fleet]);
  }
  write_fleets(book, tr("Fleets"), plan, types);
  write_ways(book, plan);
  write_fleets(book, tr("Other node counts"), plan, other_sizes(plan));
  if (plan.best) {
    write_values(book, tr("Job"), job_table(plan, plan.fleets[*plan.best]));
  }
  if (!plan.deadlines.empty()) write_values(book, tr("Other deadlines"), deadlines_table(plan));
  const Table rejected = refused_table(plan);
  if (rejected.row_count() > 0) write_values(book, tr("Rejected layouts"), rejected);
}

}  // namespace

Result<> write_training_workbook(const TrainingPlan& plan, const std::string& path,
                                 const Language& language) {
  return cost::write_workbook(path, sheet_title(plan.request.title, plan.request.model), plan.as_of,
                              language, [&](Workbook& book) { fill(book, plan); });
}

}  // namespace nscope::capacity
