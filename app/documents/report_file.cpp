#include "app/documents/report_file.h"

#include "profiler/base/files/atomic_file.h"
#include "profiler/base/json/document_text.h"

namespace nscope::app {

Result<ReportFormat> report_format(const std::string& path) {
  if (path.ends_with(".html")) return ReportFormat::kHtml;
  if (path.ends_with(".pdf")) return ReportFormat::kPdf;
  if (path.ends_with(".xlsx")) return ReportFormat::kWorkbook;
  if (path.ends_with(".json")) return ReportFormat::kJson;
  return fail(ErrorCode::kInvalidArgument,
              tr("'{}' has an unknown report format; use .html, .pdf, .xlsx or .json", path));
}

Result<> save_report(const std::string& path, ReportFormat format, const ReportWriters& writers,
                     const Language& language) {
  if (format == ReportFormat::kWorkbook) return writers.workbook(path);
  if (format == ReportFormat::kJson) return write_file(path, document_text(writers.json()));
  const cost::ReportDocument document = writers.document();
  const auto text = format == ReportFormat::kHtml ? cost::report_html(document, language)
                                                  : cost::report_pdf(document, language);
  if (!text) return fail(text.error());
  return write_file(path, *text);
}

}  // namespace nscope::app
