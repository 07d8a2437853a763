#pragma once

#include "simcore/engine/compile_cache/compile_plan.h"
#include "simcore/engine/compile_cache/simulate_compile_cache.h"

#include <optional>

namespace nscope::sim {

/// The time to the first step that `share` of the instances reach or stay below; those
/// that never start count as later than all. Seconds; nullopt where it falls on them.
std::optional<double> first_step_percentile(const FleetStart& start, double share);

/// Sums a run up; `low` and `high` are the same run with other compile times.
CompileResult compile_result(const CompilePlan& plan, const CompileScenario& scenario,
                             const FleetRun& nominal, const FleetRun& low, const FleetRun& high);

}  // namespace nscope::sim
