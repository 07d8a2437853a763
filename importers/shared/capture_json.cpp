#include "importers/shared/capture_json.h"

#include "profiler/base/json/foreign_json.h"
#include "profiler/base/text/utf8.h"
#include "profiler/trace/build/text_repair.h"
#include "profiler/trace/build/trace_writer.h"

#include <string>

namespace nscope::importers {

Result<Json> parse_capture_json(std::string_view text, std::string_view name,
                                DiagnosticList& diagnostics) {
  if (is_utf8(text)) return parse_foreign_json(text, name);
  std::string valid(text);
  TextRepair(diagnostics).repair(valid);
  return parse_foreign_json(valid, name);
}

Result<Json> parse_capture_json(std::string_view text, std::string_view name, TraceWriter& out) {
  DiagnosticList repairs;
  auto json = parse_capture_json(text, name, repairs);
  for (Diagnostic& repair : repairs.take()) {
    out.diagnose(repair.code, repair.severity, std::move(repair.example), repair.count);
  }
  return json;
}

}  // namespace nscope::importers
