#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/run/run_prediction.h"

namespace nscope::sim {

/// Plays `step`, the work of the run, into `sink`: of every shown stage one rank with all its
/// passes, the first microbatch's operator by operator, then the reduction of the gradients
/// and the optimizer. Errors: kInvalidArgument for a step too long to be shown, kCancelled.
Result<SimulationResult> play_training(const PreparedRun& run, const TrainingStep& step,
                                       const Workload& workload, const Calibration& calibration,
                                       const ClosedForm& form, TraceSink& sink,
                                       TaskControl& control);

}  // namespace nscope::sim
