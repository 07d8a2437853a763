#pragma once

#include "costmodel/economics/cost_matrix.h"
#include "costmodel/report/report_document.h"

#include <string>

namespace nscope::cost {

/// The answer to a scenario as a report: what is cheapest and what would change that first,
/// then the assumptions, the checks, the matrix, prices, charts and whatever else the
/// scenario asks. Every row of figures cites its sources. Pure; any thread.
ReportDocument cost_document(const CostMatrix& matrix);

/// Writes the matrix as a workbook (.xlsx) with live formulas: change a price, a throughput,
/// a count or a utilisation and the whole matrix and its winner follow. `path` is replaced at
/// once or not at all. The same matrix gives the same bytes. Errors: kIo.
Result<> write_cost_workbook(const CostMatrix& matrix, const std::string& path);

}  // namespace nscope::cost
