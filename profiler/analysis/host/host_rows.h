#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/trace/trace.h"

#include <map>
#include <string>
#include <vector>

namespace nscope::analysis {

/// What the host keeps busy: the executions of a Neuron run, a core of a system profile, a
/// replica of a server, or a GPU. Points into the trace.
struct BusyDevice {
  std::string name;
  TrackId part{};                      ///< its run's group, see Parts
  std::vector<const Track*> tracks{};  ///< ids of their events ascend
};

/// The host's threads by run (see Parts); rows of a system profile's cores are none.
std::map<TrackId, std::vector<const Track*>> host_threads(const Trace& trace);

/// The devices of a run. With one core asked for, GPUs have none and are left out; executions
/// are those of all cores.
std::vector<BusyDevice> busy_devices(const Trace& trace, const Scope& scope);

/// The tracks of all of them; ids of their events ascend.
std::vector<const Track*> tracks_of(const std::vector<BusyDevice>& devices);

}  // namespace nscope::analysis
