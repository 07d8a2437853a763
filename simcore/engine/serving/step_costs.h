#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/events/event_queue.h"
#include "simcore/engine/graph/decoder_graph.h"
#include "simcore/engine/serving/serving_stack.h"
#include "simcore/engine/workload/serving_setup.h"

#include <compare>
#include <map>
#include <vector>

namespace nscope::sim {

/// What every execution of a server costs: one entry for each compiled graph, so that a
/// simulation builds none. Graphs are static: an execution costs what its shape costs,
/// however little of it is used. Picoseconds, launch and host work that does not depend
/// on the load included. Plain data; safe to share between threads.
struct StepCosts {
  std::vector<int> batches;                ///< sequences of the decode graphs, ascending
  std::vector<int> positions;              ///< cache lengths of the decode graphs, ascending
  std::vector<int> prompts;                ///< lengths of the prefill graphs, ascending
  std::vector<Picoseconds> decode_table;   ///< [batch][positions], of the tokens of one step
  std::vector<Picoseconds> prefill_table;  ///< [prompts]
  std::vector<Picoseconds> chunk_table;    ///< [prompts][positions]: new tokens after cached ones;
                                           ///< empty where neither chunks nor prefixes are used
  Picoseconds per_active = 0;              ///< added to a step for each sequence that decodes
  Picoseconds request = 0;
  // When requests that wait interrupt those that decode: see ServingStack. 0: at once.
  double waiting_served_ratio = 0;
  std::int64_t max_waiting_tokens = 0;
  double cache_bytes = 0;  ///< KV cache of one token, all cores together

  /// The step of `sequences` of at most `length` positions. Both must be within the graphs.
  Picoseconds decode(int sequences, int length) const;
  Picoseconds prefill(int tokens) const;
  /// The last `tokens` of a prompt of `length`.
  Picoseconds chunk(int tokens, int length) const;
  int longest() const { return positions.back(); }
};

/// Device seconds of the graphs that were built already. Servers that differ in their slots,
/// schedulers and chunks, and in nothing else, have most graphs in common and may share one of
/// these. For one thread at a time.
class GraphSeconds {
 public:
  enum class Kind { kPrefill, kDecode, kChunk, kCandidates, kDraftPrefill, kDraftDecode };
  struct Graph {
    Kind kind = Kind::kDecode;
    int batch = 1;
    int cache_slots = 0;
    int tokens = 1;
    int positions = 1;
    auto operator<=>(const Graph&) const = default;
  };
  /// Those of the graph; where it is new, `build()` says them.
  template <class Build>
  double of(const Graph& graph, const Build& build) {
    const auto place = known_.lower_bound(graph);
    if (place != known_.end() && place->first == graph) return place->second;
    return known_.emplace_hint(place, graph, build())->second;
  }

 private:
  std::map<Graph, double> known_;
};

/// A decoder as it is compiled for a server. Refers to a machine and models that outlive it.
struct ServedModel {
  const Machine* machine = nullptr;
  const catalog::Model* model = nullptr;
  const catalog::Model* draft = nullptr;  ///< of speculative decoding
  DecoderLayout layout{};                 ///< batch: slots; sequence_length: the longest
  GraphSeconds* graphs = nullptr;         ///< shared with other servers; null: with none
};

/// Builds every graph once. Errors: kInvalidArgument for models that are not modelled,
/// a draft model that is missing, an unknown stack, and more than 10,000 graphs.
Result<StepCosts> step_costs(const ServedModel& served, const ServingSetup& setup,
                             const Parameters& parameters);

}  // namespace nscope::sim
