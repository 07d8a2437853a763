#pragma once

#include "costmodel/report/report_document.h"
#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <functional>
#include <string>

namespace nscope::app {

enum class ReportFormat { kHtml, kPdf, kWorkbook, kJson };

/// The format of a report by its file extension. Errors: kInvalidArgument.
Result<ReportFormat> report_format(const std::string& path);

/// The writers of a result. Only the one for the requested format is called. `workbook` writes in
/// the language that is also passed to save_report().
struct ReportWriters {
  std::function<cost::ReportDocument()> document;
  std::function<Result<>(const std::string& path)> workbook;
  std::function<Json()> json;
};

/// Writes a report; `path` is replaced atomically. JSON is always in English. Errors: kIo and those
/// of the writers.
Result<> save_report(const std::string& path, ReportFormat format, const ReportWriters& writers,
                     const Language& language);

}  // namespace nscope::app
