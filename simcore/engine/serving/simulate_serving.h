#pragma once

#include "profiler/base/provenance.h"
#include "profiler/base/task_control.h"
#include "simcore/engine/serving/replica.h"
#include "simcore/engine/serving/serving_plan.h"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// The result of the simulation of a server. Plain data.
struct ServingRun {
  std::vector<RequestRecord> requests;  ///< in the order of the plan
  std::vector<ReplicaTotals> replicas;
  Picoseconds end = 0;  ///< end of the last request, or the time at which the run was stopped
  double replica_seconds = 0;  ///< lifetime of all replicas, including their start
  double transferred = 0;      ///< B of KV cache between prefill and decode replicas
  int most_replicas = 0;       ///< maximum number of concurrent replicas
  Capacity capacity;

  int count(RequestRecord::State state) const;
};

/// Called at the end of each segment of a replica, before its effects.
using SegmentListener = std::function<void(const Replica& replica, const Segment& segment)>;

/// Called when a request is completed, rejected or refused. The run ends if it returns false.
using RequestListener = std::function<bool(int request, const RequestRecord& record)>;

/// Simulates the requests on the server. Events are arrivals, ends of segments, arrivals of moved
/// caches, and decisions of the autoscaler. Requests longer than the compiled sequence length are
/// rejected. Deterministic: the same plan, requests and seed give the same run. Errors:
/// kInvalidArgument if there are no requests, for a run longer than 60 days, and for more than 1e9
/// chunks or speculated tokens; kCancelled.
Result<ServingRun> simulate_serving(const ServingPlan& plan, const RequestPlan& requests,
                                    std::uint64_t seed, TaskControl& control,
                                    const SegmentListener& listener = {},
                                    const RequestListener& answered = {});

/// The metrics of a run: ttft_*, tpot_*, itl_*, latency_*, queue_* [s] (mean, p50, p90, p99),
/// throughput [tokens/s], requests_per_second, goodput [1/s], requests_completed,
/// requests_rejected, requests_unfinished, utilisation, slot_occupancy, kv_occupancy, preemptions,
/// ... Metrics without values are left out.
std::vector<Metric> serving_metrics(const ServingPlan& plan, const ServingRun& run);

/// The reason why there is no steady state: "load above capacity" with the calculation; empty if
/// the queue is stable.
Text instability(const ServingRun& run);

}  // namespace nscope::sim
