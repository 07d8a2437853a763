#pragma once

#include "simcore/catalog/catalog.h"

#include <string>

namespace nscope::catalog {

/// The upper bound on the decode rate: no implementation can beat it without
/// changing the bytes or the operations. Tokens per second over all sequences.
struct DecodeRoofline {
  double memory_bound = 0.0;   ///< batch / (bytes read per step / memory bandwidth)
  double compute_bound = 0.0;  ///< peak FLOP/s / FLOPs per token
  double tokens_per_second() const {
    return memory_bound < compute_bound ? memory_bound : compute_bound;
  }
};

/// The memory-bound part alone, for nominal figures: tokens per second of
/// `batch` sequences when each step reads `bytes_per_step` at `bandwidth` B/s.
double decode_memory_bound(double bytes_per_step, double bandwidth, int batch = 1);

/// Bytes one decode step reads: all matrices that `batch` tokens pass through
/// and the KV cache of `batch` sequences at `context` positions. The input
/// embedding is not read as a whole and counts only where the LM head shares it.
/// Of a mixture of experts the step reads the distinct experts that `batch`
/// tokens are expected to choose under uniform routing: E (1 - (1 - k/E)^batch).
double decode_step_bytes(const Model& model, int batch, int context,
                         double weight_bytes_per_element, double kv_bytes_per_element = 2.0);

/// Operations of one token at `context` positions: two per matrix element, and
/// the attention over the cache.
double decode_flops_per_token(const Model& model, int context);

/// Roofline of autoregressive decode on `chips` chips of `device`: every step
/// reads all weights once (MoE: the experts a batch can touch) and the KV cache
/// of `batch` sequences at `context` positions.
/// The KV cache counts two bytes an element.
/// Errors: kInvalidArgument where the device publishes no peak for `dtype`, for
/// counts below one, and for a model that is no decoder.
Result<DecodeRoofline> decode_roofline(const Device& device, int chips, const Model& model,
                                       int batch, int context, double weight_bytes_per_element,
                                       const std::string& dtype);

}  // namespace nscope::catalog
