#pragma once

#include "profiler/base/json.h"

#include <string_view>

namespace nscope {
class DiagnosticList;
class TraceWriter;
}  // namespace nscope

namespace nscope::importers {

/// parse_json() for parts of captures. Tools write names of files and processes as bytes of any
/// encoding, so bytes that are not UTF-8 become U+FFFD and are counted in the diagnostic
/// "text_not_utf8", while in documents of users they are errors.
Result<Json> parse_capture_json(std::string_view text, std::string_view name,
                                DiagnosticList& diagnostics);
Result<Json> parse_capture_json(std::string_view text, std::string_view name, TraceWriter& out);

}  // namespace nscope::importers
