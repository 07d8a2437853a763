#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// How prefills and decode steps take turns on a replica.
enum class Scheduler {
  kStatic,       ///< a whole batch is prefilled together and runs until its longest ends
  kContinuous,   ///< requests join and leave between steps; prefill first, which blocks decoding
  kDecodeFirst,  ///< waiting requests are prefilled only when nothing decodes
  kChunked,      ///< every step decodes and prefills at most `chunk_tokens`
};
enum class ArrivalProcess { kPoisson, kConstant, kBursts, kClosedLoop, kFile };
enum class Routing { kRoundRobin, kLeastOutstanding, kPrefixAffine };

std::string_view to_string(Scheduler scheduler);
std::string_view to_string(ArrivalProcess process);
std::string_view to_string(Routing routing);

/// A distribution of token counts. Draws are whole numbers from 1 to `high`.
struct TokenLengths {
  enum class Kind { kFixed, kUniform, kLogNormal, kEmpirical };
  Kind kind = Kind::kFixed;
  double mean = 128;          ///< fixed, lognormal
  double deviation = 0;       ///< lognormal: of the lengths, not of their logarithms
  int low = 1;                ///< uniform
  int high = 1 << 24;         ///< uniform; limit of a lognormal
  std::vector<int> values{};  ///< empirical, drawn with equal chances

  double expected() const;  ///< mean of the draws (a lognormal's without its limit)
};

struct Arrivals {
  ArrivalProcess process = ArrivalProcess::kPoisson;
  double rate = 1;             ///< requests/s; of bursts: outside them
  double burst_rate = 0;       ///< requests/s in bursts
  double quiet_seconds = 0;    ///< mean time between bursts, exponential
  double burst_seconds = 0;    ///< mean length of a burst, exponential
  int users = 1;               ///< closed loop
  double launch_interval = 0;  ///< s between the first requests of two users: what the load
                               ///< generator needs to prepare one
  double think_seconds = 0;    ///< between an answer and the user's next request

  /// Mean requests per second; 0 for a closed loop and a file.
  double mean_rate() const;
};

struct PagedCache {
  int block_tokens = 16;
  int blocks = 0;  ///< per replica; 0: as many as the slots' full lengths take
};
struct PrefixCache {
  int block_tokens = 16;  ///< of generated requests; a file states its own
  int shared_tokens = 0;  ///< leading tokens that requests have in common, of generated requests
  double share = 1;       ///< of the requests that begin with them
};
struct Speculation {
  std::string draft_model;  ///< catalogue id
  int tokens = 4;           ///< proposed before each verification
  /// Chance of each count of accepted candidates, 0 to `tokens`; from one acceptance
  /// rate a truncated geometric distribution.
  std::vector<double> accepted{};

  /// Tokens of one verification, the model's own included.
  double tokens_per_step() const;
};
struct Disaggregation {
  int prefill_replicas = 1;  ///< besides the replicas that decode
  double bandwidth = 0;      ///< B/s of the link that carries the KV cache
  double latency = 0;        ///< s
};
struct Adapters {
  int count = 1;         ///< requests choose one of them with equal chances
  int resident = 1;      ///< that fit on a replica
  double bytes = 0;      ///< of one, all cores together
  double bandwidth = 0;  ///< B/s at which all cores together load one
};
struct Autoscaling {
  int most = 1;                ///< replicas; the least is ServingSetup::replicas
  double target = 1;           ///< outstanding requests per replica
  double interval = 10;        ///< s between two looks
  double load_seconds = 0;     ///< a new replica loads its NEFF and weights
  double compile_seconds = 0;  ///< the first new replica also compiles; later ones find the cache
};
/// What an answer must keep to count for goodput; nullopt: any.
struct ServiceLevel {
  std::optional<double> ttft{};  ///< s
  std::optional<double> tpot{};  ///< s
  bool empty() const { return !ttft && !tpot; }
};

/// How a model is served, and under which load. The compiled shape (batch = slots,
/// sequence length, tensor parallel degree) belongs to the workload. Plain data.
struct ServingSetup {
  Scheduler scheduler = Scheduler::kContinuous;
  double batch_timeout = 1;      ///< s that a static batch waits to fill
  int chunk_tokens = 512;        ///< chunked prefill
  bool join_groups = false;      ///< waiting requests are prefilled together before they join (TGI)
  bool prompt_buckets = true;    ///< prefill graphs for several lengths; else prompts are padded
  bool position_buckets = true;  ///< graphs for several lengths, not for the longest alone
  std::vector<int>
      batch_buckets{};         ///< graphs for fewer sequences; the compiled batch is one always
  std::string stack{};         ///< "tgi", "vllm", or empty: no software costs of its own
  bool host_sampling = false;  ///< logits go to the host for every step
  int replicas = 1;
  Routing routing = Routing::kLeastOutstanding;
  int requests = 1000;    ///< that are drawn
  double duration = 0;    ///< s during which they arrive; 0: until all have come
  double stop_after = 0;  ///< s; what is not answered then stays unfinished; 0: never
  Arrivals arrivals{};
  TokenLengths input{};
  TokenLengths output{};
  std::optional<PagedCache> paged{};
  std::optional<PrefixCache> prefix{};
  std::optional<Speculation> speculation{};
  std::optional<Disaggregation> disaggregation{};
  std::optional<Adapters> adapters{};
  std::optional<Autoscaling> autoscaling{};
  ServiceLevel level{};
  double client_seconds = 0;  ///< s that the client's measured time is longer than the run
  /// The client states inter-token latency as the whole response time, queue included,
  /// over its tokens, as llmperf does.
  bool latency_per_token = false;
  double counted_tokens = 1;  ///< tokens that the client counts for one of the model's
};

/// Strict. Errors: kBadInput naming the member.
Result<ServingSetup> serving_setup_from_json(const Json& json, std::string_view name);
/// Schema `nscope.serving/1`; reading it back gives the same values.
Json to_json(const ServingSetup& setup);

}  // namespace nscope::sim
