#pragma once

#include "profiler/base/json.h"
#include "profiler/base/provenance.h"
#include "profiler/base/result.h"
#include "profiler/base/units.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::catalog {
struct MemoryFit;
}

namespace nscope::cost {

enum class Phase { kServing, kTraining };
std::string_view to_string(Phase phase);
/// The word that people read; the same in English as to_string().
Phrase title(Phase phase);

/// The tokens that a throughput counts: output tokens only, or prompts as well. The two are not
/// comparable.
enum class CountedTokens { kOutput, kAll };
std::string_view to_string(CountedTokens tokens);
/// The word that people read; the same in English as to_string().
Phrase title(CountedTokens tokens);

/// How a simulation divides the time of a mean request, the basis of separate prices of input and
/// output tokens (token_prices.h).
struct TokenSplit {
  double prefill_share = 0.0;  ///< of the time of prefills and decode steps, 0 to 1
  double input_tokens = 0.0;   ///< per request, positive
  double output_tokens = 0.0;  ///< per request, positive
};

/// Tokens per second of all instances of a WorkEstimate, with the error band of a prediction.
struct Throughput {
  double tokens_per_second = 0.0;
  std::optional<double> low{};
  std::optional<double> high{};
  CountedTokens counted = CountedTokens::kOutput;
  Provenance provenance = Provenance::kAssumed;
  Text source{};  ///< "simulated: ...", a file, or what the document states
  /// The throughput was stated per instance and has been multiplied by the count.
  bool stated_per_instance = false;
  /// Empty if only the sum is known: stated and measured throughputs, training, encoders.
  std::optional<TokenSplit> split{};
  /// Share of the accelerators of its instances that a simulation used, at most 1; empty if
  /// unknown.
  std::optional<double> used_share{};
};

/// Properties of the work that the guards use. Unknown members are empty.
struct WorkShape {
  std::string model;  ///< catalogue id; empty if unknown
  std::optional<double> parameters{};
  std::string dtype = "bf16";  ///< of the weights and of the arithmetic
  int batch = 0;               ///< concurrent sequences per instance; 0 if unknown
  int input_tokens = 0;        ///< per request; 0 if unknown
  int output_tokens = 0;       ///< per request; 0 if unknown
  int tensor_parallel = 0;     ///< degree as software counts it; 0 if unknown
  /// Tokens per sequence of one decode step; greater than 1 with speculative decoding.
  double tokens_per_step = 1.0;
  std::optional<double> weight_bytes{};  ///< stated; parameters x bytes per element if empty
};

/// A price that is stated with the work ("550 tok/s at 12.98 USD/h").
struct StatedPrice {
  Usd per_hour;  ///< of one instance
  Text source;
  std::string date;  ///< as stated; can be empty
  Provenance provenance = Provenance::kPublished;
};

/// Results that the source of the work states. They are checked but not used.
struct StatedResults {
  std::optional<Usd> usd_per_million{};
  std::optional<Usd> usd_per_run{};
  std::optional<Usd> usd_per_month{};
  std::optional<double> tokens_per_month{};  ///< of usd_per_month
};

/// A peak that the source states for a core or a chip. It is checked but not used.
struct StatedPeak {
  double flops_per_second = 0.0;
  bool per_core = false;
  std::string dtype = "bf16";
};

/// A latency limit of a document.
struct LatencyLimit {
  std::string name;  ///< "e2e_p99_s"
  double seconds = 0.0;
  friend bool operator==(const LatencyLimit&, const LatencyLimit&) = default;
};

/// A percentile of a latency at the largest load within the limits.
struct ServedLatency {
  Text name;  ///< "e2e p99"
  double seconds = 0.0;
  double low = 0.0;  ///< 95 % confidence interval of the simulation
  double high = 0.0;
  std::optional<double> limit{};  ///< s
};

/// The sustained load of an item within latency limits, which is its throughput, and the load
/// without limits. Both come from the serving simulator. Plain data.
struct ServiceLevel {
  Text limits;                        ///< "e2e p99 within 4.00 s"
  Text traffic;                       ///< "Poisson arrivals, 500 tokens in, 100 out"
  std::vector<LatencyLimit> asked{};  ///< exact values of the limits; `limits` is rounded
  /// Why no load meets the limits. The throughput of the item is then unknown, not zero.
  Text why_not{};
  Text configuration{};  ///< of the sustained load
  double requests_per_second = 0.0;
  std::vector<ServedLatency> latencies{};
  std::optional<Throughput> full_load{};  ///< of the configuration with the most tokens
  Text full_load_configuration{};
  std::vector<Text> remarks{};
  int configurations = 0;  ///< that were considered
  int simulations = 0;
};

/// The throughput of instances, from a simulated run, a measured capture or a stated figure, with
/// everything that is needed to price and check it. Plain data.
struct WorkEstimate {
  std::string label;
  std::string instance;  ///< "inf2.48xlarge"
  int count = 1;         ///< number of instances
  Phase phase = Phase::kServing;
  Throughput throughput;
  WorkShape shape;
  std::optional<double> run_hours{};       ///< stated length of the run
  std::optional<double> device_seconds{};  ///< busy chip-seconds, measured or simulated
  std::optional<double> bytes{};           ///< HBM traffic of the run
  std::optional<StatedPrice> price{};      ///< replaces the on-demand price
  StatedResults stated{};
  std::optional<StatedPeak> stated_peak{};
  std::optional<ServiceLevel> service{};  ///< latency limits that the throughput meets
  /// Memory of one core in the simulation of the throughput; null if it was not simulated.
  std::shared_ptr<const catalog::MemoryFit> memory{};

  /// False if no load meets the limits; `throughput` is then not valid.
  bool has_throughput() const { return !service || service->why_not.empty(); }
};

/// The range of positive inputs. Products of a few values in this range do not overflow.
inline constexpr double kLeastCountable = 1e-12;
inline constexpr double kMostCountable = 1e24;
/// Whether a value is positive and in the range above.
bool is_countable(double figure);

/// Bytes of one element of a data type of the catalogue: bf16 2, fp8 1.
std::optional<double> bytes_per_element(std::string_view dtype);

/// The metric `throughput` of a run, whose unit must be tokens per second; for training, whose
/// throughput is in sequences, the metric `tokens_per_second`. Errors: kBadInput if it is absent,
/// not positive, or has another unit.
Result<Throughput> throughput_from_metrics(std::span<const Metric> metrics, const Text& source);

/// The same from a document of schema `nscope.summary/1`. If the throughput is unavailable, the
/// error has the reason that the document states.
Result<Throughput> throughput_from_summary(const Json& summary, std::string_view name);

}  // namespace nscope::cost
