#pragma once

#include "simcore/engine/graph/decoder_graph.h"
#include "simcore/engine/graph/mechanisms.h"

#include <vector>

namespace nscope::sim {

/// The graph of a layer on one core.
struct MixerScope {
  const Rates& rates;
  const catalog::Model& model;
  const DecoderLayout& layout;
  double queries = 1;      ///< new positions of every sequence; 1: decode
  double keys = 1;         ///< positions that they attend to
  bool continues = false;  ///< the other positions are already in the cache
  bool verifies = false;   ///< the new positions are candidates of a draft
  bool fused = false;      ///< a kernel keeps the scores on the chip, tile by tile

  double batch() const { return layout.batch; }
  double tokens() const { return batch() * queries; }
  bool decodes() const { return queries <= 1; }
  /// Whether the graph is one step of generation: a decode step or the verification of candidates.
  bool generates() const { return decodes() || verifies; }
  int cores() const { return layout.tensor_parallel; }
};

/// All tokens through a weight matrix of [inner, columns].
Work projection(const MixerScope& scope, double inner, double columns, bool activation = false);

/// The write of the new positions to the cache. `tensors` is 2 for keys and values, and 1 for a
/// latent vector; `shape` gives the width of one. A prefill passes over the static buffer of all
/// slots, of at most `window` positions if it is not 0, and a step that returns its cache over all
/// its other positions.
Work cache_write(const MixerScope& scope, const Attention& shape, double tensors, double window);

/// Seconds in which GpSimd scatters the new rows of one cache tensor, because the sequences of a
/// decode step or a verification are at different positions: from v3 on, descriptors are generated
/// on the device.
double scatter_seconds(const MixerScope& scope);

/// VectorE passes over [tokens, width] with a function of ScalarE for each element.
Work activation(const Rates& rates, double tokens, double width, double passes);

}  // namespace nscope::sim
