#pragma once

#include "profiler/trace/trace.h"
#include "profiler/trace/vocabulary.h"

#include <cstddef>
#include <cstdint>

namespace nscope::analysis {

/// Determines in which intervals of a throttling track the clock was limited. Any thread.
class ThrottleRatio {
 public:
  /// `trace` must outlive it.
  explicit ThrottleRatio(const Trace& trace)
      : trace_(trace),
        active_(trace.strings().find(key::kThrottleK)),
        of_(trace.strings().find(key::kThrottleN)) {}

  /// An interval without a ratio counts as limited.
  bool limits(const Track& track, std::size_t row) const {
    const SliceId slice = Trace::slice_id(track, row);
    const std::int64_t of = trace_.arg_integer(slice, of_, -1);
    return of < 0 || trace_.arg_integer(slice, active_, -1) < of;
  }

 private:
  const Trace& trace_;
  StringId active_;
  StringId of_;
};

}  // namespace nscope::analysis
