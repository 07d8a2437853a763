#pragma once

#include "app/capacity/fleet/plan_fleet.h"
#include "tests/unit/capacity/capacity_fixtures.h"

#include <cstdint>

// Shared by the tests of whole fleet plans.
namespace nscope::capacity {

/// The plan of a document with the built-in hardware and prices.
inline Result<FleetPlan> plan(const Json& json, std::uint64_t seed = 1) {
  const auto request = plan_request_from_json(json, "plan.json");
  if (!request) return fail(request.error());
  TaskControl control;
  return plan_fleet(hardware(), book(), *request, {}, seed, control);
}

/// The configurations by class, whose sum must be the number of configurations.
inline int classes(const FleetPlan& plan) {
  int sum = plan.chosen() + plan.not_searched();
  for (const Rule rule : kAllRules) sum += plan.count(rule);
  return sum;
}

}  // namespace nscope::capacity
