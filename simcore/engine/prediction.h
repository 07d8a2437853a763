#pragma once

#include "simcore/engine/calibration.h"
#include "simcore/engine/prepared_run.h"

namespace nscope::sim {

/// The metrics of the closed form, with bands, and the domain check.
SimulationResult predict(const PreparedRun& run, const Workload& workload,
                         const Calibration& calibration, const ClosedForm& form);

}  // namespace nscope::sim
