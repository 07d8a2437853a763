#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

namespace nscope::importers {

/// `value` as Unix nanoseconds. Whether it is in s, ms, µs or ns follows from its magnitude: the
/// units differ by 1000, and a year is only 3 % of the time since 1970. nullopt if the time is
/// not between 1973 and 2191.
inline std::optional<std::int64_t> unix_nanoseconds(double value) {
  constexpr double kLatest = 7e18;  // the year 2191: the difference of two times fits into 64 bits
  for (const auto& [limit, scale] : {std::pair{1e11, 1e9}, {1e14, 1e6}, {1e17, 1e3}, {9e18, 1.0}}) {
    if (!(value >= 1e8) || value >= limit) continue;
    return value * scale < kLatest ? std::optional(std::int64_t{std::llround(value * scale)})
                                   : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace nscope::importers
