#pragma once

#include "profiler/trace/limits.h"

#include <cstdint>

namespace nscope::importers {

/// Whether a file may state this time, in ticks of the trace. Sums and differences of
/// two such times stay inside 64 bits.
constexpr bool possible_time(std::int64_t time) {
  return time > -limits::kFarthestTime && time < limits::kFarthestTime;
}

}  // namespace nscope::importers
