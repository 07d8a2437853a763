#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/workload/workload.h"

namespace nscope::sim {

/// Predicts the collective `setup` of a workload with the closed form, and simulates it step by
/// step into `sink` unless it is null. The metrics have no error bands because the published
/// measurements do not state what they include (docs/simulator.md). Errors: those of
/// plan_collective_run() and play_collective().
Result<SimulationResult> run_collective(const catalog::Catalog& catalog, const Workload& workload,
                                        const CollectiveSetup& setup,
                                        const Calibration& calibration, TraceSink* sink,
                                        TaskControl& control);

}  // namespace nscope::sim
