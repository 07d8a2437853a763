#pragma once

#include "app/capacity/request/plan_request.h"
#include "costmodel/prices/purchase.h"

#include <string>
#include <vector>

namespace nscope::capacity {

/// Allowed settings of a plan, and what it then requires beyond the request.
struct PlanTier {
  std::vector<std::string> dtypes;
  std::vector<cost::Purchase> options;
  std::vector<Text> needs;  ///< noun phrases
};

/// The settings to try in this order until a fleet meets the limits: those of the request, then
/// what it leaves open.
std::vector<PlanTier> plan_tiers(const PlanRequest& request);

}  // namespace nscope::capacity
