#pragma once

#include "profiler/base/tables/table.h"
#include "profiler/trace/trace.h"

#include <cmath>
#include <cstdint>

namespace nscope::analysis {

/// Ticks of the trace's time axis as nanoseconds, fractions included.
inline double in_ns(const Trace& trace, std::int64_t ticks) {
  return static_cast<double>(ticks) / static_cast<double>(trace.time_base().ticks_per_ns);
}

/// part / whole, or Missing with `reason` if the quotient is not finite.
inline Cell ratio(double part, double whole, Phrase reason) {
  const double value = whole == 0.0 ? NAN : part / whole;
  return std::isfinite(value) ? Cell(value) : Cell(Missing{reason});
}

/// A number of bytes or FLOPs; an integer if it has no fraction and a double represents it exactly.
inline Cell amount(double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (std::abs(value) <= kExact && value == std::floor(value)) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

}  // namespace nscope::analysis
