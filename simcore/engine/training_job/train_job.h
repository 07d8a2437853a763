#pragma once

#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/workload/workload.h"

namespace nscope::sim {

/// The step's metrics with those of the job that the workload trains (job_metrics.h). With a
/// `sink` also the timeline of one job: the step as predicted, failures of the first trial.
/// The workload's training has a job. Errors: those of plan_job(), kCancelled.
Result<SimulationResult> train_job(const PreparedRun& run, const Workload& workload,
                                   const Calibration& calibration, const ClosedForm& form,
                                   TraceSink* sink, TaskControl& control);

}  // namespace nscope::sim
