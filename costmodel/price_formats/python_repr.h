#pragma once

#include "profiler/base/result.h"

#include <string>
#include <string_view>

namespace nscope::cost {

/// A dictionary as Python's repr() writes it, as JSON: single quotes, None, True and
/// False. Errors: kInvalidArgument for text that is none (the JSON itself is not
/// checked).
Result<std::string> python_repr_to_json(std::string_view text);

}  // namespace nscope::cost
