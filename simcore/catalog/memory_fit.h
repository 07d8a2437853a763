#pragma once

#include "simcore/catalog/catalog.h"

#include <string>
#include <vector>

namespace nscope::catalog {

/// The placement of a decoder for inference. Cores are the cores that software sees: physical
/// NeuronCores for v1/v2, logical cores (LNC=2) for v3/v4; `tensor_parallel` of a GPU counts
/// GPUs.
struct InferencePlacement {
  int tensor_parallel = 1;
  int batch = 1;
  /// Compiled maximum of prompt and output tokens. 0: batch or lengths are unknown; KV cache
  /// and activations are then left out, which the explanation states.
  int sequence_length = 0;
  double weight_bytes_per_element = 2.0;  ///< 2 bf16, 1 int8/fp8, 4 fp32
  double kv_bytes_per_element = 2.0;
  /// If there are fewer KV heads than cores: one copy for every query head of a core
  /// (transformers-neuronx) instead of one copy per core.
  bool replicate_kv_heads = false;
  int prefills = 0;           ///< sequences that a prefill processes together; 0: the batch
  int prefill_positions = 0;  ///< of a sequence in one prefill: a chunk; 0: `sequence_length`
  int cached = 0;             ///< sequences that have room in the KV cache; 0: the batch
};

/// What an item of the memory calculation stores, for code that selects items.
enum class MemoryUse {
  kOther,
  kWeights,   ///< of the model itself, without towers and drafts
  kCache,     ///< keys and values that grow with every position
  kSequence,  ///< of a sequence, but bounded: windows and recurrent states
};

/// One item of the memory calculation, in bytes per core.
struct MemoryItem {
  Text name;  ///< "weights", "KV cache", "activations", "runtime and collectives"
  double bytes = 0.0;
  Text arithmetic{};  ///< "68.98 billion parameters x 2 B / 24 cores"
  MemoryUse use = MemoryUse::kOther;
};

/// Assumed bytes of one activation element (bf16), independent of the type of the weights.
inline constexpr double kActivationBytes = 2.0;

/// Whether a placement fits in the memory of one core, with the calculation.
struct MemoryFit {
  std::vector<MemoryItem> items;
  double required = 0.0;  ///< bytes per core
  double capacity = 0.0;  ///< bytes per core
  bool fits = false;
  Text explanation;      ///< the calculation in one sentence
  Text smallest_change;  ///< the change that makes it fit; empty if it fits
};

/// The memory that the runtime reserves on one core or GPU; its arithmetic states if it is unknown.
MemoryItem runtime_item(const Device& device);
/// "1.00 GiB weights, 512 MiB activations".
Text items_text(const MemoryFit& fit);
/// Sums the items and compares the sum with the capacity.
void add_up(MemoryFit& fit);

/// Memory of one core of `instance` under the placement. A placement with more cores than the
/// instance has does not fit, as the explanation states. Weights are sharded with the padding
/// that tensor parallelism needs (heads rounded up per core, KV heads replicated if there are
/// fewer than cores). Activations are an estimate for one prefill: input and output of the
/// residual stream and the widest intermediate of one layer, for `prefills` x `prefill_positions`
/// positions. Layers that the model's pattern calls "sliding" cache only their window; a window
/// without a pattern does not reduce the cache. Caches and states are those of sequence_memory(). A
/// model without dimensions is sharded evenly; a model without a parameter count does not fit, for
/// the reason in the explanation. Encoders have no KV cache.
MemoryFit inference_memory_fit(const Catalog& catalog, const Model& model, const Instance& instance,
                               const InferencePlacement& placement);

/// Bytes of the training state of one copy of a model: weights, gradients, AdamW moments and
/// fp32 master weights.
struct TrainingState {
  double weights = 0.0, gradients = 0.0, moments = 0.0, master_weights = 0.0;
  double total() const { return weights + gradients + moments + master_weights; }
};
TrainingState training_state(double parameters, double weight_bytes_per_element,
                             double gradient_bytes_per_element, bool master_weights);

/// Candidates for the tensor parallel degree on the instance, ascending: the published list, or
/// the divisors of the number of logical cores if no list is published.
std::vector<int> tensor_parallel_choices(const Catalog& catalog, const Instance& instance);

/// The smallest number of cores whose memories can store `bytes` in equal shares, without
/// padding, cache and runtime. 0 if an argument is not positive.
int minimum_cores(double bytes, double bytes_per_core);

}  // namespace nscope::catalog
