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

/// The phases of one iteration in s. Rollout and training are on one clock: one after the other, or
/// with `overlap` at the same time, where the iteration takes as long as the longer of both.
struct IterationTimes {
  double offload = 0;  ///< to the host and back
  double rollout = 0;  ///< until the last sequence of the last replica is complete
  double reward = 0;
  double training = 0;  ///< the step
  double sync = 0;
  bool overlap = false;

  double total() const;
};

/// Predicts an iteration of reinforcement learning: the metrics of `step`, the work of the run, and
/// of the iteration. The server that generates the sequences is simulated request by request.
/// If `sink` is not null, it also writes the timeline of the iteration with the segments of every
/// replica and the phases of training. Rates of the step become rates of the iteration. Errors:
/// those of plan_rollout() and simulate_serving(), kCancelled.
Result<SimulationResult> train_with_rollout(const catalog::Catalog& catalog, const PreparedRun& run,
                                            const TrainingStep& step, const Workload& workload,
                                            const Calibration& calibration, const ClosedForm& form,
                                            TraceSink* sink, TaskControl& control);

}  // namespace nscope::sim
