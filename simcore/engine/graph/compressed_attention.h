#pragma once

#include "simcore/engine/graph/mixer_scope.h"

namespace nscope::sim {

/// Adds the operators of one attention layer of DeepSeek-V4 between its norm and its reduction. The
/// shared vectors, their compression and the index are on every core; heads are divided, and the
/// groups of the output projection follow them.
///
/// A query attends to the last `sliding_window` positions and, depending on the mixer, to all
/// compressed positions or to those that an index selects. A decode step gathers the selected ones.
/// A prefill masks its scores, because each query selects other positions, and computes the window
/// as other layers with windows do.
void add_compressed_attention(std::vector<Operator>& ops, const MixerScope& scope,
                              catalog::Mixer mixer);

/// Adds the weights and the mixing of the residual streams of one part of a layer (hyper-connections
/// constrained to doubly stochastic matrices). Does nothing for a model with one stream.
void add_residual_streams(std::vector<Operator>& ops, const MixerScope& scope);

}  // namespace nscope::sim
