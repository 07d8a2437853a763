#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/run/run_prediction.h"

namespace nscope::sim {

/// The level of detail of the trace of a simulated run.
struct TraceDetail {
  int cores = 2;  ///< number of shown ranks; all ranks behave alike
  /// Decode steps of every bucket that are shown operator by operator, half of them at its start
  /// and half at its end. The others are one slice per engine.
  int steps_per_bucket = 2;
};

/// Simulates the executions of a static batch or a call event by event into `sink`. Errors:
/// kInvalidArgument if the run is too long for a trace, kCancelled.
Result<SimulationResult> play_inference(const PreparedRun& run, const Workload& workload,
                                        const Calibration& calibration, const ClosedForm& form,
                                        const TraceDetail& detail, TraceSink& sink,
                                        TaskControl& control);

}  // namespace nscope::sim
