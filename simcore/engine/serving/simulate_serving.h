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

/// What a simulated server did. Plain data.
struct ServingRun {
  std::vector<RequestRecord> requests;  ///< in the order of the plan
  std::vector<ReplicaTotals> replicas;
  Picoseconds end = 0;         ///< of the last answer, or where the run was stopped
  double replica_seconds = 0;  ///< replicas that were there, starting ones included
  double transferred = 0;      ///< B of KV cache between prefill and decode replicas
  int most_replicas = 0;       ///< at the same time
  Capacity capacity;

  int count(RequestRecord::State state) const;
};

/// Called at the end of each segment of a replica, before its effects.
using SegmentListener = std::function<void(const Replica& replica, const Segment& segment)>;

/// Runs the requests through the server: events are arrivals, ends of segments, arrivals of
/// moved caches, and looks of the autoscaler. Requests longer than the compiled sequence
/// are rejected. Deterministic: the same plan, requests and seed give the same run. Errors:
/// kInvalidArgument for no requests, a run longer than 60 days, and more than 1e9 chunks
/// or speculated tokens; kCancelled.
Result<ServingRun> simulate_serving(const ServingPlan& plan, const RequestPlan& requests,
                                    std::uint64_t seed, TaskControl& control,
                                    const SegmentListener& listener = {});

/// The figures of a run: ttft_*, tpot_*, itl_*, latency_*, queue_* [s] (mean, p50, p90, p99),
/// throughput [tokens/s], requests_per_second, goodput [1/s], requests_completed,
/// requests_rejected, requests_unfinished, utilisation, slot_occupancy, kv_occupancy,
/// preemptions, ... A figure that no request tells is left out.
std::vector<Metric> serving_metrics(const ServingPlan& plan, const ServingRun& run);

/// Why no steady figures exist: "load above capacity" with the arithmetic; empty where the
/// queue is stable.
std::string instability(const ServingRun& run);

}  // namespace nscope::sim
