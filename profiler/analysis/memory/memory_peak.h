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

/// The peak of the sum of several counters. A sample is valid until the next sample of its
/// counter; before its first sample, a counter is unknown and not included in the sum.
struct MemoryPeak {
  double value = 0.0;       ///< the highest sum
  std::int64_t begin = 0;   ///< ticks, when the sum is first reached
  std::int64_t length = 0;  ///< ticks until the sum changes
  double mean = 0.0;        ///< mean over the time with samples
  std::int64_t samples = 0;
};

/// A component of a peak: a counter, a tensor or a block.
struct MemoryUse {
  std::string name;    ///< for a block, the call that allocated it; empty if unknown
  double value = 0.0;  ///< in the peak's unit, or bytes
  SliceId slice{};     ///< the allocation; invalid for a counter
};

/// The peak in those parts of the analysed range in which at least one counter has a value;
/// nullopt if no counter has one. Errors: kCancelled.
Result<std::optional<MemoryPeak>> memory_peak(std::span<const Track* const> counters,
                                              const Scope& scope, const TaskControl& control);

/// The value of `counter` at `time`; nullopt before its first sample.
std::optional<double> value_at(const Track& counter, std::int64_t time);

}  // namespace nscope::analysis
