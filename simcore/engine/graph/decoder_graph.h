#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/model.h"
#include "simcore/engine/calibration/parameters.h"
#include "simcore/engine/graph/step_graph.h"
#include "simcore/engine/machine/machine.h"

namespace nscope::sim {

/// How a decoder is laid out on logical cores.
struct DecoderLayout {
  int tensor_parallel = 1;
  int batch = 1;
  int sequence_length = 0;     ///< compiled maximum
  double weight_bytes = 2;     ///< per stored weight element
  double element_bytes = 2;    ///< per activation and cache element
  int encoder_tokens = 0;      ///< compiled length of the encoder's input; 0: a decoder alone
  bool replicate_kv = true;    ///< KV heads copied to every query head where there are fewer KV
                               ///< heads than cores (transformers-neuronx); else one per core
  bool fused_prefill = false;  ///< long prompts: a kernel keeps the scores on the chip
  int cache_slots = 0;         ///< sequences that the KV cache has room for, which a static prefill
                               ///< graph returns whole; 0: `batch`
};

/// Refuses what is not modelled: architectures that do not generate, latent
/// attention, models without dimensions, more cores than heads.
/// Errors: kInvalidArgument.
Result<> check_modelled(const catalog::Model& model, int tensor_parallel);

/// Prefill of `batch` prompts padded to `tokens` positions together. Of an
/// encoder-decoder: its encoder, and what all decoder layers keep of its output.
StepGraph prefill_graph(const Machine& machine, const Parameters& parameters,
                        const catalog::Model& model, const DecoderLayout& layout, int tokens);
/// One decode step of all slots over a cache bucket of `positions`.
StepGraph decode_graph(const Machine& machine, const Parameters& parameters,
                       const catalog::Model& model, const DecoderLayout& layout, int positions);

/// The next `tokens` positions of every sequence, of which the cache holds the first
/// `positions - tokens`: a chunk of a prompt, the rest of one whose beginning is cached, or the
/// candidates that a draft model proposed (`all_logits`: every position needs its logits). Reads
/// the cache and writes its own positions only. Of a decoder alone.
StepGraph chunk_graph(const Machine& machine, const Parameters& parameters,
                      const catalog::Model& model, const DecoderLayout& layout, int tokens,
                      int positions, bool all_logits);

/// Bucket that holds `tokens`: the next power of two from `minimum`, at most `cap`.
int bucket_of(int tokens, int minimum, int cap);

}  // namespace nscope::sim
