#pragma once

#include "profiler/analysis/ranks/collective_events.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::analysis {

/// The same collective on the devices that show it, in the order of the devices.
using CollectiveMatch = std::vector<const CollectiveEvent*>;

struct CollectiveMatches {
  std::vector<CollectiveMatch> all;  ///< in order of the first arrival
  std::int64_t unmatched = 0;        ///< events that no other device shows
  std::int64_t by_overlap = 0;       ///< matches found by time, as devices show unequal numbers
  std::int64_t ambiguous = 0;        ///< left out: more devices than take part
};

/// Pairs the collectives of several devices: same operation, name, bytes, group and sequence
/// number, and of those the n-th of each device where all show equally many. Where they do not,
/// events are missing somewhere, and those that overlap in time belong together. Points into
/// `events`. Nothing when cancelled.
std::optional<CollectiveMatches> match_collectives(const CollectiveEvents& events,
                                                   const TaskControl& control);

}  // namespace nscope::analysis
