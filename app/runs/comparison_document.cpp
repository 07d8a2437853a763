#include "app/runs/comparison_document.h"

#include "profiler/analysis/comparison/comparison_report.h"
#include "profiler/export/comparison_html.h"

#include <utility>

namespace nscope::app {

std::optional<ComparisonFormat> comparison_format_of(std::string_view path) {
  constexpr std::pair<std::string_view, ComparisonFormat> kFormats[] = {
      {".html", ComparisonFormat::kHtml},
      {".md", ComparisonFormat::kMarkdown},
      {".json", ComparisonFormat::kJson},
      {".csv", ComparisonFormat::kCsv}};
  for (const auto& [extension, format] : kFormats) {
    if (path.ends_with(extension)) return format;
  }
  return std::nullopt;
}

Result<std::string> comparison_document(const analysis::Comparison& comparison, std::size_t rows,
                                        ComparisonFormat format, const Language& language) {
  if (format == ComparisonFormat::kJson) {
    return analysis::comparison_json(comparison)
               .dump(2, ' ', false, Json::error_handler_t::replace) +
           "\n";
  }
  if (format == ComparisonFormat::kCsv) return analysis::comparison_csv(comparison);
  const auto report = analysis::make_report(comparison, rows);
  if (format == ComparisonFormat::kHtml) return comparison_html(report, language);
  return format == ComparisonFormat::kMarkdown ? analysis::report_markdown(report, language)
                                               : analysis::report_text(report, language);
}

}  // namespace nscope::app
