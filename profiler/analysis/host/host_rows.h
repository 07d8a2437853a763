#pragma once

#include "profiler/analysis/scope.h"
#include "profiler/trace/trace.h"

#include <string>
#include <vector>

namespace nscope::analysis {

/// What the host keeps busy: the executions of a Neuron run, a core of a system profile, a
/// replica of a server, or a GPU. Points into the trace.
struct BusyDevice {
  std::string name;
  TrackId part{};                      ///< of merged runs, see part_of()
  std::vector<const Track*> tracks{};  ///< ids of their events ascend
};

/// Host threads of the same run as a device.
std::vector<const Track*> host_threads(const Trace& trace, TrackId part);

/// The devices of a run. With one core asked for, GPUs have none and are left out; executions
/// are those of all cores.
std::vector<BusyDevice> busy_devices(const Trace& trace, const Scope& scope);

}  // namespace nscope::analysis
