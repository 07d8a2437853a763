#pragma once

#include "costmodel/economics/scenario_economics.h"
#include "costmodel/report/report_document.h"

#include <vector>

namespace nscope::cost {

/// One line with the result of each part of the economics.
std::vector<Text> economics_findings(const ScenarioEconomics& economics);

/// Adds a section with chart and table for each part of the economics. The sources of rows become
/// footnotes.
void add_economics_sections(const ScenarioEconomics& economics, ReportDocument& document);

}  // namespace nscope::cost
