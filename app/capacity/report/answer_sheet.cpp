#include "app/capacity/report/answer_sheet.h"

#include <fmt/format.h>

namespace nscope::capacity {

void write_answer_sheet(cost::Workbook& book, lxw_worksheet* sheet, const AnswerSheet& answer) {
  constexpr double kWidth = 110;
  worksheet_set_column(sheet, 0, 0, kWidth, nullptr);
  cost::fit_to_width(sheet);
  cost::text(sheet, 0, 0, answer.title, book.title);
  lxw_row_t row = 1;
  cost::text(sheet, row++, 0, fmt::format("Prices as of {}.", cost::to_string(answer.as_of)),
             book.muted);
  const auto add = [&](const std::string& line) {
    cost::fit_height(sheet, row, {{line, kWidth}});
    cost::text(sheet, row++, 0, line, book.wrap);
  };
  add(answer.question);
  ++row;
  for (const std::string& line : answer.answer) add(line);
  cost::text(sheet, ++row, 0, "Assumptions", book.heading);
  ++row;
  for (const std::string& line : answer.assumptions) add(line);
}

}  // namespace nscope::capacity
