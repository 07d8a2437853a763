#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace nscope {

/// The slices of one name on one track added up. Durations are whole
/// nanoseconds, each rounded down as the column slice.duration_ns shows it, so
/// that sums agree with SQL's.
struct NameSum {
  TrackId track;
  StringId name;
  std::int64_t count = 0;
  std::int64_t total_ns = 0;
  std::int64_t min_ns = 0;
  std::int64_t max_ns = 0;
};

/// All of them in one pass over the columns, on all processors: sorted by track,
/// then by the bytes of the name. nullopt where `stop` said so; it is asked from
/// several threads, every few thousand rows.
std::optional<std::vector<NameSum>> sum_by_name(const Trace& trace,
                                                const std::function<bool()>& stop);

}  // namespace nscope
