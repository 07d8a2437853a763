#include "profiler/analysis/comparison/compared_items.h"

#include "profiler/analysis/comparison/group_reader.h"

#include <algorithm>
#include <optional>

namespace nscope::analysis {
namespace {

/// The class of the events of a track; nullopt if the track is not compared.
std::optional<WorkClass> class_of(const Track& track, bool executions) {
  if (track.slices.size() == 0) return std::nullopt;
  if (track.kind == TrackKind::kExecution) {
    return executions ? std::optional(WorkClass::kHost) : std::nullopt;
  }
  if (track.kind == TrackKind::kLayer || track.kind == TrackKind::kThrottle) return std::nullopt;
  switch (track.slice_kind) {
    case SliceKind::kInstruction:
    case SliceKind::kOperator: return WorkClass::kCompute;
    case SliceKind::kCollective: return WorkClass::kCollective;
    case SliceKind::kDma: return WorkClass::kDma;
    case SliceKind::kRequest: return WorkClass::kRequest;
    case SliceKind::kHost:
    case SliceKind::kCompile:
    case SliceKind::kOther: return WorkClass::kHost;
    case SliceKind::kLayer: return std::nullopt;
  }
  return std::nullopt;
}

bool has_other_work(const Trace& trace) {
  return std::any_of(trace.tracks().begin(), trace.tracks().end(), [](const Track& track) {
    const auto work = class_of(track, false);
    return work && claims_time(*work);
  });
}

Result<> collect_track(const LayerSpans* layers, TrackItems& items, GroupBy by, GroupTable& groups,
                       RunItems& run, TaskControl& control) {
  const Track& track = *items.track;
  GroupReader reader(*run.trace, track, items.work, by, layers, groups);
  items.group.resize(track.slices.size());
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    if (control.cancelled_at(row)) return cancelled();
    const bool inside = run.scope.holds(track.slices.begin(row), track.slices.end(row));
    items.group[row] = inside ? reader.of(row) : TrackItems::kNone;
    if (!inside) ++run.outside;
  }
  run.without_layer += reader.without_layer();
  return {};
}

}  // namespace

Result<RunItems> collect_items(const Trace& trace, GroupBy by, GroupTable& groups,
                               TaskControl& control) {
  RunItems run{.trace = &trace, .scope = Scope(trace, {}), .tracks = {}};
  const bool executions = !has_other_work(trace);
  if (by == GroupBy::kSource) groups.sources().begin_run(trace);
  const LayerIndex layers(trace, by == GroupBy::kLayer);
  control.begin(phrase("Reading events"), trace.tracks().size());
  for (const Track& track : trace.tracks()) {
    control.advance_to(track.id.index());
    const auto work = class_of(track, executions);
    if (!work) continue;
    TrackItems items{.track = &track, .work = *work, .group = {}};
    const auto done = collect_track(layers.of(track.core), items, by, groups, run, control);
    if (!done) return fail(done.error());
    run.tracks.push_back(std::move(items));
  }
  return run;
}

}  // namespace nscope::analysis
