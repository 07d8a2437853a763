#pragma once

#include "app/capacity/fleet/configuration.h"
#include "app/capacity/fleet/single_requests.h"
#include "profiler/base/task_control.h"
#include "simcore/engine/workload/request.h"
#include "simcore/engine/workload/workload.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::capacity {

/// Builds the graphs of all configurations, once per layout, and rejects configurations that need
/// no simulation: those that do not fit in memory or are not modelled, and those on which a single
/// request misses a limit (LatencyFloor, for requests drawn with `seed`). Uses all cores; the
/// result does not depend on their number. Errors: kCancelled and those of the calibrations. The
/// reason for which a configuration is rejected is not an error.
Result<std::vector<Candidate>> prepare_candidates(const catalog::Catalog& catalog,
                                                  const PlanRequest& request,
                                                  const std::vector<Configuration>& configurations,
                                                  std::uint64_t seed, TaskControl& control);

/// Candidates, some of which were perhaps not prepared in time: these have neither a server nor a
/// refusal.
struct PreparedCandidates {
  std::vector<Candidate> candidates;
  bool complete = true;
};

/// prepare_candidates() until `limit` has passed. The instance types take turns, so that each has
/// some candidates. Errors: kCancelled only if `control` was cancelled.
Result<PreparedCandidates> prepare_within(std::optional<std::chrono::duration<double>> limit,
                                          const catalog::Catalog& catalog,
                                          const PlanRequest& request,
                                          const std::vector<Configuration>& configurations,
                                          std::uint64_t seed, TaskControl& control);

/// A configuration for which only the figures of single requests were computed.
struct SingleCandidate {
  Configuration configuration;
  int replicas_per_instance = 0;
  std::optional<SingleFigures> figures{};  ///< if empty, `refusal` states the reason
  std::optional<Refusal> refusal{};
};

/// The configurations of prepare_candidates() in the same order with the same figures, but without
/// limits and without the data for a simulation, which is ten times as fast.
Result<std::vector<SingleCandidate>> single_candidates(
    const catalog::Catalog& catalog, const PlanRequest& request,
    const std::vector<Configuration>& configurations, std::uint64_t seed, TaskControl& control);

/// The fleet of `instances` x `replicas_per_instance` replicas as a workload for the simulator,
/// with the same graphs and scheduler and the traffic of the request including headroom. Fleets
/// with more than kCellReplicas replicas are represented as in FleetEvaluator::run(). Errors:
/// kInvalidArgument for GPUs, which serving workloads do not support.
Result<sim::Workload> serving_workload(const PlanRequest& request, const Configuration& c,
                                       int instances, int replicas_per_instance);

/// Sets `work` and `floor` of a server from its plan, for the lengths of `sample`.
void measure_alone(const sim::RequestPlan& sample, Server& server);

/// The server with all executions as fast (`end` 0) or as slow (`end` 1) as the ends of its error
/// bands, raised to `power`.
Server at_band_end(const Server& server, std::size_t end, double power,
                   const sim::RequestPlan& sample);
/// Share of Server::work in which prompts are processed: the work without decode steps.
double prefill_share(const Server& server, const sim::RequestPlan& sample);
/// Whether the server has an error band from measured servers.
bool has_band(const Server& server);

/// The requests for which floors and work are computed. They do not depend on the load.
Result<sim::RequestPlan> sample_requests(const PlanRequest& request, std::uint64_t seed);

}  // namespace nscope::capacity
