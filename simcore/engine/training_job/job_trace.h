#pragma once

#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/training_job/job_simulation.h"
#include "simcore/engine/workload/workload.h"

namespace nscope::sim {

/// Writes one job into `sink`, in nanoseconds. The track "Job" has steps (one slice between
/// checkpoints), checkpoints, lost work and the parts of restarts; "Failures" has slices without
/// duration; "Checkpoint writes" has asynchronous writes; a counter has the saved steps. If there
/// are more than 20,000 checkpoints, those between two failures are one slice. False if the
/// consumer does not accept more data or the task was cancelled.
bool write_job_trace(const PreparedRun& run, const Workload& workload,
                     const Calibration& calibration, const SimulationResult& result,
                     const JobPlan& plan, const std::vector<JobEvent>& events, TraceSink& sink,
                     const TaskControl& control);

}  // namespace nscope::sim
