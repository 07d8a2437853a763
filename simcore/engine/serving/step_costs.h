#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/events/event_queue.h"
#include "simcore/engine/graph/decoder_graph.h"
#include "simcore/engine/inference/draft.h"
#include "simcore/engine/serving/replica_parts.h"
#include "simcore/engine/serving/serving_stack.h"
#include "simcore/engine/workload/serving_setup.h"

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <vector>

namespace nscope::sim {

/// The largest number of batch slots of one replica.
inline constexpr int kMostSlots = 4096;

/// When an instance of a replica works during an execution, as shares of its time.
struct PartTimes {
  Text title{};
  std::vector<double> busy{};   ///< [batch][positions], of a decode step
  std::vector<double> begin{};  ///< [prompts], of a prefill
  std::vector<double> end{};
};

/// The costs of all executions of a server, with one entry for each compiled graph, so that a
/// simulation builds no graphs. Graphs are static: the cost of an execution depends on its shape,
/// not on the used part. Times are in picoseconds and include launches and host work that does not
/// depend on the load. Plain data; safe to share between threads.
struct StepCosts {
  std::vector<int> batches;                ///< sequences of the decode graphs, ascending
  std::vector<int> positions;              ///< cache lengths of the decode graphs, ascending
  std::vector<int> prompts;                ///< lengths of the prefill graphs, ascending
  bool next_bucket = false;                ///< whole prompts: DecoderLayout::next_bucket
  int segment = 0;                         ///< tokens that one prefill has at most; 0: no limit
  std::vector<Picoseconds> decode_table;   ///< [batch][positions], of the tokens of one step
  std::vector<Picoseconds> prefill_table;  ///< [prompts]
  std::vector<Picoseconds> chunk_table;    ///< [prompts][positions]: new tokens after cached ones;
                                           ///< empty without chunks, segments and prefixes
  Picoseconds per_active = 0;              ///< added to a step for each decoding sequence
  Picoseconds request = 0;
  // When waiting requests interrupt decoding ones; see ServingStack. 0: immediately.
  double waiting_served_ratio = 0;
  std::int64_t max_waiting_tokens = 0;
  double cache_bytes = 0;   ///< KV cache of one token on all cores together
  double window_bytes = 0;  ///< the same in sliding layers, for each of the last `window` tokens
  double window = 0;        ///< tokens
  double state_bytes = 0;   ///< states of one sequence on all cores together
  std::vector<PartTimes> parts;  ///< of replicas on several instances

  /// Caches and states of a sequence on all cores together.
  double sequence_bytes(double tokens) const {
    return cache_bytes * tokens + window_bytes * std::min(tokens, window) + state_bytes;
  }

  /// A step of `sequences` with at most `length` positions. Both must be within the graphs.
  Picoseconds decode(int sequences, int length) const;
  /// The prefill of a prompt, in segments if it is longer than one.
  Picoseconds prefill(int tokens) const;
  /// The prefill of the last `tokens` of a prompt of `length`, in segments if they are more.
  Picoseconds chunk(int tokens, int length) const;
  int longest() const { return positions.back(); }
  /// The size of the smallest graph for a prompt, for sequences, or for positions; 0 if the prompt
  /// takes several executions or there is none.
  int prompt_bucket(int tokens) const;
  int batch_bucket(int sequences) const;
  int position_bucket(int length) const;
  /// Places in the tables of PartTimes of these sizes of graphs.
  std::size_t decode_place(int batch_bucket, int position_bucket) const;
  std::size_t prompt_place(int prompt_bucket) const;

 private:
  Picoseconds chunk_entry(int tokens, int length) const;
};

/// Device seconds of graphs that were already built. Servers that differ only in slots, schedulers
/// and chunks, but not in their draft, have most graphs in common and can share this cache. For one
/// thread at a time.
class GraphSeconds {
 public:
  enum class Kind { kPrefill, kDecode, kChunk, kRound, kDraftPrompt };
  struct Graph {
    Kind kind = Kind::kDecode;
    int batch = 1;
    int cache_slots = 0;
    int tokens = 1;
    int positions = 1;
    std::size_t part = 0;  ///< of a replica on several instances
    auto operator<=>(const Graph&) const = default;
  };
  /// The seconds of the graph; `build()` computes them for a new graph.
  template <class Build>
  double of(const Graph& graph, const Build& build) {
    const auto place = known_.lower_bound(graph);
    if (place != known_.end() && place->first == graph) return place->second;
    return known_.emplace_hint(place, graph, build())->second;
  }

 private:
  std::map<Graph, double> known_;
};

/// A decoder that is compiled for a server. The machine and the models must outlive it.
struct ServedModel {
  const Machine* machine = nullptr;
  const catalog::Model* model = nullptr;
  std::optional<Draft> draft{};    ///< of speculative decoding
  DecoderLayout layout{};          ///< batch: slots; sequence_length: longest sequence
  GraphSeconds* graphs = nullptr;  ///< shared with other servers; null: not shared
  /// The replicas that prefill, if they differ from these; null: they do not.
  const ServedModel* prefill = nullptr;
  int nodes = 1;  ///< instances of a replica
  NodeParallelism node_parallelism = NodeParallelism::kPipeline;
  std::vector<ReplicaPart> parts{};  ///< replica_parts() of several nodes; empty: the whole model

  /// The part of the model that one instance holds.
  const catalog::Model& part(std::size_t index) const {
    return parts.empty() ? *model : parts[index].model;
  }
  std::size_t part_count() const { return std::max<std::size_t>(1, parts.size()); }
  /// Whether every instance has sequences of its own.
  bool divides_sequences() const {
    return nodes > 1 && node_parallelism == NodeParallelism::kExperts;
  }
  /// The sequences of a replica whose caches one instance holds.
  int sequences_on_instance(int sequences) const {
    return divides_sequences() ? sequences_of_part(sequences, nodes) : sequences;
  }
};

/// B/s of one replica in the network of its instance: its share of the cores has the same share of
/// the EFA interfaces. Errors: those of efa_bandwidth().
Result<double> network_share(const ServedModel& served, const Parameters& parameters);

/// Builds every graph once; of a replica on several instances those of every part (PartNetwork).
/// Errors: kInvalidArgument for unsupported models, a missing draft model, an unknown stack, several
/// instances with a draft or without EFA, and more than 10,000 graphs.
Result<StepCosts> step_costs(const ServedModel& served, const ServingSetup& setup,
                             const Parameters& parameters);

}  // namespace nscope::sim
