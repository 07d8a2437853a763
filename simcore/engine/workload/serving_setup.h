#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/engine/workload/speculation.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// The scheduling of prefills and decode steps on a replica.
enum class Scheduler {
  kStatic,       ///< a whole batch is prefilled together and runs until its longest request ends
  kContinuous,   ///< requests join and leave between steps; prefills come first and block decoding
  kDecodeFirst,  ///< waiting requests are prefilled only if no request decodes
  kChunked,      ///< every step decodes and prefills at most `chunk_tokens`
};
enum class ArrivalProcess { kPoisson, kConstant, kBursts, kClosedLoop, kFile };
/// How the instances of a replica share its model: layers one after the other, or the experts of
/// every layer, with the attention of their own sequences.
enum class NodeParallelism { kPipeline, kExperts };
/// How a load balancer chooses the replica of a request: in turn, the one with the fewest requests,
/// or the one that has processed the beginning of the prompt.
enum class Routing { kRoundRobin, kLeastOutstanding, kPrefixAffine };

std::string_view to_string(Scheduler scheduler);
std::string_view to_string(ArrivalProcess process);
std::string_view to_string(Routing routing);
std::string_view to_string(NodeParallelism parallelism);

/// A distribution of token counts. Draws are whole numbers between 1 and `high`.
struct TokenLengths {
  enum class Kind { kFixed, kUniform, kLogNormal, kEmpirical };
  Kind kind = Kind::kFixed;
  double mean = 128;          ///< fixed, lognormal
  double deviation = 0;       ///< lognormal: standard deviation of the lengths, not the logarithms
  int low = 1;                ///< uniform
  int high = 1 << 24;         ///< uniform; upper limit of a lognormal
  std::vector<int> values{};  ///< empirical, drawn with equal probability

  double expected() const;  ///< mean of the draws (of a lognormal: without its limit)
};

struct Arrivals {
  ArrivalProcess process = ArrivalProcess::kPoisson;
  double rate = 1;             ///< requests/s; for bursts: between them
  double burst_rate = 0;       ///< requests/s in bursts
  double quiet_seconds = 0;    ///< mean time between bursts, exponential
  double burst_seconds = 0;    ///< mean length of a burst, exponential
  int users = 1;               ///< closed loop
  double launch_interval = 0;  ///< s between the first requests of two users, in which the load
                               ///< generator prepares a request
  double think_seconds = 0;    ///< between the end of a request and the next one of the same user

  /// Mean requests per second; 0 for a closed loop and a file.
  double mean_rate() const;
};

struct PagedCache {
  int block_tokens = 16;
  int blocks = 0;  ///< per replica; 0: enough for all slots at full length
};
struct PrefixCache {
  int block_tokens = 16;  ///< of generated requests; a file states its own value
  int shared_tokens = 0;  ///< number of leading tokens that generated requests share
  double share = 1;       ///< share of the requests that begin with them
};
struct Disaggregation {
  int prefill_replicas = 1;  ///< in addition to the replicas that decode
  /// B/s of the link for the KV cache; 0: the share of one prefill replica in the network of its
  /// instance.
  double bandwidth = 0;
  std::optional<double> latency{};  ///< s; nullopt: that of the network, or 0 if B/s are stated
  // The prefill replicas if they differ from those that decode.
  std::string instance{};   ///< instance type; empty: the same
  int tensor_parallel = 0;  ///< logical cores; 0: the same
};
/// Limits above which a server refuses requests instead of queueing them. 0: no limit.
struct Admission {
  int most_waiting = 0;     ///< requests in the queue of a replica
  double longest_wait = 0;  ///< s in the queue, after which a request is refused
  /// s after which a user of a closed loop sends a refused request again; doubles with each
  /// refusal.
  double retry_seconds = 1;
  bool limits() const { return most_waiting > 0 || longest_wait > 0; }
};
struct Adapters {
  int count = 1;         ///< requests use one of them
  int resident = 1;      ///< number that fits on a replica
  double bytes = 0;      ///< of one adapter on all cores together
  double bandwidth = 0;  ///< B/s at which all cores together load an adapter
  /// Exponent of Zipf's law: the k-th adapter has a share of the requests that is proportional to
  /// 1 / k^popularity; 0: all are equally frequent.
  double popularity = 0;
};
struct Autoscaling {
  int most = 1;             ///< maximum number of replicas; ServingSetup::replicas is the minimum
  double target = 1;        ///< outstanding requests per replica
  double interval = 10;     ///< s between two scaling decisions
  double load_seconds = 0;  ///< s in which a new replica loads its NEFF and weights
  double compile_seconds = 0;  ///< s of the first new replica; later ones use the compile cache
};

/// Latency limits of requests that count for goodput; nullopt: no limit.
struct ServiceLevel {
  std::optional<double> ttft{};  ///< s
  std::optional<double> tpot{};  ///< s
  bool empty() const { return !ttft && !tpot; }
};

/// The configuration of a server and its load. The compiled shape (batch = slots, sequence length,
/// tensor parallel degree) is part of the workload. Plain data.
struct ServingSetup {
  Scheduler scheduler = Scheduler::kContinuous;
  double batch_timeout = 1;      ///< s that a static batch waits until it is full
  int chunk_tokens = 512;        ///< chunked prefill
  bool join_groups = false;      ///< waiting requests are prefilled together before they join (TGI)
  bool prompt_buckets = true;    ///< prefill graphs for several lengths; if not, prompts are padded
  bool position_buckets = true;  ///< decode graphs for several lengths instead of only the longest
  /// Graphs for smaller batches; the compiled batch is always one of them.
  std::vector<int> batch_buckets{};
  int shortest_prompt_bucket = 0;  ///< tokens of the shortest prefill graph; 0: that of the stack
  std::string stack{};  ///< "tgi", "vllm", "vllm-nxd", "vllm-neuron", or empty: no software costs
  bool host_sampling = false;  ///< logits are copied to the host in every step
  int replicas = 1;
  int nodes = 1;  ///< instances of a replica
  NodeParallelism node_parallelism = NodeParallelism::kPipeline;
  /// If absent, replicas have the fewest requests, or take turns if all requests have the same
  /// lengths: requests of one length end together, so that one replica would receive all new ones,
  /// which then end together again.
  std::optional<Routing> routing{};
  int requests = 1000;    ///< number of drawn requests
  double duration = 0;    ///< s in which they arrive; 0: until all have arrived
  double stop_after = 0;  ///< s after which running requests stay unfinished; 0: never
  Arrivals arrivals{};
  TokenLengths input{};
  TokenLengths output{};
  std::optional<PagedCache> paged{};
  std::optional<PrefixCache> prefix{};
  std::optional<Speculation> speculation{};
  std::optional<Disaggregation> disaggregation{};
  std::optional<Adapters> adapters{};
  std::optional<Autoscaling> autoscaling{};
  Admission admission{};
  ServiceLevel level{};
  double client_seconds = 0;  ///< s by which the time measured by the client exceeds the run
  /// Whether the client defines inter-token latency as the end-to-end latency, with queueing,
  /// divided by the number of tokens, as llmperf does.
  bool latency_per_token = false;
  double counted_tokens = 1;  ///< tokens that the client counts per token of the model
};

/// Reads the keys of a distribution of lengths. Problems are reported through the StrictObject.
TokenLengths read_token_lengths(StrictObject& in);
/// Reads the keys of LoRA adapters, in the same way.
Adapters read_adapters(StrictObject& in);
Json to_json(const Adapters& adapters);
/// Reads a setup strictly. Errors: kBadInput with the key.
Result<ServingSetup> serving_setup_from_json(const Json& json, std::string_view name);
/// Reads the member "serving" of a workload, which needs no schema. Lengths of requests that it
/// does not state are those of the workload.
Result<ServingSetup> serving_member(const Json& json, const std::string& where, int input_tokens,
                                    int output_tokens);
/// Schema `nscope.serving/1`; reading it back gives the same values.
Json to_json(const ServingSetup& setup);

}  // namespace nscope::sim
