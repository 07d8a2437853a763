#include "app/capacity/report/answer_sheet.h"
#include "app/capacity/report/training_document.h"
#include "app/capacity/report/training_words.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/report/workbook.h"
#include "profiler/base/format.h"

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
  kFate,
  kSource,
  kColumns
};

constexpr double kWidths[kColumns] = {18, 44, 26, 10, 10, 14, 14, 16, 14, 16, 16, 14, 10, 50, 60};
constexpr const char* kHeadings[kColumns] = {"instance",
                                             "layout",
                                             "bought",
                                             "nodes",
                                             "spare",
                                             "paid hours of each",
                                             "price of one [USD/h]",
                                             "job [USD]",
                                             "USD per million tokens",
                                             "10 of 100 below [USD]",
                                             "90 of 100 below [USD]",
                                             "days, with the chance asked",
                                             "in time",
                                             "what became of it",
                                             "source of the price"};

std::string cell(Column column, lxw_row_t row) {
  return fmt::format("{}{}", static_cast<char>('A' + column), row + 1);
}

/// The bill as formulas over nodes, paid hours and price.
void write_fleet(Workbook& book, lxw_worksheet* sheet, lxw_row_t row, const TrainingFleet& fleet) {
  const cost::Priced& price = *fleet.offer.priced();
  const std::string bought =
      fmt::format("{}, {}", cost::title(fleet.offer.purchase), fleet.offer.region);
  const std::string layout = fleet.layout.text();
  const std::string fate = fleet.refusal ? fleet.refusal->reason : std::string("the answer");
  const std::string source = source_text(fleet.offer);
  text(sheet, row, kInstance, fleet.layout.instance, book.wrap);
  text(sheet, row, kLayout, layout, book.wrap);
  text(sheet, row, kBought, bought, book.wrap);
  text(sheet, row, kFate, fate, book.beside);
  text(sheet, row, kSource, source, book.wrap);
  fit_height(sheet, row,
             {{layout, kWidths[kLayout]},
              {bought, kWidths[kBought]},
              {fate, kWidths[kFate]},
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
    text(sheet, row, kInTime, "no deadline", book.wrap);
  }
}

/// A way that is no fleet: its reason.
void write_not_bought(Workbook& book, lxw_worksheet* sheet, lxw_row_t row,
                      const TrainingLayout& layout, const NotBought& way) {
  const std::string bought = cost::title(way.purchase);
  text(sheet, row, kInstance, layout.instance, book.wrap);
  text(sheet, row, kLayout, layout.text(), book.wrap);
  text(sheet, row, kBought, bought, book.wrap);
  text(sheet, row, kFate, way.refusal.reason, book.beside);
  fit_height(sheet, row,
             {{layout.text(), kWidths[kLayout]},
              {bought, kWidths[kBought]},
              {way.refusal.reason, kWidths[kFate]}});
}

/// A sheet of fleets; nullptr where there is none.
lxw_worksheet* write_fleets(Workbook& book, const char* name,
                            const std::vector<const TrainingFleet*>& fleets) {
  if (fleets.empty()) return nullptr;
  lxw_worksheet* const sheet = book.sheet(name);
  for (int c = 0; c < kColumns; ++c) {
    const bool figure = c >= kNodes && c <= kInTime;
    text(sheet, 0, c, kHeadings[c], figure ? book.figure_heading : book.heading);
    worksheet_set_column(sheet, static_cast<lxw_col_t>(c), static_cast<lxw_col_t>(c), kWidths[c],
                         nullptr);
  }
  worksheet_freeze_panes(sheet, 1, 1);
  fit_to_width(sheet);
  fit_height(sheet, 0, {{kHeadings[kLikelyDays], kWidths[kLikelyDays]}});
  lxw_row_t row = 0;
  for (const TrainingFleet* const fleet : fleets) write_fleet(book, sheet, ++row, *fleet);
  return sheet;
}

/// The best's layout in every way that was asked about.
void write_ways(Workbook& book, const TrainingPlan& plan) {
  const auto fleets = bought_otherwise(plan);
  lxw_worksheet* const sheet = write_fleets(book, "Bought otherwise", fleets);
  if (sheet == nullptr) return;
  auto row = static_cast<lxw_row_t>(fleets.size());
  for (const NotBought* const way : not_bought(plan)) {
    write_not_bought(book, sheet, ++row, plan.candidates[way->candidate].layout, *way);
  }
}

AnswerSheet answer_of(const TrainingPlan& plan) {
  AnswerSheet sheet{.title = plan.request.title.empty() ? plan.request.model : plan.request.title,
                    .as_of = plan.as_of,
                    .question = question_text(plan),
                    .answer = answer_sentences(plan),
                    .assumptions = plan.assumptions};
  sheet.answer.push_back(counts_sentence(plan));
  return sheet;
}

void fill(Workbook& book, const TrainingPlan& plan) {
  lxw_worksheet* const answer = book.sheet("Answer");
  cost::InputSheet inputs(book);
  inputs.heading("work that is paid for", "value", "unit");
  inputs.one("tokens of the job", "tokens", plan.request.tokens(), "tokens", "the plan");
  write_answer_sheet(book, answer, answer_of(plan));
  std::vector<const TrainingFleet*> types;
  for (const TrainingTypeSummary& type : plan.types) {
    if (type.fleet) types.push_back(&plan.fleets[*type.fleet]);
  }
  write_fleets(book, "Fleets", types);
  write_ways(book, plan);
  write_fleets(book, "Other sizes", other_sizes(plan));
  if (plan.best) {
    write_values(book, "The job", job_table(plan, plan.fleets[*plan.best]));
  }
  if (!plan.deadlines.empty()) write_values(book, "Other deadlines", deadlines_table(plan));
  const Table lost = refused_table(plan);
  if (lost.row_count() > 0) write_values(book, "Why the others lost", lost);
}

}  // namespace

Result<> write_training_workbook(const TrainingPlan& plan, const std::string& path) {
  return cost::write_workbook(path,
                              plan.request.title.empty() ? plan.request.model : plan.request.title,
                              plan.as_of, [&](Workbook& book) { fill(book, plan); });
}

}  // namespace nscope::capacity
