#pragma once

#include "app/capacity/fleet/configuration.h"

namespace nscope::capacity {

/// The server of a configuration on GPUs: the closed form of docs/simulator-gpu.md gives every
/// execution its time, and the serving simulator batches them in flight like those of
/// NeuronCores. Nothing is padded. `slots` sequences must fit at their mean length, as the KV
/// cache is paged. Floor and work are left open. Errors: as sim::plan_gpu(); kInfeasible where
/// fewer sequences fit.
Result<Server> gpu_server(const catalog::Catalog& catalog, const PlanRequest& request,
                          const Configuration& configuration);

}  // namespace nscope::capacity
