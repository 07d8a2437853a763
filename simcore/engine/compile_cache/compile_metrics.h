#pragma once

#include "simcore/engine/compile_cache/compile_plan.h"
#include "simcore/engine/compile_cache/simulate_compile_cache.h"

#include <optional>

namespace nscope::sim {

/// The percentile `share` of the time to the first step over the instances, in seconds. Instances
/// that never start count as the latest; nullopt if the percentile is one of them.
std::optional<double> first_step_percentile(const FleetStart& start, double share);

/// Computes the metrics of a run. `low` and `high` are the same run with compile times at the ends
/// of their ranges.
CompileResult compile_result(const CompilePlan& plan, const CompileScenario& scenario,
                             const FleetRun& nominal, const FleetRun& low, const FleetRun& high);

}  // namespace nscope::sim
