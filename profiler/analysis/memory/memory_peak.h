#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace nscope::analysis {

/// How high the sum of several counters rises. A sample holds until the next one of
/// its counter; before its first sample a counter is not known and counts nothing.
struct MemoryPeak {
  double value = 0.0;       ///< the highest sum
  std::int64_t begin = 0;   ///< ticks, when it is first reached
  std::int64_t length = 0;  ///< ticks until the sum changes
  double mean = 0.0;        ///< over the time with samples
  std::int64_t samples = 0;
};

/// What made up a peak: a use, a tensor or a block.
struct MemoryUse {
  std::string name;
  double value = 0.0;  ///< in the peak's unit, or bytes
  SliceId slice{};     ///< the allocation; invalid for a counter
};

/// Over the parts of the time looked at in which at least one counter has a value;
/// nullopt where none has. Errors: kCancelled.
Result<std::optional<MemoryPeak>> memory_peak(std::span<const Track* const> counters,
                                              const Scope& scope, const TaskControl& control);

/// What `counter` holds at `time`; nullopt before its first sample.
std::optional<double> value_at(const Track& counter, std::int64_t time);

}  // namespace nscope::analysis
