#pragma once

#include "app/capacity/fleet/configuration.h"
#include "profiler/base/task_control.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace nscope::capacity {

/// A percentile of a simulated latency with its 95 % confidence interval: percentiles of 20
/// batches of consecutive requests, Student's t with 19 degrees of freedom (batch means; Law,
/// "Simulation Modeling and Analysis", 9.5.3). Where the run is too short for batches both ends
/// are the value.
struct Percentile {
  double value = 0;  ///< s
  double low = 0;
  double high = 0;
};

/// What a fleet did with the requests between warm-up and the last arrivals.
struct FleetRun {
  int requests = 0;                              ///< that were judged
  std::array<std::vector<double>, 3> latencies;  ///< by Latency, in order of arrival [s]
  double utilisation = 0;                        ///< share of the time in which replicas execute
  double slot_occupancy = 0;
  double output_tokens_per_second = 0;  ///< of those that were judged, at the rate they came

  Percentile percentile(Latency latency, double share) const;
  /// Share of the requests that miss the limit.
  double missed(const Limit& limit) const;
};

/// How long a run is.
struct RunLength {
  int judged = 2000;  ///< requests between warm-up and end
};
inline constexpr RunLength kScreening{2000};
inline constexpr RunLength kConfirming{20'000};

/// Fleets beyond this many replicas are judged by so many of them with their share of the load:
/// a larger pool behind one balancer only waits less.
inline constexpr int kCellReplicas = 256;
/// Above this share of its capacity no queue is planned with.
inline constexpr double kMostUtilisation = 0.95;

/// Requests/s that so many instances keep up with at the most.
double most_rate(const Server& server, int instances);
/// The fewest instances that keep up at all: rate x work [s] below kMostUtilisation.
int least_instances(double work, int replicas_per_instance, double rate);

/// Judges fleets of one plan by simulating them. All fleets meet the same requests: lengths and
/// gaps are drawn once, and another load stretches the gaps (common random numbers), so that
/// fleets differ by what they are and not by their luck. Thread-safe.
class FleetJudge {
 public:
  FleetJudge(const PlanRequest& request, std::uint64_t seed, TaskControl& control)
      : request_(request), seed_(seed), control_(control) {}

  /// `instances` full instances under `rate` requests/s in all. Errors: kCancelled, and those
  /// of sim::simulate_serving().
  Result<FleetRun> run(const Server& server, int instances, double rate, RunLength length) const;
  /// Whether every limit is kept, and the queue stable.
  Result<bool> holds(const Server& server, int instances, double rate, RunLength length) const;
  bool holds(const FleetRun& run) const;
  /// The fewest instances that keep up at all: rate x work below kMostUtilisation.
  int least_instances(const Server& server, double rate) const;
  /// "e2e p99 2.91 s > 2.00 s": the limit that is missed most; empty where all hold.
  std::string missed_text(const FleetRun& run) const;

 private:
  const PlanRequest& request_;
  std::uint64_t seed_;
  TaskControl& control_;
};

}  // namespace nscope::capacity
