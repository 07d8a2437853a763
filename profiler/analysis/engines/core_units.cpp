#include "profiler/analysis/engines/core_units.h"

#include <algorithm>
#include <map>

namespace nscope::analysis {
namespace {

constexpr std::size_t kCheckEvery = 1u << 16;

/// Adds the slices of a track; false when cancelled.
bool add_busy(const Track& track, StringId wait, IntervalUnion& to, const TaskControl& control) {
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    if (row % kCheckEvery == 0 && control.cancelled()) return false;
    if (wait.valid() && track.slices.name[row] == wait) continue;
    to.add(track.slices.begin(row).value(), track.slices.end(row).value());
  }
  return true;
}

/// The union of many, two and two, so that each interval is looked at a few times only.
IntervalUnion united(std::vector<IntervalUnion> parts) {
  if (parts.empty()) return {};
  for (; parts.size() > 1; parts.resize((parts.size() + 1) / 2)) {
    for (std::size_t i = 0; i < parts.size() / 2; ++i) {
      parts[i] = merged(parts[2 * i], parts[2 * i + 1]);
    }
    if (parts.size() % 2 != 0) parts[parts.size() / 2] = std::move(parts.back());
  }
  return std::move(parts.front());
}

}  // namespace

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
  using Parts = std::array<std::vector<IntervalUnion>, kCoreUnits.size()>;
  std::map<int, Parts> cores;
  const StringId wait = trace.strings().find("EVENT_SEMAPHORE");
  control.begin("Measuring engines", trace.tracks().size());
  for (const Track& track : trace.tracks()) {
    control.advance_to(track.id.index());
    const auto unit = unit_of(track);
    if (!unit || track.slices.size() == 0 || (core && track.core != *core)) continue;
    IntervalUnion busy;
    if (!add_busy(track, wait, busy, control)) return cancelled();
    cores[track.core][*unit].push_back(std::move(busy));
  }
  std::vector<CoreActivity> activities;
  for (auto& [index, parts] : cores) {
    if (control.cancelled()) return cancelled();
    CoreActivity& activity = activities.emplace_back(CoreActivity{.core = index, .busy = {}});
    for (std::size_t unit = 0; unit < kCoreUnits.size(); ++unit) {
      activity.busy[unit] = united(std::move(parts[unit]));
    }
  }
  return activities;
}

}  // namespace nscope::analysis
