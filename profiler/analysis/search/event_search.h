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

/// What a query finds in a run.
struct FoundEvents {
  struct OfName {
    StringId name;
    std::int64_t count = 0;
    std::int64_t duration = 0;  ///< ticks, added up
  };

  std::shared_ptr<const EventSet> events;  ///< all of them
  std::int64_t count = 0;
  std::int64_t duration = 0;       ///< ticks, added up
  std::vector<SliceId> first;      ///< in the order of start and id, as many as asked for
  std::vector<OfName> names;       ///< the most time first
  std::vector<std::string> notes;  ///< why nothing could be found
};

/// Looks at every event, on all cores. `most`: of FoundEvents::first. Errors: kCancelled;
/// those of a session whose parts cannot be read.
Result<FoundEvents> find_events(const Trace& trace, const EventQuery& query, std::size_t most,
                                TaskControl& control);

/// FoundEvents::first as slice_id, start_ns, duration_ns, track, name; how many were left
/// out is a note.
Table events_table(const Trace& trace, const FoundEvents& found);
/// FoundEvents::names as name, events, total_ns, share of the time, mean_ns.
Table names_table(const Trace& trace, const FoundEvents& found);

}  // namespace nscope::analysis
