#pragma once

#include "costmodel/migration/roi.h"
#include "costmodel/report/report_document.h"

#include <string>

namespace nscope::cost {

/// The answer as a report: recommendation, key figures, assumptions and sensitivity
/// first, then the cash flow, the odds, purchase options, checks. Every row of inputs
/// and results cites its sources.
ReportDocument roi_document(const RoiResult& result);

/// Writes the study as a workbook (.xlsx) with live formulas: change an input and the
/// cash flow, NPV, IRR and payback follow. `path` is replaced at once or not at all. The
/// same result gives the same bytes. Errors: kIo.
Result<> write_roi_workbook(const RoiResult& result, const std::string& path);

}  // namespace nscope::cost
