#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// One event of a compile cache or of the compiler. Texts are "" where the capture does not
/// state them; they borrow from the trace.
struct CompileEvent {
  SliceId slice{};
  std::string_view module;
  std::string_view state;  ///< key::kCacheState
  std::string_view graph;  ///< hashes: parts of the cache's key
  std::string_view flags_hash;
  std::string_view compiler;
  std::string_view flags;
  std::string_view source;    ///< of a simulation: what the graph is called
  std::int64_t begin = 0;     ///< ticks
  std::int64_t duration = 0;  ///< ticks; 0: not known, or no time
};

/// Those that begin in the window, in order of time. Errors: kCancelled.
Result<std::vector<CompileEvent>> compile_events(const Trace& trace, const TimeWindow& window,
                                                 TaskControl& control);

/// Whether the event is a look-up in the cache by a program, not a file found in a folder or
/// a graph kept for later.
bool is_lookup(std::string_view state);

}  // namespace nscope::analysis
