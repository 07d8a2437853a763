#pragma once

#include "costmodel/money/date.h"
#include "profiler/base/json.h"

#include <string>

namespace nscope::cli {

/// The day that the user stated, or if `text` is empty the day of the computer's clock, which the
/// cost model does not read. Errors: kInvalidArgument for a text that is not a date.
Result<cost::Day> day_or_today(const std::string& text);

/// The day of prices, as day_or_today(). Errors: also kInvalidArgument for a day more than a year
/// in the future, for which no price can be known.
Result<cost::Day> price_day_or_today(const std::string& text);

/// Checks the key `as_of` of a document, if it has one. Errors: kBadInput with its place for a day
/// more than a year in the future.
Result<> check_stated_day(const Json& document, const std::string& name);

}  // namespace nscope::cli
