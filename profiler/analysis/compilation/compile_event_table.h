#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/tables/table.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstddef>

namespace nscope::analysis {

/// The events of compile caches and compilers that begin in the time looked at, in order of
/// time, one row each: when, what happened, how long it took, and the parts of the cache's
/// key. At most `rows`; a note counts the others. Errors: kCancelled.
Result<Table> compile_event_table(const Trace& trace, const SummaryOptions& options,
                                  std::size_t rows, TaskControl& control);

}  // namespace nscope::analysis
