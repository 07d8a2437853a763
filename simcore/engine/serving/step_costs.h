#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/decoder_graph.h"
#include "simcore/engine/event_queue.h"
#include "simcore/engine/serving/serving_setup.h"
#include "simcore/engine/serving/serving_stack.h"

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
  Picoseconds join = 0;
  Picoseconds request = 0;
  double cache_bytes = 0;  ///< KV cache of one token, all cores together

  /// The step of `sequences` of at most `length` positions. Both must be within the graphs.
  Picoseconds decode(int sequences, int length) const;
  Picoseconds prefill(int tokens) const;
  /// The last `tokens` of a prompt of `length`.
  Picoseconds chunk(int tokens, int length) const;
  int longest() const { return positions.back(); }
};

/// A decoder as it is compiled for a server. Refers to a machine and models that outlive it.
struct ServedModel {
  const Machine* machine = nullptr;
  const catalog::Model* model = nullptr;
  const catalog::Model* draft = nullptr;  ///< of speculative decoding
  DecoderLayout layout{};                 ///< batch: slots; sequence_length: the longest
};

/// Builds every graph once. Errors: kInvalidArgument for models that are not modelled,
/// a draft model that is missing, an unknown stack, and more than 10,000 graphs.
Result<StepCosts> step_costs(const ServedModel& served, const ServingSetup& setup,
                             const Parameters& parameters);

}  // namespace nscope::sim
