#pragma once

#include "costmodel/economics/scenario_economics.h"
#include "costmodel/report/report_document.h"

#include <string>
#include <vector>

namespace nscope::cost {

/// What each part of the economics comes to, a sentence each.
std::vector<std::string> economics_answers(const ScenarioEconomics& economics);

/// A section with chart and table for each part that a scenario asks; the sources of its rows
/// become footnotes.
void add_economics_sections(const ScenarioEconomics& economics, ReportDocument& document);

}  // namespace nscope::cost
