#pragma once

#include "simcore/catalog/catalog.h"

namespace nscope::catalog {

/// The bound on the decode rate by memory: tokens per second of `batch` sequences when each
/// step reads `bytes_per_step` at `bandwidth` B/s.
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

}  // namespace nscope::catalog
