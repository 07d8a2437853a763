#pragma once

#include <cstdint>

namespace nscope::importers {

/// Bounds of a time that a file may state, in ticks of the trace: 73 years of
/// nanoseconds, so Unix times fit, and 26 days of picoseconds. Sums and differences
/// of two stay inside 64 bits.
inline constexpr std::int64_t kMaxTime = std::int64_t{1} << 61;

constexpr bool possible_time(std::int64_t time) {
  return time > -kMaxTime && time < kMaxTime;
}

}  // namespace nscope::importers
