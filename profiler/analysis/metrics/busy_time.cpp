#include "profiler/analysis/metrics/busy_time.h"

#include "profiler/trace/vocabulary.h"

#include <cstddef>
#include <utility>

namespace nscope::analysis {
namespace {

/// Adds the events of a track. Returns false if cancelled.
bool add_events(const Track& track, StringId wait, IntervalUnion& to, const TaskControl& control) {
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    if (control.cancelled_at(row)) return false;
    if (wait.valid() && track.slices.name[row] == wait) continue;
    to.add(track.slices.begin(row).value(), track.slices.end(row).value());
  }
  return true;
}

/// The union of all parts, merged in pairs so that each interval is processed only
/// a logarithmic number of times.
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

std::optional<IntervalUnion> busy_time(const Trace& trace, const std::vector<const Track*>& tracks,
                                       const TaskControl& control) {
  const StringId wait = trace.strings().find(opcode::kEventSemaphore);
  std::vector<IntervalUnion> parts(tracks.size());
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    if (!add_events(*tracks[i], wait, parts[i], control)) return std::nullopt;
  }
  return united(std::move(parts));
}

}  // namespace nscope::analysis
