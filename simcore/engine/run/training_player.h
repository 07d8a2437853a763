#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/run/run_prediction.h"

namespace nscope::sim {

/// Writes `step`, the work of the run, into `sink`: one rank of every shown stage with all its
/// passes (those of the first microbatch operator by operator), the reduction of the gradients, and
/// the optimizer. Errors: kInvalidArgument if the step is too long for a trace, kCancelled.
Result<SimulationResult> play_training(const PreparedRun& run, const TrainingStep& step,
                                       const Workload& workload, const Calibration& calibration,
                                       const ClosedForm& form, TraceSink& sink,
                                       TaskControl& control);

}  // namespace nscope::sim
