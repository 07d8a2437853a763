#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/training/training_step.h"
#include "simcore/engine/workload/workload.h"

namespace nscope::sim {

/// The metrics of `step`, the work of the run, with those of the job that takes it
/// (job_metrics.h). With a `sink` also the timeline of one job: the step as predicted, failures
/// of the first trial. Errors: those of plan_job(), kCancelled.
Result<SimulationResult> train_job(const PreparedRun& run, const TrainingStep& step,
                                   const JobSetup& setup, const Workload& workload,
                                   const Calibration& calibration, const ClosedForm& form,
                                   TraceSink* sink, TaskControl& control);

}  // namespace nscope::sim
