#pragma once

#include "costmodel/money/date.h"
#include "profiler/base/result.h"

#include <chrono>
#include <string>
#include <string_view>

namespace nscope::cost {

/// A point in time in UTC with a resolution of one second.
using Instant = std::chrono::sys_seconds;

/// Parses the forms that AWS and FOCUS use: "2026-07-01", "2026-07-01T04:15:22Z",
/// "2026-07-01T04:15:22.000Z", "2026-08-01T04:15:22+02:00", "2024-09-04 05:00:00+00",
/// "2024-09-04 05:00:00" (UTC). Fractions of a second are dropped. Errors: kBadInput.
Result<Instant> parse_instant(std::string_view text);
/// "2026-07-01T04:15:22Z".
std::string to_string(Instant instant);

inline Day day_of(Instant instant) {
  return std::chrono::floor<std::chrono::days>(instant);
}

}  // namespace nscope::cost
