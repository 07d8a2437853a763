#include "profiler/analysis/host/host_rows.h"

#include "profiler/analysis/ranks/devices.h"
#include "profiler/trace/track_path.h"

#include <algorithm>

namespace nscope::analysis {
namespace {

/// A system profile has the executions of a core on a host row of their own, called after
/// the core ("nrt-nc-000, NeuronCore 4").
bool is_core_row(const Trace& trace, const Track& track) {
  return track.kind == TrackKind::kHost &&
         trace.text(track.name).find("NeuronCore ") != std::string_view::npos;
}

BusyDevice of_track(const Trace& trace, const Track& track) {
  return {.name = track_path(trace, track), .part = part_of(trace, track), .tracks = {&track}};
}

}  // namespace

std::vector<const Track*> host_threads(const Trace& trace, TrackId part) {
  std::vector<const Track*> threads;
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::kHost || track.slices.size() == 0) continue;
    if (!is_core_row(trace, track) && part_of(trace, track) == part) threads.push_back(&track);
  }
  return threads;
}

std::vector<BusyDevice> busy_devices(const Trace& trace, const Scope& scope) {
  std::vector<BusyDevice> devices;
  for (const Track& track : trace.tracks()) {
    if (track.slices.size() == 0) continue;
    if (track.kind == TrackKind::kExecution || is_core_row(trace, track)) {
      devices.push_back(of_track(trace, track));
    }
  }
  for (const Device& device : devices_of(trace, scope)) {
    if (device.core >= 0 || device.compute.empty()) continue;
    BusyDevice gpu{.name = device.name, .part = device.part};
    for (const auto* list : {&device.compute, &device.collectives, &device.copies}) {
      gpu.tracks.insert(gpu.tracks.end(), list->begin(), list->end());
    }
    std::sort(gpu.tracks.begin(), gpu.tracks.end(),
              [](const Track* a, const Track* b) { return a->first_slice < b->first_slice; });
    devices.push_back(std::move(gpu));
  }
  return devices;
}

}  // namespace nscope::analysis
