#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/workload/workload.h"

namespace nscope::sim {

/// Runs the collective `setup` of a workload: the closed form, and step by step into `sink`
/// where there is one. Nothing of it has a band: what the
/// published rows include is not stated (docs/simulator.md). Errors: as
/// plan_collective_run() and play_collective().
Result<SimulationResult> run_collective(const catalog::Catalog& catalog, const Workload& workload,
                                        const CollectiveSetup& setup,
                                        const Calibration& calibration, TraceSink* sink,
                                        TaskControl& control);

}  // namespace nscope::sim
