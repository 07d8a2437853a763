#pragma once

#include <cstdint>
#include <string_view>

namespace nscope::importers {

/// A time of a Chrome trace, which writes decimal microseconds: whole nanoseconds
/// and the picoseconds on top, 0..999.
struct DecimalTime {
  std::int64_t ns = 0;
  std::int32_t ps = 0;
};

/// Reads decimal microseconds at `p` ("1234", "-0.5", "12.345678", "1.5e3") and
/// returns the end of the number; nullptr where there is none or it exceeds
/// +-292 years. Digits behind the sixth decimal are rounded; only numbers with an
/// exponent pass through floating point. May look at 32 bytes behind `end`.
const char* parse_microseconds(const char* p, const char* end, DecimalTime& time);

}  // namespace nscope::importers
