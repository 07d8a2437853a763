#pragma once

#include "simcore/engine/graph/mixer_scope.h"

namespace nscope::sim {

/// Cached vectors of `width` elements that all heads share, `keys` of each sequence, as keys of one
/// head.
Attention shared_rows(const MixerScope& scope, double width, double keys);

/// A product of matrices that are on the chip.
Work resident_product(const Rates& rates, double rows, double inner, double columns);

/// Adds the scores of the index of sparse attention over `candidates` positions of each sequence
/// and the selection of the best. Returns whether it selects: there are more candidates than it
/// keeps. Precondition: the model has a sparse_attention.
bool add_index_selection(std::vector<Operator>& ops, const MixerScope& scope, double candidates);

/// Adds the attention of the heads of a core to shared vectors in the cache, read once: to
/// `attended` keys per sequence, of which each query gathers `gathered` rows of its own (0: none).
/// `width` is that of a query and `value_width` that of a value, the first part of the vector.
struct SharedAttention {
  double heads = 0;
  double width = 0;
  double value_width = 0;
  double attended = 0;
  double gathered = 0;
};
void add_shared_attention(std::vector<Operator>& ops, const MixerScope& scope,
                          const SharedAttention& shape);

}  // namespace nscope::sim
