#pragma once

#include "app/capacity/configuration.h"
#include "profiler/base/task_control.h"
#include "simcore/engine/serving/request.h"

#include <cstdint>
#include <vector>

namespace nscope::capacity {

/// Builds the graphs of all configurations, those of one layout once, and looks at what can be
/// refused without simulating: memory, layouts that are not modelled, and the latency of a
/// request that is alone (LatencyFloor against the limits, on requests drawn from `seed`). Uses
/// all cores; the result does not depend on their number. Errors: kCancelled, and those of the
/// calibrations; what a configuration is refused for is no error.
Result<std::vector<Candidate>> prepare_candidates(const catalog::Catalog& catalog,
                                                  const PlanRequest& request,
                                                  const std::vector<Configuration>& configurations,
                                                  std::uint64_t seed, TaskControl& control);

/// Work and floor of a server whose plan is there: on the lengths of `sample`.
void measure_alone(const sim::RequestPlan& sample, Server& server);

/// The requests of which floors and work are computed: the same whatever the load.
Result<sim::RequestPlan> sample_requests(const PlanRequest& request, std::uint64_t seed);

}  // namespace nscope::capacity
