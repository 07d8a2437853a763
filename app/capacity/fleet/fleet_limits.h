#pragma once

#include "app/capacity/fleet/configuration.h"
#include "profiler/base/result.h"
#include "simcore/catalog/memory_limits.h"

namespace nscope::capacity {

/// The largest batch and the longest context that fit in the memory of a replica of the
/// configuration. Errors: those of sim::memory_limits() and sim::gpu_memory_limits().
Result<catalog::MemoryLimits> fleet_limits(const catalog::Catalog& catalog,
                                           const PlanRequest& request,
                                           const Configuration& configuration);

}  // namespace nscope::capacity
