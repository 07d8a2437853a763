#pragma once

#include "profiler/analysis/engines/dependency_view.h"
#include "profiler/base/json.h"
#include "profiler/trace/trace.h"

#include <cstddef>

namespace nscope::analysis {

/// One event as a document of schema nscope.event/1: times, properties and source line; the events
/// that it depends on and those that depend on it, as far as the capture states them; and, with a
/// `view` of the same trace, the causes: the event that it waited for last, the idle time of its
/// engine by cause, its share of the critical path, and its slack. Times are in nanoseconds on the
/// axis of the SQL tables; unknown values are null, and `notes` say why. Each list of events has at
/// most `most` entries, beside the total count. `event` must be an event of the trace.
Json event_document(const Trace& trace, SliceId event, const DependencyView* view,
                    std::size_t most);

}  // namespace nscope::analysis
