#pragma once

#include "simcore/catalog/catalog.h"

#include <string>
#include <vector>

namespace nscope::catalog {

/// What has to fit, for decoder inference. Cores are physical NeuronCores for
/// v1/v2 and logical cores (LNC=2) for v3/v4, as software counts them; for a
/// GPU `tensor_parallel` counts GPUs.
struct InferencePlacement {
  int tensor_parallel = 1;
  int batch = 1;
  /// Compiled maximum, prompt + output. 0: batch or lengths are not known; KV
  /// cache and activations are then left out, and the explanation says so.
  int sequence_length = 0;
  double weight_bytes_per_element = 2.0;  ///< 2 bf16, 1 int8/fp8, 4 fp32
  double kv_bytes_per_element = 2.0;
  /// With fewer KV heads than cores: a copy for every query head of a core
  /// (transformers-neuronx), else one per core.
  bool replicate_kv_heads = false;
};

/// One line of the arithmetic, bytes per core.
struct MemoryItem {
  std::string name;  ///< "weights", "KV cache", "activations", "runtime and collectives"
  double bytes = 0.0;
  std::string arithmetic;  ///< "68.98e9 parameters x 2 B / 24 cores"
};

/// "68.98e9", "335.1e6".
std::string parameter_count(double parameters);

/// Assumed bytes of one activation element (bf16), whatever the weights' type.
inline constexpr double kActivationBytes = 2.0;

/// The verdict per core with its arithmetic.
struct MemoryFit {
  std::vector<MemoryItem> items;
  double required = 0.0;  ///< bytes per core
  double capacity = 0.0;  ///< bytes per core
  bool fits = false;
  std::string explanation;      ///< the arithmetic in one sentence
  std::string smallest_change;  ///< what would make it fit; empty where it fits
};

/// What the runtime keeps for itself on one core or GPU; says so where it is not known.
MemoryItem runtime_item(const Device& device);
/// "1.00 GiB weights, 512 MiB activations".
std::string items_text(const MemoryFit& fit);
/// Adds the items up and holds them against the capacity.
void add_up(MemoryFit& fit);

/// Memory of one core of `instance` under the placement. Where the placement
/// uses more cores than the instance has, the verdict is "does not fit" and
/// says so. Weights are sharded with the padding that tensor parallelism needs
/// (heads rounded up per core, KV heads replicated when fewer than cores).
/// Activations are an estimate for prefilling the whole batch at once: the
/// residual stream in and out and the widest intermediate of one layer, for
/// batch x sequence_length positions. Sliding windows do not shrink the cache
/// here: static graphs keep the full length. A model that states no dimensions
/// is sharded evenly; one without a parameter count does not fit, and the
/// explanation says why. Encoders have no KV cache.
MemoryFit inference_memory_fit(const Catalog& catalog, const Model& model, const Instance& instance,
                               const InferencePlacement& placement);

/// Per-model-copy bytes of training state, the classic arithmetic: weights,
/// gradients, AdamW moments, fp32 master weights.
struct TrainingState {
  double weights = 0.0, gradients = 0.0, moments = 0.0, master_weights = 0.0;
  double total() const { return weights + gradients + moments + master_weights; }
};
TrainingState training_state(double parameters, double weight_bytes_per_element,
                             double gradient_bytes_per_element, bool master_weights);

/// Tensor-parallel degrees worth trying on the instance, ascending: the
/// published list, or else the divisors of its number of logical cores.
std::vector<int> tensor_parallel_choices(const Catalog& catalog, const Instance& instance);

/// The fewest cores whose memories hold `bytes` in equal shares: the nominal
/// arithmetic, without padding, cache or reserve. 0 for impossible arguments.
int minimum_cores(double bytes, double bytes_per_core);

}  // namespace nscope::catalog
