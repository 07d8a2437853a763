#pragma once

#include "profiler/analysis/ranks/collective_events.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::analysis {

/// The events of one collective on several devices, in the order of the devices.
using CollectiveMatch = std::vector<const CollectiveEvent*>;

struct CollectiveMatches {
  std::vector<CollectiveMatch> all;  ///< sorted by first arrival
  std::int64_t unmatched = 0;        ///< events that only one device has
  std::int64_t by_overlap = 0;       ///< matches found by time, because the numbers differ
  std::int64_t ambiguous = 0;        ///< matches excluded: more devices than ranks take part
};

/// Matches the collectives of several devices. Events belong together if operation, name, bytes,
/// ranks, group and sequence number agree: the n-th of each device with the n-th of the others. If
/// the devices have different numbers of them, some are missing; then events that overlap in time
/// are matched. Points into `events`. nullopt if cancelled.
std::optional<CollectiveMatches> match_collectives(const CollectiveEvents& events,
                                                   const TaskControl& control);

}  // namespace nscope::analysis
