#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/tables/table.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstddef>

namespace nscope::analysis {

/// The events of compile caches and compilers that start in the analysed range, in order of
/// time: start, state, duration and the parts of the cache key. The table has at most `rows`
/// rows, and a note states the total number. Errors: kCancelled.
Result<Table> compile_event_table(const Trace& trace, const SummaryOptions& options,
                                  std::size_t rows, TaskControl& control);

}  // namespace nscope::analysis
