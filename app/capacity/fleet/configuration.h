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

/// How the model is served on one instance type: replicas of `tensor_parallel` cores (or GPUs), as
/// many as fit on an instance, each compiled for `slots` sequences. Plain data.
struct Configuration {
  std::string instance;
  bool gpu = false;
  int tensor_parallel = 1;
  int slots = 1;
  std::string weight_dtype = "bf16";
  sim::Scheduler scheduler = sim::Scheduler::kContinuous;
  int chunk_tokens = 0;        ///< of chunked prefill; 0 for other schedulers
  bool batch_buckets = false;  ///< also graphs for smaller batches, in powers of two
  int speculation = -1;        ///< index into PlanRequest::speculation; -1 for none
  int nodes = 1;               ///< instances of a replica
  std::string draft{};         ///< of the speculation, for people: a model or "EAGLE"
  int drafted = 0;             ///< tokens that the draft proposes per step

  /// "24 cores per replica, 8 batch slots, bf16, chunked prefill of 256 tokens, batch buckets"
  Text text() const;
  friend bool operator==(const Configuration&, const Configuration&) = default;
};
Json to_json(const Configuration& configuration);

/// Why a configuration was rejected, in the order of evaluation.
enum class Rule {
  kNotModelled,       ///< the simulator or the shape of the model does not support the layout
  kMemory,            ///< weights and KV cache do not fit
  kNotOffered,        ///< the allowed purchase options have no price
  kLatencyFloor,      ///< a single request on an idle replica misses a limit
  kNeverMeetsLimits,  ///< misses a limit even if the fleet is almost idle
  kCapacity,          ///< needs more instances than the best of its type to sustain the load
  kMoreExpensive,     ///< misses a limit with one instance less than the best of its type
};
inline constexpr std::array kAllRules{
    Rule::kNotModelled,      Rule::kMemory,   Rule::kNotOffered,   Rule::kLatencyFloor,
    Rule::kNeverMeetsLimits, Rule::kCapacity, Rule::kMoreExpensive};
std::string_view to_string(Rule rule);  ///< the id in JSON: "memory", "latency-floor", ...
Phrase title(Rule rule);                ///< for people: "does not fit in memory", ...

/// The rule by which a configuration was rejected, and the reason with its numbers.
struct Refusal {
  Rule rule = Rule::kMemory;
  Text reason;
};

/// The latencies [s] of single requests on an idle replica.
struct LatencyFloor {
  std::array<std::vector<double>, 3> sorted;  ///< by Latency, ascending
  double quantile(Latency latency, double share) const;
};

/// A configuration with its compiled graphs. Plain data.
struct Server {
  Configuration configuration;
  sim::ServingPlan plan;
  int replicas_per_instance = 1;  ///< or on the `nodes` instances of a replica
  /// Lower bound of the replica time [s] that a mean request takes.
  double work = 0;
  LatencyFloor floor;
  std::vector<Text> outside_domain;  ///< inputs outside of the measured domain
  /// 5th and 95th percentile of measured divided by predicted times of prefills and of decode
  /// steps, within the measured domain.
  std::array<double, 2> prefill_band{1, 1};
  std::array<double, 2> step_band{1, 1};
  /// Exponent of the bands outside of the measured domain (docs/simulator.md); 1 inside.
  double widening = 1;
  Text no_band{};  ///< why there is no band although there are measurements

  /// The replicas on a number of instances. Instances that are too few for a replica are unused.
  double replicas_on(int instances) const {
    return 1.0 * (instances / configuration.nodes) * replicas_per_instance;
  }
};

/// The largest ratio of latency to limit of a single request on an idle replica. Sets `worst` to
/// this limit.
double floor_ratio(const Server& server, std::span<const Limit> limits, const Limit*& worst);

/// A configuration that was evaluated: a server, or the reason why it was rejected.
struct Candidate {
  Configuration configuration;
  std::optional<Server> server{};
  std::optional<Refusal> refusal{};
};

/// Whether the reason of `a` explains better than the reason of `b` why the instance type has no
/// fleet: the later rule, then the higher tensor parallel degree, then fewer slots; true if equal.
/// Precondition: both were rejected.
template <class One>
bool explains_better(const One& a, const One& b) {
  const auto rank = [](const One& one) {
    return std::tuple(one.refusal->rule, one.configuration.tensor_parallel,
                      -one.configuration.slots);
  };
  return rank(a) >= rank(b);
}
/// The rejection of a configuration on which a single request takes `seconds` and misses `limit`.
Refusal too_slow_alone(const Limit& limit, double seconds);

/// All combinations of layout, slots, scheduler, chunks, buckets and speculation of an instance
/// type for each weight type, in a fixed order. Equivalent combinations (buckets with one slot,
/// chunks longer than the longest prompt) occur once.
std::vector<Configuration> configurations_of(const catalog::Catalog& catalog,
                                             const catalog::Instance& instance,
                                             const PlanRequest& request,
                                             const std::vector<std::string>& weight_dtypes);

/// Number of positions for which the replicas are compiled.
int compiled_length(const PlanRequest& request);

}  // namespace nscope::capacity
