#pragma once

#include "simcore/catalog/catalog.h"

namespace nscope::catalog {

/// The upper bound of the decode rate by memory bandwidth: tokens per second of `batch`
/// sequences if each step reads `bytes_per_step` at `bandwidth` B/s.
double decode_memory_bound(double bytes_per_step, double bandwidth, int batch = 1);

/// Bytes of its caches and states that a sequence reads in one decode step at `context` positions,
/// without padding and replication. Sparse attention reads the keys of its index and the selected
/// positions.
double read_sequence_bytes(const Model& model, double context, double element_bytes);

/// FLOPs of one token at `context` positions in the mixers of all layers beside their matrices:
/// scores and weighted values of attention, and the products with states.
double mixer_operations(const Model& model, double context);

/// Bytes that one decode step reads: all matrices that `batch` tokens pass through and the caches
/// and states of `batch` sequences at `context` positions; a context of 0 leaves these out. The
/// input embedding is not read as a whole and counts only if the LM head shares it. A step of a
/// mixture of experts reads the expected number of distinct experts of `batch` tokens with uniform
/// routing: E (1 - (1 - k/E)^batch).
double decode_step_bytes(const Model& model, int batch, int context,
                         double weight_bytes_per_element, double kv_bytes_per_element = 2.0);

/// FLOPs of one token at `context` positions: two per matrix element, plus mixer_operations().
double decode_flops_per_token(const Model& model, int context);

}  // namespace nscope::catalog
