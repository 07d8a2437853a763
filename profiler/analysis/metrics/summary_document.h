#pragma once

#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/result.h"

#include <string_view>

namespace nscope::analysis {

/// Whether the text looks like a summary document: a JSON object that states the schema
/// "nscope.summary/1" near its start.
bool is_summary_document(std::string_view text);

/// Reads a document written by summary_json(), or a larger document that contains its members
/// (`nscope simulate --json`). `name` is the name of the file in messages. Errors: kBadInput with
/// file and key, for example if a value is not a number.
Result<Summary> summary_from_text(std::string_view text, std::string_view name);

}  // namespace nscope::analysis
