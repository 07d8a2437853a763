#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/model.h"
#include "simcore/engine/calibration/parameters.h"
#include "simcore/engine/graph/step_graph.h"
#include "simcore/engine/machine/machine.h"

namespace nscope::sim {

/// How the operators of a decode step update recurrent states.
enum class StateUpdates {
  kFused,     ///< a kernel reads and writes the states once
  kPlain,     ///< every operator reads its operands from HBM and writes its result to it
  kOneByOne,  ///< the same, for one sequence after the other
};

/// The layout of a decoder on logical cores.
struct DecoderLayout {
  int tensor_parallel = 1;
  int batch = 1;
  int sequence_length = 0;     ///< compiled maximum
  double weight_bytes = 2;     ///< per stored weight element
  bool block_scales = false;   ///< weights have a scale for each block of a matrix
  double element_bytes = 2;    ///< per activation element
  double cache_bytes = 0;      ///< per element of the KV cache; 0: `element_bytes`
  int encoder_tokens = 0;      ///< compiled length of the encoder's input; 0: decoder only
  bool replicate_kv = true;    ///< on one core, or if there are fewer KV heads than cores: one copy
                               ///< of a KV head for every query head instead of one per core
  bool fused_prefill = false;  ///< long prompts use a kernel that keeps the scores on the chip
  /// This kernel takes only prompts of at least 8,192 tokens, in multiples of 2,048, and as many KV
  /// heads as query heads on a core.
  bool equal_heads_kernel = false;
  bool block_experts = false;    ///< a prefill sorts its tokens into blocks of one expert each
  bool fused_layers = false;     ///< kernels fuse most operators of a layer of a decode step
  bool next_bucket = false;      ///< a prompt that fills a bucket takes the next longer one
  bool all_experts = false;      ///< every expert computes every token, chosen or not
  bool gathers_experts = false;  ///< a step copies the chosen experts of every token in HBM
  bool launches_layers = false;  ///< the host launches every layer on its own
  StateUpdates state_updates = StateUpdates::kFused;
  bool returns_cache = false;  ///< a decode step returns a copy of the whole KV cache
  double stream_share = 1;     ///< of the rate of HBM streams that the software reaches
  int cache_slots = 0;         ///< sequences in the KV cache, which a static prefill graph returns
                               ///< as a whole; 0: `batch`

  double kv_bytes() const { return cache_bytes > 0 ? cache_bytes : element_bytes; }
  /// The bucket of a prompt: bucket_of() of its tokens, or of one more with `next_bucket`.
  int prompt_bucket(int tokens, int minimum, int cap) const;
};

/// Rejects unsupported models: architectures that do not generate, latent attention, models without
/// dimensions, more cores than heads. Errors: kInvalidArgument.
Result<> check_modelled(const catalog::Model& model, int tensor_parallel);

/// The prefill of `batch` prompts together, padded to `tokens` positions. For an encoder-decoder:
/// the encoder, and the keys and values that all decoder layers store of its output.
StepGraph prefill_graph(const Machine& machine, const Parameters& parameters,
                        const catalog::Model& model, const DecoderLayout& layout, int tokens);
/// One decode step of all slots over a cache bucket of `positions`.
StepGraph decode_graph(const Machine& machine, const Parameters& parameters,
                       const catalog::Model& model, const DecoderLayout& layout, int positions);

/// The next `tokens` positions of every sequence if the cache already contains the first
/// `positions - tokens`: a chunk of a prompt, the rest of a prompt with a cached prefix, or the
/// candidates of a draft model (`all_logits`: every position needs its logits). The graph reads the
/// cache and writes only the new positions. For decoders only.
StepGraph chunk_graph(const Machine& machine, const Parameters& parameters,
                      const catalog::Model& model, const DecoderLayout& layout, int tokens,
                      int positions, bool all_logits);

/// The bucket for `tokens`: the smallest sufficient power-of-two multiple of `minimum`, but at most
/// `cap`.
int bucket_of(int tokens, int minimum, int cap);

}  // namespace nscope::sim
