#pragma once

#include "costmodel/report/report_document.h"

namespace nscope::cost {

/// The abbreviations and terms of the trade that occur in a report, with their meaning. Empty if
/// there is none. The HTML and PDF writers add it before the sources.
Table report_terms(const ReportDocument& document);

}  // namespace nscope::cost
