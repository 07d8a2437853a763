#pragma once

#include "profiler/trace/columns/trace_batch.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/rollout/train_with_rollout.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/serving/replica_tracks.h"
#include "simcore/engine/serving/simulate_serving.h"
#include "simcore/engine/training/training_times.h"
#include "simcore/engine/workload/workload.h"

#include <cstdint>
#include <vector>

namespace nscope::sim {

/// The segments of the replicas of a rollout, up to a limit, with the number of those beyond it. It
/// must outlive its listener.
class RolloutSegments {
 public:
  SegmentListener listener();
  const std::vector<ReplicaSegment>& entries() const { return entries_; }
  std::int64_t hidden() const { return hidden_; }

 private:
  std::vector<ReplicaSegment> entries_;
  std::int64_t hidden_ = 0;
};

/// Writes the timeline of one iteration: its phases, the segments and sequences of every replica,
/// and the phases of the training step. With `overlap`, the rollout of the next iteration runs
/// beside the step. Times are picoseconds since the start of the iteration. False if the sink
/// accepts no more data.
bool write_rollout_trace(const PreparedRun& run, const Workload& workload,
                         const Calibration& calibration, const SimulationResult& result,
                         const TrainingTimes& step, const IterationTimes& times,
                         const RolloutSegments& segments, TraceSink& sink);

}  // namespace nscope::sim
