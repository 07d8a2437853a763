#pragma once

#include "profiler/analysis/host/idle_gaps.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nscope::analysis {

/// The host activity that covers most of a gap of a device.
struct HostGapCause {
  StringId name{};           ///< name of the innermost event of a host thread; invalid if none
  std::int64_t overlap = 0;  ///< time of the gap that the activity covers, ticks
};

/// For each gap, the host activity that covers most of it. `threads` are the tracks of the host.
/// If `only[i]` is valid, only this thread is considered for gap i, because it started the event
/// after the gap; time outside its events then counts as an activity without a name. Events
/// of other threads that last at least from `begin` to `end` do not explain a gap and are ignored.
/// nullopt if cancelled.
std::optional<std::vector<HostGapCause>> host_gap_causes(const Trace& trace,
                                                         const std::vector<IdleGap>& gaps,
                                                         const std::vector<TrackId>& only,
                                                         const std::vector<const Track*>& threads,
                                                         std::int64_t begin, std::int64_t end,
                                                         const TaskControl& control);

}  // namespace nscope::analysis
