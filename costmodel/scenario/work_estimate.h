#pragma once

#include "profiler/base/json.h"
#include "profiler/base/provenance.h"
#include "profiler/base/result.h"
#include "profiler/base/units.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

enum class Phase { kServing, kTraining };
std::string_view to_string(Phase phase);

/// Which tokens a throughput counts. Output tokens only, or prompts as well:
/// the two are not comparable.
enum class CountedTokens { kOutput, kAll };
std::string_view to_string(CountedTokens tokens);

/// Tokens per second of all instances of a WorkEstimate together, with the band
/// of the prediction where there is one.
struct Throughput {
  double tokens_per_second = 0.0;
  std::optional<double> low{};
  std::optional<double> high{};
  CountedTokens counted = CountedTokens::kOutput;
  Provenance provenance = Provenance::kAssumed;
  std::string source{};  ///< in words: "simulated, ...", "capture x.ntff", "claimed in ..."
  /// The figure was stated per instance and has been multiplied by their number.
  bool stated_per_instance = false;
};

/// What is run, as far as the guards can use it. Unknown members stay empty.
struct WorkShape {
  std::string model;  ///< catalogue id; empty: unknown
  std::optional<double> parameters{};
  std::string dtype = "bf16";  ///< of the weights and of the arithmetic
  int batch = 0;               ///< sequences in flight per instance; 0: unknown
  int input_tokens = 0;        ///< per request; 0: unknown
  int output_tokens = 0;       ///< per request; 0: unknown
  int tensor_parallel = 0;     ///< as software counts it; 0: unknown
  /// Tokens that one decode step yields per sequence: above 1 with speculation.
  double tokens_per_step = 1.0;
  std::optional<double> weight_bytes{};  ///< as stated; else parameters x bytes per element
};

/// A price that came with the work ("550 tok/s at 12.98 USD/h").
struct StatedPrice {
  Usd per_hour;  ///< of one instance
  std::string source;
  std::string date;  ///< as the source says, may be empty
  Provenance provenance = Provenance::kPublished;
};

/// Results that a source states about its own case: checked, never used.
struct StatedResults {
  std::optional<Usd> usd_per_million{};
  std::optional<Usd> usd_per_run{};
  std::optional<Usd> usd_per_month{};
  std::optional<double> tokens_per_month{};  ///< of usd_per_month
};

/// A peak that a source states for a core or a chip: checked, never used.
struct StatedPeak {
  double flops_per_second = 0.0;
  bool per_core = false;
  std::string dtype = "bf16";
};

/// A latency limit as documents have it.
struct LatencyLimit {
  std::string name;  ///< "e2e_p99_s"
  double seconds = 0.0;
  friend bool operator==(const LatencyLimit&, const LatencyLimit&) = default;
};

/// A percentile of a latency at the largest load within the limits.
struct ServedLatency {
  std::string name;  ///< "e2e p99"
  double seconds = 0.0;
  double low = 0.0;  ///< 95 % confidence of the simulation
  double high = 0.0;
  std::optional<double> limit{};  ///< s, where there is one
};

/// What an item serves within latency limits. Its throughput is then the largest load that the
/// serving simulator finds within them, beside that without limits. Plain data.
struct ServiceLevel {
  std::string limits;                 ///< "e2e p99 within 4.00 s"
  std::string traffic;                ///< "Poisson arrivals, 500 tokens in, 100 out"
  std::vector<LatencyLimit> asked{};  ///< the limits as values: `limits` is rounded
  /// Why no load is within the limits: the item has no throughput then, which is not zero.
  std::string why_not{};
  std::string configuration{};  ///< of the largest load within the limits
  double requests_per_second = 0.0;
  std::vector<ServedLatency> latencies{};
  std::optional<Throughput> full_load{};  ///< of the configuration that makes the most tokens
  std::string full_load_configuration{};
  std::vector<std::string> remarks{};
  int configurations = 0;  ///< that were considered
  int simulations = 0;
};

/// What a machine does for its money: filled by a simulated run, a measured
/// capture or somebody's claim, and priced by the same code. Plain data.
struct WorkEstimate {
  std::string label;
  std::string instance;  ///< "inf2.48xlarge"
  int count = 1;         ///< instances that work together or side by side
  Phase phase = Phase::kServing;
  Throughput throughput;
  WorkShape shape;
  std::optional<double> run_hours{};       ///< length of the run as stated
  std::optional<double> device_seconds{};  ///< chip-seconds that were busy, measured or simulated
  std::optional<double> bytes{};           ///< HBM traffic of the run
  std::optional<StatedPrice> price{};      ///< applies to on-demand
  StatedResults stated{};
  std::optional<StatedPeak> stated_peak{};
  std::optional<ServiceLevel> service{};  ///< the throughput is the one within these limits

  /// False where no load is within the limits: `throughput` says nothing then.
  bool has_throughput() const { return !service || service->why_not.empty(); }
};

/// Whether a figure can be counted with: positive, and far enough from the ends
/// of the number range that no product of a few of them leaves it.
bool is_countable(double figure);

/// Bytes of one element of a data type as the catalogue names it: bf16 2, fp8 1.
std::optional<double> bytes_per_element(std::string_view dtype);

/// Takes the throughput from the metrics of a run. Uses `throughput`, whose unit
/// must be tokens per second. Errors: kBadInput where it is missing, not
/// positive, or counts something else.
Result<Throughput> throughput_from_metrics(std::span<const Metric> metrics,
                                           std::string_view source);

/// The same from a document of schema `nscope.summary/1`; an unavailable
/// throughput is an error with the document's own reason.
Result<Throughput> throughput_from_summary(const Json& summary, std::string_view name);

}  // namespace nscope::cost
