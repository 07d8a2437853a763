#include "profiler/analysis/comparison/run_profile.h"

#include "profiler/analysis/comparison/wall_time.h"
#include "profiler/analysis/metrics/slice_args.h"
#include "profiler/trace/vocabulary.h"
#include "profiler/trace/waits.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace nscope::analysis {
namespace {

/// Adds the durations and waits of a track's events, in ticks.
void add_times(const Trace& trace, const TrackItems& items, std::vector<GroupTotals>& groups) {
  const SliceColumns& slices = items.track->slices;
  const bool waits = slices.has_waits();
  for (std::size_t row = 0; row < slices.size(); ++row) {
    if (items.group[row] == TrackItems::kNone) continue;
    GroupTotals& group = groups[items.group[row]];
    group.count += 1.0;
    group.time_ns += static_cast<double>(slices.duration[row]);
    if (waits) group.wait_ns += static_cast<double>(bounded_wait(trace, *items.track, row));
  }
}

/// The properties that state the bytes of events of this class.
std::array<std::string_view, 2> byte_keys(WorkClass work) {
  switch (work) {
    case WorkClass::kCompute: return {key::kHbmReadBytes, key::kHbmWriteBytes};
    case WorkClass::kCollective: return {key::kBytes, {}};
    case WorkClass::kDma: return {key::kTransferSize, {}};
    default: return {};
  }
}

void add_bytes(const Trace& trace, const TrackItems& items, std::vector<GroupTotals>& groups) {
  for (const std::string_view name : byte_keys(items.work)) {
    const StringId id = trace.strings().find(name);
    if (name.empty() || !id.valid()) continue;
    for (const ArgColumn& column : items.track->args) {
      if (column.key != id) continue;
      for (std::size_t entry = 0; entry < column.size(); ++entry) {
        const std::uint32_t group = items.group[column.row(entry)];
        if (group == TrackItems::kNone) continue;
        groups[group].bytes = groups[group].bytes.value_or(0.0) + number_of(column.value(entry));
      }
    }
  }
}

}  // namespace

Result<RunProfile> profile_run(const RunItems& run, const GroupTable& groups,
                               TaskControl& control) {
  RunProfile profile;
  profile.groups.resize(groups.size());
  for (const TrackItems& items : run.tracks) {
    if (control.cancelled()) return cancelled();
    add_times(*run.trace, items, profile.groups);
    add_bytes(*run.trace, items, profile.groups);
  }
  const auto exposed = split_wall_time(run, groups, control);
  if (!exposed) return fail(exposed.error());
  const auto ticks_per_ns = static_cast<double>(run.trace->time_base().ticks_per_ns);
  for (std::size_t i = 0; i < profile.groups.size(); ++i) {
    GroupTotals& group = profile.groups[i];
    group.time_ns /= ticks_per_ns;
    group.wait_ns /= ticks_per_ns;
    group.exposed_ns = (*exposed)[i] / ticks_per_ns;
  }
  profile.total_ns = static_cast<double>(run.scope.total().value()) / ticks_per_ns;
  profile.idle_ns =
      std::accumulate(profile.groups.begin(), profile.groups.end(), profile.total_ns,
                      [](double left, const GroupTotals& g) { return left - g.exposed_ns; });
  // A smaller rest is due to rounding.
  if (profile.idle_ns < 1e-9 * profile.total_ns) profile.idle_ns = 0.0;
  return profile;
}

}  // namespace nscope::analysis
