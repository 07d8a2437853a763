#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/engine/run/inference_player.h"
#include "simcore/engine/simulation/prediction.h"

namespace nscope::sim {

/// The event-driven simulation: the same prediction as estimate(), and every engine interval, DMA
/// transfer, collective and host gap as a trace into `sink`. Deterministic: the same workload gives
/// the same batches. Errors: those of estimate(), kInvalidArgument for more than 200,000 decode
/// steps, and kCancelled.
Result<SimulationResult> simulate(const catalog::Catalog& catalog, const Workload& workload,
                                  TraceSink& sink, TaskControl& control);
Result<SimulationResult> simulate(const catalog::Catalog& catalog, const Workload& workload,
                                  const Calibration& calibration, const TraceDetail& detail,
                                  TraceSink& sink, TaskControl& control);

}  // namespace nscope::sim
