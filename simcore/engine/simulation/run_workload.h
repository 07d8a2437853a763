#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/inference_player.h"
#include "simcore/engine/run/run_prediction.h"

namespace nscope::sim {

/// The prediction of a workload of any kind and, if there is a `sink`, its trace. Errors: those of
/// estimate() without a sink, and those of simulate() with one.
Result<SimulationResult> run_workload(const catalog::Catalog& catalog, const Workload& workload,
                                      const Calibration& calibration, const TraceDetail& detail,
                                      TraceSink* sink, TaskControl& control);

}  // namespace nscope::sim
