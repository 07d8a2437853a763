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

/// Predicts a training job: the metrics of `step`, the work of the run, and of the job
/// (job_metrics.h). If `sink` is not null, it also writes the timeline of one job with the
/// predicted step time and the failures of the first trial. Errors: those of plan_job(),
/// kCancelled.
Result<SimulationResult> train_job(const PreparedRun& run, const TrainingStep& step,
                                   const JobSetup& setup, const Workload& workload,
                                   const Calibration& calibration, const ClosedForm& form,
                                   TraceSink* sink, TaskControl& control);

}  // namespace nscope::sim
