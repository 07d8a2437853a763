#pragma once

#include "costmodel/migration/roi.h"
#include "costmodel/report/report_document.h"
#include "profiler/base/language.h"

#include <string>

namespace nscope::cost {

/// The evaluation of a study as a report: recommendation, key figures, sensitivity, assumptions,
/// cash flow, probability, purchase options, compatibility and checks. Rows of inputs and results
/// cite their sources.
ReportDocument roi_document(const RoiResult& result);

/// Writes the study as a workbook (.xlsx) with formulas: if the user changes an input, the cash
/// flow, NPV, IRR and payback are recalculated. `path` is replaced atomically. Equal arguments give
/// equal bytes. Errors: kIo.
Result<> write_roi_workbook(const RoiResult& result, const std::string& path,
                            const Language& language);

}  // namespace nscope::cost
