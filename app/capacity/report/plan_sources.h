#pragma once

#include "app/capacity/request/offers.h"
#include "costmodel/report/report_document.h"

#include <cstdint>
#include <vector>

namespace nscope::capacity {

// Footnotes of the reports of plans.

/// Cites the source of a price. Precondition: priced.
int cite_price(cost::ReportSources& sources, const Offer& offer);
/// Cites a simulation with the seed and the version that reproduce it. `simulator`: "serving
/// simulator".
int cite_simulation(cost::ReportSources& sources, const Text& simulator, std::uint64_t seed);
/// The footnotes of a row: sorted, without duplicates.
std::vector<int> row_notes(std::vector<int> numbers);

}  // namespace nscope::capacity
