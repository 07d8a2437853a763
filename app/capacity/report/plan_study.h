#pragma once

#include "app/capacity/fleet/plan_fleet.h"
#include "app/capacity/training/plan_training.h"

#include <string>

namespace nscope::capacity {

/// The answer of a plan as the target of a migration study (`nscope.roi/1`): the fleet of that
/// instance type, as it is bought in the plan, always on and as busy as the plan's traffic keeps
/// it. The baseline is the next best type of the plan; where there is none, a bill of one's own
/// whose figures are left to fill in. What the study assumes says so in its sources. Errors:
/// kInvalidArgument for a type without a fleet.
Result<Json> study_of(const FleetPlan& plan, const std::string& instance);

/// The same of a training job: one run a month of the cheapest fleet. On demand, on spot and in
/// Capacity Blocks each run is paid as in the plan; commitments around the clock. Errors:
/// kInvalidArgument where no fleet does it.
Result<Json> study_of(const TrainingPlan& plan);

}  // namespace nscope::capacity
