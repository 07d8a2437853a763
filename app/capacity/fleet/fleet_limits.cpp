#include "app/capacity/fleet/fleet_limits.h"

#include "app/capacity/fleet/gpu_server.h"
#include "app/capacity/fleet/prepare_server.h"
#include "simcore/engine/gpu/gpu_calibration.h"
#include "simcore/engine/gpu/gpu_limits.h"
#include "simcore/engine/simulation/workload_limits.h"

#include <utility>

namespace nscope::capacity {

Result<catalog::MemoryLimits> fleet_limits(const catalog::Catalog& catalog,
                                           const PlanRequest& request,
                                           const Configuration& configuration) {
  if (configuration.gpu) {
    const auto& calibration = sim::built_in_gpu_calibration();
    if (!calibration) return fail(calibration.error());
    return sim::gpu_memory_limits(catalog, gpu_workload_of(request, configuration),
                                  calibration->parameters);
  }
  const auto workload = serving_workload(request, configuration, 1, 1);
  if (!workload) return fail(workload.error());
  auto limits = sim::memory_limits(catalog, *workload);
  if (!limits) return fail(limits.error());
  return std::move(**limits);  // a server has a model
}

}  // namespace nscope::capacity
