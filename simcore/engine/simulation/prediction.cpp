#include "simcore/engine/simulation/prediction.h"

#include "simcore/engine/serving/server.h"
#include "simcore/engine/simulation/run_workload.h"

#include <utility>

namespace nscope::sim {

Result<catalog::MemoryFit> memory_fit(const catalog::Catalog& catalog, const Workload& workload) {
  const auto& calibration = built_in_calibration();
  if (!calibration) return fail(calibration.error());
  if (const auto* const setup = std::get_if<ServingSetup>(&workload.kind)) {
    const auto server = plan_server(catalog, workload, *setup, calibration->parameters);
    if (!server) return fail(server.error());
    return tightest_instance(*server).run->memory;
  }
  auto run = plan_run(catalog, workload, calibration->parameters);
  if (!run) return fail(run.error());
  return std::move(run->memory);
}

Result<SimulationResult> estimate(const catalog::Catalog& catalog, const Workload& workload,
                                  TaskControl& control) {
  const auto& calibration = built_in_calibration();
  if (!calibration) return fail(calibration.error());
  return estimate(catalog, workload, *calibration, control);
}

Result<SimulationResult> estimate(const catalog::Catalog& catalog, const Workload& workload,
                                  const Calibration& calibration, TaskControl& control) {
  return run_workload(catalog, workload, calibration, TraceDetail{}, nullptr, control);
}

}  // namespace nscope::sim
