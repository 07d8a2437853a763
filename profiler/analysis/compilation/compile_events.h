#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// One event of a compile cache or of the compiler. Texts that the capture does not state are
/// empty. The texts are views into the trace.
struct CompileEvent {
  SliceId slice{};
  std::string_view module;
  std::string_view state;  ///< key::kCacheState
  std::string_view graph;  ///< hash; like flags_hash a part of the cache key
  std::string_view flags_hash;
  std::string_view compiler;
  std::string_view flags;
  std::string_view source;    ///< of a simulation: the name of the graph
  std::string_view error;
  std::string_view error_code;  ///< of the compiler
  std::int64_t begin = 0;     ///< ticks
  std::int64_t duration = 0;  ///< ticks; 0 if unknown
};

/// The events that start in the window, in order of time. Errors: kCancelled.
Result<std::vector<CompileEvent>> compile_events(const Trace& trace, const TimeWindow& window,
                                                 TaskControl& control);

/// Whether the event is a look-up by a program. A file found in a cache folder, or a graph that was
/// stored, is not a look-up.
bool is_lookup(std::string_view state);

}  // namespace nscope::analysis
