#include "simcore/engine/simulation/simulate.h"

#include "simcore/engine/simulation/run_workload.h"

namespace nscope::sim {

Result<SimulationResult> simulate(const catalog::Catalog& catalog, const Workload& workload,
                                  TraceSink& sink, TaskControl& control) {
  const auto& calibration = built_in_calibration();
  if (!calibration) return fail(calibration.error());
  return simulate(catalog, workload, *calibration, TraceDetail{}, sink, control);
}

Result<SimulationResult> simulate(const catalog::Catalog& catalog, const Workload& workload,
                                  const Calibration& calibration, const TraceDetail& detail,
                                  TraceSink& sink, TaskControl& control) {
  return run_workload(catalog, workload, calibration, detail, &sink, control);
}

}  // namespace nscope::sim
