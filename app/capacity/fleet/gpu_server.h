#pragma once

#include "app/capacity/fleet/configuration.h"
#include "simcore/engine/gpu/gpu_workload.h"

namespace nscope::capacity {

/// The generation of a replica of the configuration with the mean lengths of the traffic.
sim::GpuWorkload gpu_workload_of(const PlanRequest& request, const Configuration& configuration);

/// The server of a configuration on GPUs: the closed form of docs/simulator-gpu.md gives the time
/// of each execution, and the serving simulator uses continuous batching as for NeuronCores. Inputs
/// are not padded. `slots` sequences with the mean length must fit in memory, because the KV cache
/// is paged. Does not set `floor` and `work`. Errors: those of sim::plan_gpu(); kInfeasible if
/// fewer sequences fit.
Result<Server> gpu_server(const catalog::Catalog& catalog, const PlanRequest& request,
                          const Configuration& configuration);

}  // namespace nscope::capacity
