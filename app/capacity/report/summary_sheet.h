#pragma once

#include "costmodel/report/workbook.h"

#include <string>
#include <vector>

namespace nscope::capacity {

/// The content of the first sheet of a plan's workbook; each text is a line.
struct PlanSheet {
  Text title;
  cost::Day as_of{};
  Text request;
  std::vector<Text> result;
  std::vector<cost::ReportList> lists{};  ///< dates of prices, main assumptions, what is unknown
  std::vector<Text> assumptions;
};

/// The title of a plan, or its model if it has none.
Text sheet_title(const std::string& title, const std::string& model);

void write_plan_sheet(cost::Workbook& book, lxw_worksheet* sheet, const PlanSheet& plan);

}  // namespace nscope::capacity
