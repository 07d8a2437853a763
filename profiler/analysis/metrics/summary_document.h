#pragma once

#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/result.h"

#include <string_view>

namespace nscope::analysis {

/// True where the text looks like a summary document: a JSON object whose beginning
/// names the schema "nscope.summary/1".
bool is_summary_document(std::string_view text);

/// Reads back what summary_json() wrote, also as part of a larger document (`nscope
/// simulate --json`). `name` names the file in messages. Errors: kBadInput with
/// file and member, for a figure that is no number among others.
Result<Summary> summary_from_text(std::string_view text, std::string_view name);

}  // namespace nscope::analysis
