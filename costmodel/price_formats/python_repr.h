#pragma once

#include "profiler/base/result.h"

#include <string>
#include <string_view>

namespace nscope::cost {

/// Converts a dictionary in the form of Python's repr() to JSON: single quotes, None, True and
/// False. Errors: kInvalidArgument for other texts; the resulting JSON is not checked.
Result<std::string> python_repr_to_json(std::string_view text);

}  // namespace nscope::cost
