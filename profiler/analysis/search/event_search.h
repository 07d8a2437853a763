#pragma once

#include "profiler/analysis/search/event_query.h"
#include "profiler/analysis/search/event_set.h"
#include "profiler/base/result.h"
#include "profiler/base/tables/table.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace nscope::analysis {

/// The events that a query finds in a run.
struct FoundEvents {
  struct OfName {
    StringId name;
    std::int64_t count = 0;
    std::int64_t duration = 0;  ///< sum, in ticks
  };

  std::shared_ptr<const EventSet> events;  ///< all found events
  std::int64_t count = 0;
  std::int64_t duration = 0;   ///< sum, in ticks
  std::vector<SliceId> first;  ///< sorted by start and id, limited to `most`
  std::vector<OfName> names;   ///< sorted by duration, longest first
  std::vector<Text> notes;     ///< conditions that no event can meet
};

/// Searches all events of the run, on all cores. `most` is the maximum size of
/// FoundEvents::first. Errors: kCancelled; kBadInput or kIo if a part of the session cannot be
/// read.
Result<FoundEvents> find_events(const Trace& trace, const EventQuery& query, std::size_t most,
                                TaskControl& control);

/// FoundEvents::first with the columns slice_id, start_ns, duration_ns, track, name. A note
/// states the total if there are more events.
Table events_table(const Trace& trace, const FoundEvents& found);
/// FoundEvents::names with the columns name, events, total_ns, share of the total time, mean_ns.
Table names_table(const Trace& trace, const FoundEvents& found);

}  // namespace nscope::analysis
