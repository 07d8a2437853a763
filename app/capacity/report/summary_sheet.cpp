#include "app/capacity/report/summary_sheet.h"

#include <span>

namespace nscope::capacity {

Text sheet_title(const std::string& title, const std::string& model) {
  return Text::of_resource(title.empty() ? model : title);
}

void write_plan_sheet(cost::Workbook& book, lxw_worksheet* sheet, const PlanSheet& plan) {
  constexpr double kWidth = cost::kListWidth;
  worksheet_set_column(sheet, 0, 0, kWidth, nullptr);
  cost::fit_to_width(sheet);
  cost::text(sheet, 0, 0, book.say(plan.title), book.title);
  lxw_row_t row = 1;
  cost::text(sheet, row++, 0, book.say(tr("Prices as of {}", cost::to_string(plan.as_of))),
             book.muted);
  const auto add = [&](const Text& text) {
    const std::string line = book.say(text);
    cost::fit_height(sheet, row, {{line, kWidth}});
    cost::text(sheet, row++, 0, line, book.wrap);
  };
  add(plan.request);
  ++row;
  for (const Text& text : plan.result) add(text);
  row = cost::write_lists(book, sheet, row, plan.lists);
  const cost::ReportList assumptions{tr("Assumptions"), plan.assumptions};
  cost::write_lists(book, sheet, row, std::span(&assumptions, 1));
}

}  // namespace nscope::capacity
