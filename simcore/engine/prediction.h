#pragma once

#include "simcore/engine/calibration.h"
#include "simcore/engine/static_batch.h"

#include <memory>
#include <optional>

namespace nscope::sim {

/// A workload with everything it refers to, checked: names found, layout
/// modelled. `batch` points into this object and the catalogue;
/// the object is not copied.
struct PreparedRun {
  std::unique_ptr<const catalog::Model> custom;  ///< the workload's own model
  std::unique_ptr<const Machine> machine;
  const catalog::Instance* instance = nullptr;
  const catalog::Model* model = nullptr;
  catalog::MemoryFit memory;
  StaticBatch batch;
};

/// Everything but the verdict: the run may not fit. Errors: as estimate(),
/// without kInfeasible.
Result<PreparedRun> plan_run(const catalog::Catalog& catalog, const Workload& workload,
                             const Parameters& parameters);
/// plan_run(), refused with the arithmetic where it does not fit. Errors: as
/// estimate().
Result<PreparedRun> prepare_run(const catalog::Catalog& catalog, const Workload& workload,
                                const Parameters& parameters);

/// The metrics of the closed form, with bands, and the domain check.
SimulationResult predict(const PreparedRun& run, const Workload& workload,
                         const Calibration& calibration, const StaticBatchTimes& times);

}  // namespace nscope::sim
