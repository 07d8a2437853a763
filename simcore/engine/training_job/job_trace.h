#pragma once

#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/training_job/job_simulation.h"
#include "simcore/engine/workload/workload.h"

namespace nscope::sim {

/// Writes one job into `sink`: the row "Job" has steps (folded from checkpoint to checkpoint),
/// checkpoints, lost work and the parts of restarts, "Failures" a slice of no length each,
/// "Checkpoint writes" the asynchronous ones, and counters the saved steps. Of a job with more
/// checkpoints than can be shown, those between two failures are one slice. In nanoseconds. False
/// when the consumer is gone or the task was cancelled.
bool write_job_trace(const PreparedRun& run, const Workload& workload,
                     const Calibration& calibration, const SimulationResult& result,
                     const JobPlan& plan, const std::vector<JobEvent>& events, TraceSink& sink,
                     const TaskControl& control);

}  // namespace nscope::sim
