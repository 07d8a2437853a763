#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/serving/step_costs.h"
#include "simcore/engine/workload/request.h"
#include "simcore/engine/workload/serving_setup.h"

#include <cstdint>
#include <string>

namespace nscope::sim {

/// A server that was checked, with everything that its simulation needs. Plain data.
struct ServingPlan {
  ServingSetup setup;
  StepCosts costs;
  int slots = 1;           ///< sequences that a replica decodes together
  int longest = 0;         ///< positions of a sequence
  std::int64_t pages = 0;  ///< of the paged cache; 0: every slot has its full length
  int page_tokens = 0;
  int block_tokens = 0;  ///< of the prefix cache; 0: there is none
  Picoseconds adapter_swap = 0;
};

/// Checks a setup against the compiled shape and builds its costs. `block_tokens`: of
/// the requests' blocks (RequestPlan::block_tokens), 0 where they are generated. Errors:
/// kInvalidArgument naming what does not go together: as step_costs(), a prefix cache
/// without pages, block sizes that do not divide, pages for less than one sequence.
Result<ServingPlan> plan_serving(const ServedModel& served, const ServingSetup& setup,
                                 const Parameters& parameters, int block_tokens = 0);

/// How much load a replica can take: the arithmetic behind "load above capacity".
struct Capacity {
  double offered = 0;   ///< requests/s; 0 for a closed loop, which cannot overload
  double possible = 0;  ///< requests/s of all replicas with full slots
  bool stable() const { return offered < possible; }
  std::string arithmetic;
};
/// From the mean lengths of the requests and the costs of full slots; an estimate where
/// lengths vary, and an upper bound where pages run out.
Capacity serving_capacity(const ServingPlan& plan, const RequestPlan& requests);

}  // namespace nscope::sim
