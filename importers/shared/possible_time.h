#pragma once

#include "profiler/trace/limits.h"

#include <cstdint>

namespace nscope::importers {

/// Whether a time in ticks of the trace is within the limits. The sum and the difference of
/// two such times fit into 64 bits.
constexpr bool possible_time(std::int64_t time) {
  return time > -limits::kFarthestTime && time < limits::kFarthestTime;
}

}  // namespace nscope::importers
