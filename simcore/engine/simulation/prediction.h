#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/engine/run/run_prediction.h"

namespace nscope::sim {

/// The memory of one core under a workload, whether it fits or not: a part of the closed form.
/// Nothing is simulated for it, whatever the workload runs. Errors: as estimate(), without
/// kInfeasible.
Result<catalog::MemoryFit> memory_fit(const catalog::Catalog& catalog, const Workload& workload);

/// The prediction without a trace. A closed form where there is one: of a static batch, the calls
/// of a model and a training step (docs/performance.md: a decoder takes about 20 us, a step of
/// 9,216 ranks below 0.5 ms). What has none is simulated, and may take seconds or minutes: the
/// requests of a server event by event, a training job as many trials (Monte Carlo), a collective
/// transfer by transfer. `control` has the progress of those and cancels them; the closed form does
/// not look at it. Any thread. Errors: kNotFound (names), kInvalidArgument (impossible layout, or
/// not modelled yet), kInfeasible with the HBM arithmetic where it does not fit, kCancelled. The
/// second form takes other parameters than the built-in ones.
Result<SimulationResult> estimate(const catalog::Catalog& catalog, const Workload& workload,
                                  TaskControl& control);
Result<SimulationResult> estimate(const catalog::Catalog& catalog, const Workload& workload,
                                  const Calibration& calibration, TaskControl& control);

}  // namespace nscope::sim
