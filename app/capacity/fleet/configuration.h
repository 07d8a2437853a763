#pragma once

#include "app/capacity/request/plan_request.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/serving/serving_plan.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace nscope::capacity {

/// One way to run the model on one instance type, as many times as the instance has room.
/// Every replica has `tensor_parallel` cores (GPUs) and is compiled for `slots` sequences.
struct Configuration {
  std::string instance;
  bool gpu = false;
  int tensor_parallel = 1;
  int slots = 1;
  std::string weight_dtype = "bf16";
  sim::Scheduler scheduler = sim::Scheduler::kContinuous;
  int chunk_tokens = 0;        ///< of chunked prefill; else 0
  bool batch_buckets = false;  ///< also graphs for fewer sequences: powers of two
  int speculation = -1;        ///< index into PlanRequest::speculation; -1: none

  /// "24 cores a replica, 8 slots, bf16, chunked prefill of 256, batch buckets"
  std::string text() const;
  friend bool operator==(const Configuration&, const Configuration&) = default;
};
Json to_json(const Configuration& configuration);

/// Why a configuration is no fleet. In the order in which they are looked at.
enum class Rule {
  kNotModelled,   ///< the simulator or the model's shape refuses the layout
  kMemory,        ///< weights and KV cache do not fit
  kNotOffered,    ///< nothing that may be bought has a price
  kLatencyFloor,  ///< one request alone on an idle replica is too slow
  kNeverHolds,    ///< misses the limits however few requests a replica gets
  kCapacity,      ///< needs more instances than the best of its type just to keep up
  kDearer,  ///< misses the limits with as many instances as the best of its type has, less one
};
inline constexpr std::array kAllRules{Rule::kNotModelled,  Rule::kMemory,     Rule::kNotOffered,
                                      Rule::kLatencyFloor, Rule::kNeverHolds, Rule::kCapacity,
                                      Rule::kDearer};
std::string_view to_string(Rule rule);  ///< "memory", "latency-floor", ...

/// What a configuration was refused for, with the numbers.
struct Refusal {
  Rule rule = Rule::kMemory;
  std::string reason;
};

/// The latencies of requests that are alone on an idle replica, [s].
struct LatencyFloor {
  std::array<std::vector<double>, 3> sorted;  ///< by Latency, ascending
  double quantile(Latency latency, double share) const;
};

/// A configuration whose graphs were built. Plain data.
struct Server {
  Configuration configuration;
  sim::ServingPlan plan;
  int replicas_per_instance = 1;
  /// The least time of a replica that a mean request takes, whatever else runs there [s].
  double work = 0;
  LatencyFloor floor;
  std::vector<std::string> outside_domain;  ///< inputs that the calibration does not cover
  /// Measured / predicted, 5th and 95th percentile, of prefills and of decode steps on what was
  /// measured.
  std::array<double, 2> prefill_band{1, 1};
  std::array<double, 2> step_band{1, 1};
  /// Power to which the bands are raised outside of the measured domain (docs/simulator.md); 1
  /// inside.
  double widening = 1;
};

/// The largest of latency / limit of a request alone; which limit it is goes to `worst`.
double floor_ratio(const Server& server, std::span<const Limit> limits, const Limit*& worst);

/// A generated configuration: a server, or why it is none.
struct Candidate {
  Configuration configuration;
  std::optional<Server> server{};
  std::optional<Refusal> refusal{};
};

/// Whether the refusal of `a` says more about why its instance type is no fleet than that of `b`,
/// both refused: the later rule, the wider layout, the fewer slots; of equal ones the later.
template <class One>
bool tells_more(const One& a, const One& b) {
  const auto rank = [](const One& one) {
    return std::tuple(one.refusal->rule, one.configuration.tensor_parallel,
                      -one.configuration.slots);
  };
  return rank(a) >= rank(b);
}
/// Why `limit` rules out a configuration on which a lone request takes `seconds`.
Refusal too_slow_alone(const Limit& limit, double seconds);

/// Every combination of layout, slots, scheduler, chunks, buckets and speculation of an instance
/// type for each weight type, in a fixed order. Combinations that are the same by construction
/// (buckets of one slot, chunks longer than the longest prompt) are there once.
std::vector<Configuration> configurations_of(const catalog::Catalog& catalog,
                                             const catalog::Instance& instance,
                                             const PlanRequest& request,
                                             const std::vector<std::string>& weight_dtypes);

/// Positions that every replica is compiled for.
int compiled_length(const PlanRequest& request);

}  // namespace nscope::capacity
