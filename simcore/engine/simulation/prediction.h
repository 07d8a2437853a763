#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/run/run_prediction.h"

namespace nscope::sim {

/// The memory of one core under a workload, whether it fits or not. Errors: as
/// estimate(), without kInfeasible.
Result<catalog::MemoryFit> memory_fit(const catalog::Catalog& catalog, const Workload& workload);

/// The closed form alone: fast enough to call on every keystroke (< 1 ms for a
/// decoder); no trace. Errors: kNotFound (names), kInvalidArgument (impossible
/// layout, or not modelled yet), kInfeasible with the HBM arithmetic where it
/// does not fit. The second form takes other parameters than the built-in ones.
Result<SimulationResult> estimate(const catalog::Catalog& catalog, const Workload& workload);
Result<SimulationResult> estimate(const catalog::Catalog& catalog, const Workload& workload,
                                  const Calibration& calibration);

}  // namespace nscope::sim
