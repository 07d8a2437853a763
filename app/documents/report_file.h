#pragma once

#include "costmodel/report/report_document.h"
#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <functional>
#include <string>

namespace nscope::app {

enum class ReportFormat { kHtml, kPdf, kWorkbook, kJson };

/// The format that the extension of a report says. Errors: kInvalidArgument.
Result<ReportFormat> report_format(const std::string& path);

/// How one result becomes each of the formats; only what is asked for is called.
struct ReportWriters {
  std::function<cost::ReportDocument()> document;
  std::function<Result<>(const std::string& path)> workbook;
  std::function<Json()> json;
};

/// Writes the report; `path` is replaced at once or not at all. Errors: kIo, those of the writers.
Result<> save_report(const std::string& path, ReportFormat format, const ReportWriters& writers);

}  // namespace nscope::app
