#pragma once

#include "costmodel/economics/scenario_economics.h"
#include "costmodel/report/workbook.h"

#include <span>

namespace nscope::cost {

/// Writes the sheet "Bundles": the parts of each bundle, whose count, hours and price are inputs,
/// and totals and ratios as formulas. Unknown amounts make their total unknown.
void write_bundles(Workbook& book, std::span<const BundleLine> lines);

}  // namespace nscope::cost
