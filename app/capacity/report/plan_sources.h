#pragma once

#include "app/capacity/request/offers.h"
#include "costmodel/report/report_document.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace nscope::capacity {

// Footnotes of the reports of plans.

/// Where the price is from. Precondition: priced.
int cite_price(cost::ReportSources& sources, const Offer& offer);
/// The simulation, with what one needs to repeat it; `simulator`: "serving simulator".
int cite_simulation(cost::ReportSources& sources, std::string_view simulator, std::uint64_t seed);
/// Numbers of footnotes as a row has them: ascending, each once.
std::vector<int> row_notes(std::vector<int> numbers);

}  // namespace nscope::capacity
