#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/engine/run/run_prediction.h"

namespace nscope::sim {

/// The memory of one core under a workload, whether it fits or not; of a server, that of the
/// instances with the least free memory. It is part of the closed form and requires no simulation.
/// Errors: those of estimate() except kInfeasible.
Result<catalog::MemoryFit> memory_fit(const catalog::Catalog& catalog, const Workload& workload);

/// The prediction without a trace. Static batches, calls of a model and training steps have a
/// closed form (docs/performance.md: about 20 us for a decoder, less than 0.5 ms for a step of
/// 9,216 ranks). Other workloads are simulated, which can take seconds or minutes: the requests of
/// a server event by event, a training job as a Monte Carlo simulation, a disturbed collective
/// transfer by transfer. `control` reports the progress of a simulation and cancels it; the closed
/// form ignores it. Any thread. Errors: kNotFound (names), kInvalidArgument (impossible or
/// unsupported layout), kInfeasible with the memory calculation if the workload does not fit,
/// kCancelled. The second overload takes other parameters than the built-in ones.
Result<SimulationResult> estimate(const catalog::Catalog& catalog, const Workload& workload,
                                  TaskControl& control);
Result<SimulationResult> estimate(const catalog::Catalog& catalog, const Workload& workload,
                                  const Calibration& calibration, TaskControl& control);

}  // namespace nscope::sim
