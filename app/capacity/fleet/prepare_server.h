#pragma once

#include "app/capacity/fleet/configuration.h"
#include "app/capacity/fleet/lone_requests.h"
#include "profiler/base/task_control.h"
#include "simcore/engine/workload/request.h"
#include "simcore/engine/workload/workload.h"

#include <cstdint>
#include <optional>
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

/// A configuration of which only lone requests are known.
struct LoneCandidate {
  Configuration configuration;
  int replicas_per_instance = 0;
  std::optional<LoneFigures> figures{};  ///< empty: it is no server, `refusal` says why
  std::optional<Refusal> refusal{};
};

/// The configurations of prepare_candidates() in the same order with the same figures, without
/// limits and without what a simulation needs: ten times as fast.
Result<std::vector<LoneCandidate>> lone_candidates(const catalog::Catalog& catalog,
                                                   const PlanRequest& request,
                                                   const std::vector<Configuration>& configurations,
                                                   std::uint64_t seed, TaskControl& control);

/// The fleet of `instances` x `replicas_per_instance` as a workload that anybody can simulate: the
/// same graphs and scheduler under the request's traffic with its headroom; beyond kCellReplicas
/// so many with their share of the load. Errors: kInvalidArgument for GPUs, which workloads do
/// not have.
Result<sim::Workload> serving_workload(const PlanRequest& request, const Configuration& c,
                                       int instances, int replicas_per_instance);

/// Work and floor of a server whose plan is there: on the lengths of `sample`.
void measure_alone(const sim::RequestPlan& sample, Server& server);

/// The server with every execution as fast (`end` 0) or slow (1) as the ends of its bands, raised
/// to `power`, say.
Server at_band_end(const Server& server, std::size_t end, double power,
                   const sim::RequestPlan& sample);
/// Whether measured servers tell how far off the predictions are.
bool has_band(const Server& server);

/// The requests of which floors and work are computed: the same whatever the load.
Result<sim::RequestPlan> sample_requests(const PlanRequest& request, std::uint64_t seed);

}  // namespace nscope::capacity
