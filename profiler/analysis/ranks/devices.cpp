#include "profiler/analysis/ranks/devices.h"

#include "profiler/trace/track_path.h"

#include <map>
#include <utility>

namespace nscope::analysis {
namespace {

std::vector<const Track*>* list_for(const Track& track, Device& device) {
  if (runs_work(track)) return &device.compute;
  if (track.slice_kind == SliceKind::kCollective) return &device.collectives;
  if (track.slice_kind == SliceKind::kDma) return &device.copies;
  return nullptr;
}

bool has_device_work(const Track& track) {
  Device unused;
  return track.slices.size() > 0 && list_for(track, unused) != nullptr;
}

std::string name_of(const Trace& trace, const Track& track, TrackId part) {
  if (track.core < 0) return track_path(trace, trace.track(owner_of(track)));
  std::string name = "NeuronCore " + std::to_string(track.core);
  return part.valid() ? std::string(trace.text(trace.track(part).name)) + " / " + name : name;
}

}  // namespace

Parts::Parts(const Trace& trace) {
  if (trace.property("parts") == nullptr) return;
  // Parents are before their children.
  for (const Track& track : trace.tracks()) {
    roots_.push_back(track.parent.valid() ? roots_[track.parent.index()] : track.id);
  }
}

TrackId owner_of(const Track& track) {
  return track.parent.valid() ? track.parent : track.id;
}

std::vector<Device> devices_of(const Trace& trace, const Scope& scope) {
  std::vector<Device> devices;
  std::map<std::pair<int, TrackId>, std::size_t> index;
  const Parts parts(trace);
  for (const Track& track : trace.tracks()) {
    if (!scope.holds(track) || !has_device_work(track)) continue;
    const TrackId owner = track.core >= 0 ? TrackId() : owner_of(track);
    const auto [entry, added] = index.try_emplace({track.core, owner}, devices.size());
    if (added) {
      const TrackId part = parts.of(track);
      devices.push_back({.name = name_of(trace, track, part), .core = track.core, .part = part});
    }
    Device& device = devices[entry->second];
    list_for(track, device)->push_back(&track);
  }
  return devices;
}

}  // namespace nscope::analysis
