#pragma once

#include "simcore/catalog/model.h"

#include <string>
#include <vector>

namespace nscope::catalog {

/// The division of a model between cores. Heads, channels and columns are rounded up for each
/// core, which pads the last core.
struct TensorSharding {
  int tensor_parallel = 1;
  /// One copy of a KV head for every query head instead of one for each core: on one core, and if
  /// there are fewer KV heads than cores.
  bool replicate_kv = false;
};

/// `count` divided by the cores, rounded up.
double per_core(double count, int tensor_parallel);

/// The heads of attention on one core.
struct HeadShard {
  double query_heads = 0;
  double kv_heads = 0;  ///< as stored in the cache
};
HeadShard heads_of_core(const AttentionHeads& heads, const TensorSharding& sharding);

/// Heads of linear attention on one core. A core with fewer value heads than one key head serves
/// has a copy of this key head.
struct LinearShard {
  double key_heads = 0;
  double value_heads = 0;
};
LinearShard linear_of_core(const LinearShape& linear, int tensor_parallel);

/// Heads and groups of Mamba-2 on one core. Each core has at least one group.
struct Mamba2Shard {
  double heads = 0;
  double groups = 0;
};
Mamba2Shard mamba2_of_core(const Mamba2Shape& mamba2, int tensor_parallel);

/// Elements of the matrices of one layer on one core. The compressing projections of latent
/// attention and its index are on every core, because every core needs the whole latent vector.
double mixer_elements(const Model& model, const LayerGroup& layer,
                      const TensorSharding& sharding = {});
/// The same for a feed-forward part with `experts` routed experts.
double feed_forward_elements(const Model& model, FeedForward kind, double experts,
                             int tensor_parallel = 1);
/// The width of the inputs of the routed experts.
double expert_inputs(const Model& model);

/// The memory that the sequences of a generating model need beside the weights, on one core. The
/// only source of cache sizes: memory verdicts, servers, GPUs and transfers use it.
struct SequenceMemory {
  double growing = 0;      ///< cached elements of each position
  double windowed = 0;     ///< cached elements of each of the last `window` positions
  double window = 0;       ///< positions; 0: no sliding layers
  double convolution = 0;  ///< elements of the last inputs of convolutions, in the cache's type
  double state = 0;        ///< elements of recurrent states
  double state_bytes = 4;  ///< of one element of a state

  /// Bytes of one sequence of `positions`. Sliding layers cache at most their window.
  double bytes(double positions, double element_bytes) const;
  /// Bytes that do not depend on the positions.
  double constant_bytes(double element_bytes) const;
};
SequenceMemory sequence_memory(const Model& model, const TensorSharding& sharding = {});

/// The kinds of layers of a model other than attention over all positions: "latent attention",
/// "sliding", "linear", ...
std::vector<std::string> unusual_layers(const Model& model);
/// Whether layers keep a state instead of a cache: linear attention, Mamba, convolutions, ...
bool has_states(const Model& model);
/// Whether all layers that mix positions attend to cached keys and values, of all positions or of a
/// window.
inline bool caches_keys(const Model& model) {
  return !model.mla && !model.compressed && !has_states(model);
}
/// Whether sequences of a decoder have no limit: every layer keeps a state of constant size or
/// attends to a window (Mamba, RecurrentGemma). The positions are then not stated.
bool has_unlimited_sequences(const Model& model);

}  // namespace nscope::catalog
