#pragma once

#include "profiler/base/result.h"

#include <string_view>

namespace nscope {

/// Nanoseconds of "100", "1.5us", "2ms" or "0.25s"; a number without a unit is in nanoseconds.
/// Errors: kInvalidArgument.
Result<double> parse_time_ns(std::string_view text);

}  // namespace nscope
