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

/// What a client measures of one request. E2E: from its arrival to its last token. TTFT: to
/// its first token. TPOT: the mean time between its tokens.
enum class Latency { kTtft, kTpot, kE2e };
/// All of them, in the order of reports.
inline constexpr std::array kAllLatencies{Latency::kTtft, Latency::kTpot, Latency::kE2e};
std::string_view to_string(Latency latency);  ///< "ttft", "tpot", "e2e"

/// The share `share` of all requests must stay within `seconds`.
struct Limit {
  Latency latency = Latency::kE2e;
  double share = 0.99;
  double seconds = 0;

  std::string name() const;  ///< "e2e_p99_s", as documents have it
};

/// The requests to be served. Plain data.
struct Traffic {
  double requests_per_second = 1;  ///< of the busiest time that is planned for
  sim::Arrivals arrivals{};        ///< with the mean rate above
  sim::TokenLengths input{};
  sim::TokenLengths output{};
  /// Mean requests/s of each hour of a repeating period (a day, a week); empty: the same always.
  std::vector<double> hourly{};

  double mean_rate() const;                 ///< requests/s over the whole period
  double output_tokens_per_second() const;  ///< on average; at least one token a request
};

/// A new replica is needed that long before it can serve.
struct ScalingDelay {
  double load_seconds = 0;     ///< loading the NEFF and the weights
  double compile_seconds = 0;  ///< where the first one also compiles; 0: the cache is warm
};

/// What the fleet must survive while the limits still hold.
struct Survival {
  int nodes = 0;       ///< instances that may fail together
  int zones = 0;       ///< whole zones that may fail together
  int zone_count = 3;  ///< over which the fleet is spread evenly
};

/// The question of `nscope plan`, read from `nscope.plan/1`. Plain data.
struct PlanRequest {
  std::string title;
  std::string note;
  std::string model;  ///< catalogue id
  Traffic traffic;
  std::vector<Limit> limits;  ///< empty: the queue must be stable, nothing else
  std::vector<std::string> regions;
  std::vector<std::string> instances;  ///< empty: every NeuronCore instance of the catalogue
  bool baselines = false;              ///< with `instances` empty: also those with GPUs
  /// What may be bought; the cheapest counts. Where the document says nothing: on demand.
  std::vector<cost::Purchase> purchase;
  bool purchase_stated = false;
  std::vector<std::string> weight_dtypes;  ///< allowed; where nothing is said: bf16
  bool weight_dtypes_stated = false;
  double headroom = 0;  ///< share of the load that is planned for on top
  Survival survive{};
  std::optional<ScalingDelay> autoscaling{};
  std::string stack;                          ///< of the host software, see sim::serving_stack()
  int max_context = 0;                        ///< compiled positions; 0: what the lengths need
  std::vector<int> slots;                     ///< compiled batches that are tried
  std::vector<std::string> schedulers;        ///< that are tried
  std::vector<sim::Speculation> speculation;  ///< each is tried besides none
  int max_instances = 100'000;
  std::optional<cost::Day> as_of{};

  /// Requests/s that the fleet is sized for: the busiest hour with the headroom.
  double design_rate() const;
};

/// Strict. Errors: kBadInput naming file and member; kUnsupportedVersion for another
/// `nscope.plan/` schema.
Result<PlanRequest> plan_request_from_json(const Json& json, std::string_view name);

/// The arrivals of the same process and the same shape at another mean rate [1/s].
sim::Arrivals arrivals_at(const Traffic& traffic, double requests_per_second);

/// The longest length that is drawn.
int longest(const sim::TokenLengths& lengths);

}  // namespace nscope::capacity
