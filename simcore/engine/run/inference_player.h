#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/run/run_prediction.h"

namespace nscope::sim {

/// How much of a simulated run its trace shows.
struct TraceDetail {
  int cores = 2;  ///< symmetric ranks shown; all of them behave alike
  /// Decode steps of every bucket shown operator by operator: half of them at
  /// its start, half at its end. The others are one slice per engine.
  int steps_per_bucket = 2;
};

/// Plays the executions of a run, event by event, into `sink`: of a static batch or of a call.
/// Errors: kInvalidArgument for a run too long to be shown, kCancelled.
Result<SimulationResult> play_inference(const PreparedRun& run, const Workload& workload,
                                        const Calibration& calibration, const ClosedForm& form,
                                        const TraceDetail& detail, TraceSink& sink,
                                        TaskControl& control);

}  // namespace nscope::sim
