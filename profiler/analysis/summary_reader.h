#pragma once

#include "profiler/analysis/summary.h"
#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <string_view>

namespace nscope::analysis {

/// Reads what summary_json() writes; other members (simulations have some) are
/// left alone. `name` is the file's for messages. Errors: kBadInput with the path
/// of the member that is wrong.
Result<Summary> read_summary(const Json& document, std::string_view name);

}  // namespace nscope::analysis
