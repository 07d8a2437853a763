#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/trace/trace.h"

#include <map>
#include <string>
#include <vector>

namespace nscope::analysis {

/// A device that executes work of the host: the executions of a Neuron run, a core of a system
/// profile, a replica of a server, or a GPU. Points into the trace.
struct BusyDevice {
  std::string name;
  TrackId part{};                      ///< group of its merged run, see Parts
  std::vector<const Track*> tracks{};  ///< sorted by the ids of their events
};

/// The threads of the host by merged run (see Parts), without the core tracks of system profiles.
std::map<TrackId, std::vector<const Track*>> host_threads(const Trace& trace);

/// The devices of a run. If the scope is one core, GPUs are excluded because they have no
/// core, but executions are still those of all cores.
std::vector<BusyDevice> busy_devices(const Trace& trace, const Scope& scope);

/// The tracks of all devices, sorted by the ids of their events.
std::vector<const Track*> tracks_of(const std::vector<BusyDevice>& devices);

}  // namespace nscope::analysis
