#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/serving/step_costs.h"
#include "simcore/engine/workload/request.h"
#include "simcore/engine/workload/serving_setup.h"

#include <cstdint>
#include <optional>
#include <string>

namespace nscope::sim {

/// A validated server with all inputs of its simulation. Plain data.
struct ServingPlan {
  ServingSetup setup;
  StepCosts costs;
  std::optional<StepCosts> prefill_costs{};  ///< of prefill replicas that differ
  int slots = 1;                             ///< sequences that a replica decodes together
  int longest = 0;                           ///< positions of a sequence
  std::int64_t pages = 0;  ///< of the paged cache; 0: every slot has its full length
  int page_tokens = 0;
  int block_tokens = 0;  ///< of the prefix cache; 0: no prefix cache
  int admitted = 0;      ///< running sequences for which the KV cache has room at full length, so
                         ///< that none is preempted; 0: not limited
  int candidates = 0;    ///< positions of a sequence that a step writes in addition to its first
  Picoseconds adapter_swap = 0;
  Picoseconds image_time = 0;  ///< of the vision tower for the images of one prompt
  // Of disaggregation.
  bool own_links = false;        ///< every replica has a link; if not, all caches share one
  double link_bandwidth = 0;     ///< B/s of the shared link, or of that of a prefill replica
  double receive_bandwidth = 0;  ///< B/s of the link of a decode replica; only with own links
  double link_latency = 0;       ///< s

  /// The most sequences of a replica that run together.
  int most_running() const { return admitted > 0 && admitted < slots ? admitted : slots; }
};

/// The sequences of full length that fit in the share of the memory that the stack gives to the KV
/// cache, at most one for each slot; 0: the stack does not limit it. Errors: kInfeasible if the
/// share is too small for one sequence; kInvalidArgument for an unknown stack.
Result<int> sequences_in_cache(const ServedModel& served, const ServingSetup& setup);

/// Validates a setup for the compiled shape and computes its costs. `block_tokens` is the block
/// size of the requests (RequestPlan::block_tokens), 0 for generated requests. Errors:
/// kInvalidArgument for settings that cannot be combined: those of step_costs(), a prefix cache
/// without pages, block sizes that are not multiples of the page size, pages for less than one
/// sequence, and disaggregation without a bandwidth on instances without EFA or with an unknown
/// network bandwidth; kInfeasible if the
/// share of the memory that the stack gives to the KV cache is too small for one sequence.
Result<ServingPlan> plan_serving(const ServedModel& served, const ServingSetup& setup,
                                 const Parameters& parameters, int block_tokens = 0);

/// The load and the capacity of all replicas.
struct Capacity {
  double offered = 0;   ///< requests/s; 0 for a closed loop, which cannot exceed the capacity
  double possible = 0;  ///< requests/s of all replicas with all sequences that they admit
  bool stable() const { return offered < possible; }
  Text arithmetic{};
};

/// Computes the capacity from the mean lengths of the requests and the costs of full slots. It is
/// an estimate if lengths vary, and an upper bound if pages are the limit. The share
/// adapter_miss_share() of the requests with adapters loads one, and running_with_adapters() run
/// together.
Capacity serving_capacity(const ServingPlan& plan, const RequestPlan& requests);

}  // namespace nscope::sim
