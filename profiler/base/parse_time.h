#pragma once

#include "profiler/base/result.h"

#include <string_view>

namespace nscope {

/// Nanoseconds of "100", "1.5us", "2 ms", "0.25s" or "12 min", as printed by format_duration_ns();
/// a number without a unit is in nanoseconds.
/// Errors: kInvalidArgument.
Result<double> parse_time_ns(std::string_view text);

}  // namespace nscope
