#pragma once

#include "app/capacity/fleet/configuration.h"
#include "app/capacity/fleet/fleet_requests.h"
#include "profiler/base/task_control.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace nscope::capacity {

/// A percentile of a simulated latency with its 95 % confidence interval: percentiles of 20
/// batches of consecutive requests, Student's t with 19 degrees of freedom (batch means; Law,
/// "Simulation Modeling and Analysis", 9.5.3). If the run is too short for batches, both ends equal
/// the value.
struct Percentile {
  double value = 0;  ///< s
  double low = 0;
  double high = 0;
};

/// The results of a simulated fleet, without the requests of the warm-up and of the end of the run.
struct FleetRun {
  int requests = 0;                              ///< that were evaluated
  std::array<std::vector<double>, 3> latencies;  ///< by Latency, in order of arrival [s]
  double utilisation = 0;                        ///< share of the time in which replicas execute
  double slot_occupancy = 0;
  double output_tokens_per_second = 0;  ///< of the evaluated requests, at their arrival rate
  /// The limit that too many requests had exceeded when the run was ended; the other figures are
  /// then those of the requests until then. Empty if the run was complete.
  std::optional<Limit> exceeded{};

  Percentile percentile(Latency latency, double share) const;
  /// Share of the requests that miss the limit.
  double missed(const Limit& limit) const;
};

/// The length of a simulation run.
struct RunLength {
  int evaluated = 2000;  ///< requests between warm-up and end
};
inline constexpr RunLength kScreening{2000};
inline constexpr RunLength kConfirming{20'000};

/// When a simulation run ends.
enum class RunEnd {
  kComplete,        ///< after all requests
  kLimitsExceeded,  ///< also when enough requests exceed a limit for the fleet to miss it
};

/// A fleet with more replicas is evaluated with this number of replicas and their share of the
/// load. This overestimates waiting times, because a larger pool behind one load balancer waits
/// less.
inline constexpr int kCellReplicas = 256;
/// The largest utilisation of a replica in a plan.
inline constexpr double kMostUtilisation = 0.95;

/// The highest rate [requests/s] that the instances can sustain.
double most_rate(const Server& server, int instances);
/// The smallest number of instances that can sustain the rate, a multiple of the `nodes` instances
/// of a replica: rate x work [s] is at most kMostUtilisation of the replicas.
int least_instances(double work, int replicas_per_instance, int nodes, double rate);

/// Evaluates the fleets of one plan by simulation. All fleets get the same requests: lengths and
/// gaps are drawn once, and another load scales the gaps (common random numbers), so that random
/// variation does not affect comparisons. Thread-safe.
class FleetEvaluator {
 public:
  FleetEvaluator(const PlanRequest& request, std::uint64_t seed, TaskControl& control)
      : FleetEvaluator(std::make_shared<FleetRequests>(request, seed), control) {}
  /// Shares `requests` with other evaluators of the same request document.
  FleetEvaluator(std::shared_ptr<FleetRequests> requests, TaskControl& control)
      : requests_(std::move(requests)), request_(requests_->request()), control_(control) {}

  /// Simulates `instances` instances with a total rate of `rate` requests/s. Errors: kCancelled and
  /// those of sim::simulate_serving().
  Result<FleetRun> run(const Server& server, int instances, double rate, RunLength length,
                       RunEnd end = RunEnd::kComplete) const;
  /// Whether the fleet meets all limits and the queue is stable.
  Result<bool> meets_limits(const Server& server, int instances, double rate,
                            RunLength length) const;
  bool meets_limits(const FleetRun& run) const;
  /// Whether the fleet meets all limits in a run that may end early. Checks of the same
  /// configuration are simulated once for all evaluators with the same FleetRequests.
  Result<LimitCheck> check(const Server& server, int instances, double rate,
                           RunLength length) const;
  /// The smallest number of instances that can sustain the rate and the bursts in it
  /// (required_rate()).
  int least_instances(const Server& server, double rate) const;
  /// "E2E p99 is 2.91 s; the limit is 2.00 s", for the limit that is exceeded by the largest
  /// factor. Empty if the run meets all limits.
  Text missed_text(const FleetRun& run) const;

 private:
  std::shared_ptr<FleetRequests> requests_;
  const PlanRequest& request_;
  TaskControl& control_;
};

}  // namespace nscope::capacity
