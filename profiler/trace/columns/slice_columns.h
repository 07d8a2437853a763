#pragma once

#include "profiler/base/ids.h"
#include "profiler/trace/columns/column.h"
#include "profiler/trace/columns/string_column.h"
#include "profiler/trace/columns/trace_batch.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace nscope {

/// Slices of one track, sorted by (start, longest first). Parallel columns of
/// equal size: mostly 10 bytes per slice, plus depth and wait if they occur.
struct SliceColumns {
  TimeColumn start;     ///< ticks
  TickColumn duration;  ///< ticks, >= 0
  StringColumn name;
  Column<std::uint16_t, std::uint8_t> depth;  ///< nesting level, or lane of a flat track
  TickColumn wait;                            ///< ticks before start

  std::size_t size() const { return start.size(); }
  TraceTime begin(std::size_t row) const { return TraceTime(start[row]); }
  TraceTime end(std::size_t row) const { return TraceTime(start[row] + duration[row]); }
  /// Calls visit(row, start, end) for every slice in order, with times in ticks. For loops over
  /// complete tracks.
  template <class Visit>
  void for_each(Visit&& visit) const {
    constexpr std::size_t kBlock = 256;
    static_assert(kChunkRows % kBlock == 0);
    std::int64_t starts[kBlock];
    std::int64_t durations[kBlock];
    for (std::size_t first = 0; first < size(); first += kBlock) {
      const std::size_t count = std::min(kBlock, size() - first);
      start.read(first, count, starts);
      duration.read(first, count, durations);
      for (std::size_t i = 0; i < count; ++i) visit(first + i, starts[i], starts[i] + durations[i]);
    }
  }
  /// Whether any slice of the track has a wait.
  bool has_waits() const { return !wait.constant() || wait.fill() != 0; }
};

/// Samples of one counter track, sorted by time.
struct CounterColumns {
  TimeColumn time;  ///< ticks
  Column<double> value;

  std::size_t size() const { return time.size(); }
};

}  // namespace nscope
