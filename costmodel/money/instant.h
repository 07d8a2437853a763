#pragma once

#include "costmodel/money/date.h"
#include "profiler/base/result.h"

#include <chrono>
#include <string>
#include <string_view>

namespace nscope::cost {

/// A moment, UTC, to the second.
using Instant = std::chrono::sys_seconds;

/// Parses what AWS and FOCUS write: "2026-07-01", "2026-07-01T04:15:22Z",
/// "2026-07-01T04:15:22.000Z", "2026-08-01T04:15:22+02:00", "2024-09-04 05:00:00+00",
/// "2024-09-04 05:00:00" (no zone: UTC). Fractions of a second are cut off. Errors: kBadInput.
Result<Instant> parse_instant(std::string_view text);
/// "2026-07-01T04:15:22Z".
std::string to_string(Instant instant);

inline Day day_of(Instant instant) {
  return std::chrono::floor<std::chrono::days>(instant);
}

}  // namespace nscope::cost
