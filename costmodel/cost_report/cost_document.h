#pragma once

#include "costmodel/economics/cost_matrix.h"
#include "costmodel/report/report_document.h"
#include "profiler/base/language.h"

#include <string>

namespace nscope::cost {

/// The evaluation of a scenario as a report: the cheapest item and its sensitivity, the
/// assumptions, the checks, the matrix with charts, the results for the optional keys of the
/// scenario, and the prices. Rows of figures cite their sources. Pure; any thread.
ReportDocument cost_document(const CostMatrix& matrix);

/// Writes the matrix as a workbook (.xlsx) with formulas: if the user changes a price, a
/// throughput, a count or a utilisation, the matrix and the cheapest item are recalculated. `path`
/// is replaced atomically. Equal arguments give equal bytes. Errors: kIo.
Result<> write_cost_workbook(const CostMatrix& matrix, const std::string& path,
                             const Language& language);

}  // namespace nscope::cost
