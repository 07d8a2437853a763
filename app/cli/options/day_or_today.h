#pragma once

#include "costmodel/money/date.h"

#include <string>

namespace nscope::cli {

/// The day the user names, or the computer's. The cost model itself reads no
/// clock. Errors: kInvalidArgument for text that is no day.
Result<cost::Day> day_or_today(const std::string& text);

}  // namespace nscope::cli
