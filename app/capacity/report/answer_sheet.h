#pragma once

#include "costmodel/report/workbook.h"

#include <string>
#include <vector>

namespace nscope::capacity {

/// What the first sheet of a plan's workbook says, a line each.
struct AnswerSheet {
  std::string title;
  cost::Day as_of{};
  std::string question;
  std::vector<std::string> answer;
  std::vector<std::string> assumptions;
};

void write_answer_sheet(cost::Workbook& book, lxw_worksheet* sheet, const AnswerSheet& answer);

}  // namespace nscope::capacity
