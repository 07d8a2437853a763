#pragma once

#include "app/capacity/fleet/plan_fleet.h"
#include "app/capacity/training/plan_training.h"

#include <string>

namespace nscope::capacity {

/// A migration study (`nscope.roi/1`) whose target is the fleet of an instance type of the plan,
/// with its purchase option, always on, and with the utilisation that follows from the traffic. The
/// baseline is the next best type of the plan or, if there is none, a bill whose figures the user
/// has to fill in. Sources mark assumed values. Errors: kInvalidArgument for a type without a
/// fleet.
Result<Json> study_of(const FleetPlan& plan, const std::string& instance);

/// A migration study of a training job: one run per month on the cheapest fleet. With On-Demand,
/// Spot and Capacity Blocks, each run has the cost of the plan; commitments are paid around the
/// clock. Errors: kInvalidArgument for a plan without a fleet.
Result<Json> study_of(const TrainingPlan& plan);

}  // namespace nscope::capacity
