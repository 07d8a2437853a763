#pragma once

#include <cstdint>
#include <string_view>

namespace nscope::importers {

/// A time of a Chrome trace, which contains decimal microseconds: whole nanoseconds, and 0 to 999
/// picoseconds to add.
struct DecimalTime {
  std::int64_t ns = 0;
  std::int32_t ps = 0;
};

/// Reads decimal microseconds at `p` ("1234", "-0.5", "12.345678", "1.5e3") and returns the end of
/// the number. nullptr if `p` does not point to a number, or if the time is more than 292 years
/// from zero. Floating point is not used; digits below a picosecond are rounded. May read 32
/// bytes after `end`.
const char* parse_microseconds(const char* p, const char* end, DecimalTime& time);

}  // namespace nscope::importers
