#pragma once

#include "simcore/engine/simulation/prediction.h"
#include "tests/unit/sim/catalogue.h"

namespace nscope::sim {

/// The prediction with the built-in catalogue and parameters.
inline Result<SimulationResult> estimate_of(const Workload& workload) {
  TaskControl control;
  return estimate(catalogue(), workload, control);
}

}  // namespace nscope::sim
