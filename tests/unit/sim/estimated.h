#pragma once

#include "simcore/engine/simulation/prediction.h"
#include "tests/unit/sim/catalogue.h"

namespace nscope::sim {

/// What is estimated with the built-in catalogue and parameters, uncancelled.
inline Result<SimulationResult> estimate_of(const Workload& workload) {
  TaskControl control;
  return estimate(catalogue(), workload, control);
}

}  // namespace nscope::sim
