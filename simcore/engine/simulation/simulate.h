#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/engine/simulation/prediction.h"

namespace nscope::sim {

/// How much of a simulated run its trace shows.
struct TraceDetail {
  int cores = 2;  ///< symmetric ranks shown; all of them behave alike
  /// Decode steps of every bucket shown operator by operator: half of them at
  /// its start, half at its end. The others are one slice per engine.
  int steps_per_bucket = 2;
};

/// The event-driven run: the same prediction, and every engine interval, DMA
/// transfer, collective and host gap into `sink`. Deterministic: the same
/// workload gives the same batches. Errors as estimate(), kInvalidArgument for
/// more than 200,000 decode steps, and kCancelled.
Result<SimulationResult> simulate(const catalog::Catalog& catalog, const Workload& workload,
                                  TraceSink& sink, TaskControl& control);
Result<SimulationResult> simulate(const catalog::Catalog& catalog, const Workload& workload,
                                  const Calibration& calibration, const TraceDetail& detail,
                                  TraceSink& sink, TaskControl& control);

}  // namespace nscope::sim
