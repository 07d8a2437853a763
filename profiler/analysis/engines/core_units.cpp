#include "profiler/analysis/engines/core_units.h"

#include "profiler/analysis/metrics/busy_time.h"

#include <algorithm>
#include <map>
#include <utility>

namespace nscope::analysis {

std::optional<std::size_t> unit_of(const Track& track) {
  if (track.core < 0) return std::nullopt;
  Engine engine = track.kind == TrackKind::kEngine ? track.engine : Engine::kNone;
  if (track.slice_kind == SliceKind::kDma) engine = Engine::kDma;
  if (track.slice_kind == SliceKind::kCollective) engine = Engine::kCc;
  const auto* const unit = std::find(kCoreUnits.begin(), kCoreUnits.end(), engine);
  if (unit == kCoreUnits.end()) return std::nullopt;
  return static_cast<std::size_t>(unit - kCoreUnits.begin());
}

Result<std::vector<CoreActivity>> core_activities(const Trace& trace, std::optional<int> core,
                                                  TaskControl& control) {
  using UnitTracks = std::array<std::vector<const Track*>, kCoreUnits.size()>;
  std::map<int, UnitTracks> cores;
  for (const Track& track : trace.tracks()) {
    const auto unit = unit_of(track);
    if (!unit || track.slices.size() == 0 || (core && track.core != *core)) continue;
    cores[track.core][*unit].push_back(&track);
  }
  std::vector<CoreActivity> activities;
  control.begin(phrase("Analysing engines"), cores.size());
  for (const auto& [index, tracks] : cores) {
    control.advance_to(activities.size());
    CoreActivity& activity = activities.emplace_back(CoreActivity{.core = index, .busy = {}});
    for (std::size_t unit = 0; unit < kCoreUnits.size(); ++unit) {
      auto busy = busy_time(trace, tracks[unit], control);
      if (!busy) return cancelled();
      activity.busy[unit] = std::move(*busy);
    }
  }
  return activities;
}

}  // namespace nscope::analysis
