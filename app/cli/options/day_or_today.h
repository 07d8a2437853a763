#pragma once

#include "costmodel/money/date.h"

#include <string>

namespace nscope::cli {

/// The day that the user stated, or if `text` is empty the day of the computer's clock, which the
/// cost model does not read. Errors: kInvalidArgument for a text that is not a date.
Result<cost::Day> day_or_today(const std::string& text);

}  // namespace nscope::cli
