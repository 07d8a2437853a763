#include "profiler/analysis/host/host_rows.h"

#include "profiler/analysis/ranks/devices.h"
#include "profiler/trace/track_path.h"

#include <algorithm>

namespace nscope::analysis {
namespace {

/// System profiles contain the executions of a core on a separate host track with the name of the
/// core ("nrt-nc-000, NeuronCore 4").
bool is_core_row(const Trace& trace, const Track& track) {
  return track.kind == TrackKind::kHost &&
         trace.text(track.name).find("NeuronCore ") != std::string_view::npos;
}

void sort_by_id(std::vector<const Track*>& tracks) {
  std::sort(tracks.begin(), tracks.end(),
            [](const Track* a, const Track* b) { return a->first_slice < b->first_slice; });
}

}  // namespace

std::map<TrackId, std::vector<const Track*>> host_threads(const Trace& trace) {
  std::map<TrackId, std::vector<const Track*>> threads;
  const Parts parts(trace);
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::kHost || track.slices.size() == 0) continue;
    if (!is_core_row(trace, track)) threads[parts.of(track)].push_back(&track);
  }
  return threads;
}

std::vector<BusyDevice> busy_devices(const Trace& trace, const Scope& scope) {
  std::vector<BusyDevice> devices;
  const Parts parts(trace);
  for (const Track& track : trace.tracks()) {
    if (track.slices.size() == 0) continue;
    if (track.kind == TrackKind::kExecution || is_core_row(trace, track)) {
      devices.push_back(
          {.name = track_path(trace, track), .part = parts.of(track), .tracks = {&track}});
    }
  }
  for (const Device& device : devices_of(trace, scope)) {
    if (device.core >= 0 || device.compute.empty()) continue;
    BusyDevice gpu{.name = device.name, .part = device.part};
    for (const auto* list : {&device.compute, &device.collectives, &device.copies}) {
      gpu.tracks.insert(gpu.tracks.end(), list->begin(), list->end());
    }
    sort_by_id(gpu.tracks);
    devices.push_back(std::move(gpu));
  }
  return devices;
}

std::vector<const Track*> tracks_of(const std::vector<BusyDevice>& devices) {
  std::vector<const Track*> tracks;
  for (const BusyDevice& device : devices) {
    tracks.insert(tracks.end(), device.tracks.begin(), device.tracks.end());
  }
  sort_by_id(tracks);
  return tracks;
}

}  // namespace nscope::analysis
