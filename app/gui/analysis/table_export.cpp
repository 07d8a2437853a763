#include "app/gui/analysis/table_export.h"

#include "app/gui/text/shown_language.h"
#include "profiler/analysis/definition/analysis_json.h"
#include "profiler/base/json/document_text.h"

namespace nscope::gui {

std::string export_text(ExportFormat format, const analysis::Analysis& analysis,
                        const analysis::ParameterValues& parameters, const Table& table) {
  if (format == ExportFormat::kCsv) return table.to_csv();
  if (format == ExportFormat::kText) return table.to_text(shown_language());
  const auto results = Json::array({analysis::result_json(analysis, parameters, table)});
  return document_text(analysis::results_document(results));
}

}  // namespace nscope::gui
