#pragma once

#include "simcore/engine/graph/mixer_scope.h"

namespace nscope::sim {

/// Adds the operators of multi-head latent attention between the norm and the output projection
/// (DeepSeek-V2, arXiv:2405.04434). The compressing projections and the cache of latent vectors are
/// on every core; heads are divided. Long inputs expand the latent vectors to keys and values of
/// all heads. A decode step, and a few new positions after many cached ones, absorb the expansion
/// into queries and outputs instead: all heads then attend to the latent vectors themselves, which
/// are read once. Of the two, the one with fewer operations is used.
///
/// Sparse attention (DeepSeek-V3.2, arXiv:2512.02556) adds an index: small heads score all
/// positions, and a decode step gathers the `top_k` best latent vectors. A prefill masks its
/// scores, because each query selects other positions.
void add_latent_attention(std::vector<Operator>& ops, const MixerScope& scope);

}  // namespace nscope::sim
