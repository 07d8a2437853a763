#pragma once

#include "profiler/analysis/host/idle_gaps.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nscope::analysis {

/// What the host did for most of a gap of a device.
struct HostGapCause {
  StringId name{};           ///< innermost event of a host thread; invalid: none
  std::int64_t overlap = 0;  ///< ticks of the gap for which it is that
};

/// For each gap the host activity that covers most of it. `threads` are the host's rows; where
/// `only[i]` is valid, gap i is judged by that thread alone, the one that started the event
/// behind the gap, and time outside of its events counts as an activity without a name.
/// Events of other threads that last at least from `begin` to `end` say nothing about a
/// gap and do not count. Nothing when cancelled.
std::optional<std::vector<HostGapCause>> host_gap_causes(const Trace& trace,
                                                         const std::vector<IdleGap>& gaps,
                                                         const std::vector<TrackId>& only,
                                                         const std::vector<const Track*>& threads,
                                                         std::int64_t begin, std::int64_t end,
                                                         const TaskControl& control);

}  // namespace nscope::analysis
