#include "simcore/engine/simulation/prediction.h"

#include "simcore/engine/collective_run/collective_workload.h"
#include "simcore/engine/serving/serve_workload.h"
#include "simcore/engine/training_job/train_job.h"

#include <utility>

namespace nscope::sim {

Result<catalog::MemoryFit> memory_fit(const catalog::Catalog& catalog, const Workload& workload) {
  const auto& calibration = built_in_calibration();
  if (!calibration) return fail(calibration.error());
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
  if (workload.serving) return serve(catalog, workload, calibration, nullptr, control);
  if (workload.collective) return run_collective(catalog, workload, calibration, nullptr, control);
  const auto run = prepare_run(catalog, workload, calibration.parameters);
  if (!run) return fail(run.error());
  const ClosedForm form = time_run(*run, calibration.parameters);
  if (run->training() != nullptr && run->training()->setup.job) {
    return train_job(*run, workload, calibration, form, nullptr, control);
  }
  return predict(*run, workload, calibration, form);
}

}  // namespace nscope::sim
