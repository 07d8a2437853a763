#pragma once

#include "costmodel/money/date.h"
#include "costmodel/prices/price_book.h"
#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/engine/workload/serving_setup.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::capacity {

/// Latencies of one request as a client measures them. TTFT: from its arrival to its first output
/// token. TPOT: the mean time between output tokens. E2E: from its arrival to its last output
/// token.
enum class Latency { kTtft, kTpot, kE2e };
/// All latencies in the order of reports.
inline constexpr std::array kAllLatencies{Latency::kTtft, Latency::kTpot, Latency::kE2e};
std::string_view to_string(Latency latency);  ///< the id in documents: "ttft", "tpot", "e2e"
std::string_view title(Latency latency);      ///< for people: "TTFT", "TPOT", "E2E"

/// A latency limit: the share `share` of all requests must be within `seconds`.
struct Limit {
  Latency latency = Latency::kE2e;
  double share = 0.99;
  double seconds = 0;

  std::string name() const;   ///< "e2e_p99_s", the key in documents
  std::string title() const;  ///< "E2E p99", for people in every language
};

/// The last limit of a latency, which is that of the highest percentile; null if there is none.
const Limit* limit_of(const std::vector<Limit>& limits, Latency latency);
/// The share of this limit, whose percentile is shown; 0.99 without a limit.
double tail_share(const std::vector<Limit>& limits, Latency latency);

/// The requests that a fleet must serve. Plain data.
struct Traffic {
  double requests_per_second = 1;  ///< in the busiest hour
  sim::Arrivals arrivals{};        ///< their mean rate is requests_per_second
  sim::TokenLengths input{};
  sim::TokenLengths output{};
  /// Mean requests/s in each hour of a repeating period (a day, a week). Empty if the rate is
  /// constant.
  std::vector<double> hourly{};

  double mean_rate() const;                 ///< requests/s, averaged over the period
  double output_tokens_per_second() const;  ///< on average, with at least one token per request
};

/// The time from the start of a new instance until it serves requests.
struct ScalingDelay {
  double load_seconds = 0;     ///< loading the NEFF and the weights
  double compile_seconds = 0;  ///< compilation; 0 if the compile cache is warm
};

/// The failures after which the remaining instances must still meet the limits.
struct Survival {
  int nodes = 0;       ///< instances that may fail at the same time
  int zones = 0;       ///< Availability Zones that may fail at the same time
  int zone_count = 3;  ///< Availability Zones among which the fleet is divided evenly
};

/// A request for a traffic plan, read from `nscope.plan/1`. Plain data.
struct PlanRequest {
  std::string title;
  std::string note;
  std::string model;  ///< catalogue id
  Traffic traffic;
  std::vector<Limit> limits;  ///< if empty, only the queue must be stable
  std::vector<std::string> regions;
  std::vector<std::string> instances;  ///< empty: all NeuronCore instances of the catalogue
  bool baselines = false;              ///< if `instances` is empty: also instances with GPUs
  /// Allowed purchase options, of which the cheapest is used. On-Demand if not stated.
  std::vector<cost::Purchase> purchase;
  bool purchase_stated = false;
  std::vector<std::string> weight_dtypes;  ///< allowed data types; bf16 if not stated
  bool weight_dtypes_stated = false;
  double headroom = 0;  ///< additional load as a share of the stated load
  Survival survive{};
  std::optional<ScalingDelay> autoscaling{};
  std::string stack;                          ///< host software, see sim::serving_stack()
  int max_context = 0;                        ///< compiled positions; 0: from the token lengths
  std::vector<int> slots;                     ///< numbers of batch slots to try
  std::vector<std::string> schedulers;        ///< to try
  std::vector<sim::Speculation> speculation;  ///< to try, in addition to no speculation
  std::optional<sim::Adapters> adapters{};    ///< LoRA adapters of the requests
  std::vector<int> nodes{1};                  ///< instances of a replica to try
  sim::NodeParallelism node_parallelism = sim::NodeParallelism::kPipeline;
  int max_instances = 100'000;
  /// Spot instances that can be had at the same time. If stated, Spot is used only in mixes of
  /// purchase options, and `purchase` does not contain it.
  std::optional<int> most_spot_instances{};
  std::optional<cost::Day> as_of{};

  /// Requests/s for which the fleet is sized: the rate of the busiest hour plus headroom.
  double design_rate() const;
  /// Spot instances that a mix of purchase options may use at the same time; 0 if Spot is not
  /// allowed.
  int spot_in_mixes() const;
};

/// Reads a traffic plan; unknown keys are errors. Errors: kBadInput naming file and key;
/// kUnsupportedVersion for another `nscope.plan/` schema.
Result<PlanRequest> plan_request_from_json(const Json& json, std::string_view name);

/// The arrivals of the traffic, scaled to another mean rate [1/s].
sim::Arrivals arrivals_at(const Traffic& traffic, double requests_per_second);

/// The largest number of tokens in the distribution.
int longest(const sim::TokenLengths& lengths);

}  // namespace nscope::capacity
