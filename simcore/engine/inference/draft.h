#pragma once

#include "simcore/catalog/catalog.h"
#include "simcore/catalog/memory_fit.h"
#include "simcore/engine/graph/decoder_graph.h"
#include "simcore/engine/workload/speculation.h"

#include <memory>
#include <vector>

namespace nscope::sim {

/// The draft of speculative decoding. Plain data; the catalogue must outlive it.
struct Draft {
  Speculation setup;
  std::shared_ptr<const catalog::Model> model;  ///< its dimensions
  bool derived = false;  ///< a head whose dimensions follow from the model, without a catalogue id
  bool own_head = true;  ///< has an embedding and an LM head of its own

  /// s of host for the launches of one round: of every execution, or one if they are fused.
  double round_launch(const Parameters& parameters) const;
  double prefill_launch(const Parameters& parameters) const;
};

/// The draft for `model`. Without a catalogue id:
///
/// - eagle: one decoder layer with the attention of the model and a dense feed-forward part. The
///   embedding of a token and the hidden states of the model are projected to its width; EAGLE-3
///   reads three hidden states.
/// - mtp: the layer of the multi-token-prediction module (DeepSeek-V3, Qwen3-Next), which is a
/// layer
///   of the model after a projection of the embedding and the hidden state. It shares the embedding
///   and the LM head.
/// - parallel: as eagle, with more layers.
///
/// A dense feed-forward part has the width of that of the model, or of the experts of one token.
/// Errors: kNotFound for an unknown catalogue id; kInvalidArgument for drafts that are not decoders
/// with known dimensions.
Result<Draft> draft_of(const catalog::Catalog& catalog, const catalog::Model& model,
                       const Speculation& setup, int tensor_parallel);

/// One round: the executions of the draft, then the verification of all candidates and the next
/// token by the model, over a cache of `positions`.
StepGraph round_graph(const Machine& machine, const Parameters& parameters,
                      const catalog::Model& model, const DecoderLayout& layout, const Draft& draft,
                      int positions);

/// The pass of the draft over `tokens` of a prompt of `positions`, which fills its own cache.
StepGraph draft_prompt_graph(const Machine& machine, const Parameters& parameters,
                             const DecoderLayout& layout, const Draft& draft, int tokens,
                             int positions);

/// Adds the weights and the cache of the draft to the memory of a core, and repeats the verdict
/// with the reason. `placement` is that of the model.
void add_draft_memory(const catalog::Catalog& catalog, const catalog::Instance& instance,
                      const Draft& draft, const catalog::InferencePlacement& placement,
                      catalog::MemoryFit& fit);

/// Appends the executions of `part` to `graph`. Its layers have the name, or numbers if it is
/// empty.
void append(StepGraph& graph, StepGraph part, std::string_view name);

}  // namespace nscope::sim
