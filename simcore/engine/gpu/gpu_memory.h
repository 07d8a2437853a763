#pragma once

#include "simcore/catalog/layer_shard.h"
#include "simcore/engine/gpu/gpu_plan.h"

namespace nscope::sim {

/// Caches and states of a sequence on one of `tensor_parallel` GPUs. KV heads are distributed until
/// each GPU has one; every GPU has the whole compressed cache of latent attention.
catalog::SequenceMemory gpu_sequence_memory(const catalog::Model& model, int tensor_parallel);

/// Memory of one GPU during generation: weights, KV cache of the concurrent sequences, activations
/// of one prefill step, runtime. `sequences` receives the number of concurrent sequences. With
/// in-flight batching, it is limited to those that fit at their mean length if one fits in full; a
/// static batch must fit as a whole.
catalog::MemoryFit gpu_generation_memory(const catalog::Catalog& catalog, const GpuPlan& plan,
                                         const GpuParameters& parameters, double& sequences);

/// Memory of one GPU for calls of one shape: the weights of all networks, inputs and outputs of the
/// largest kernel, runtime.
catalog::MemoryFit gpu_call_memory(const GpuPlan& plan, const GpuParameters& parameters);

/// Memory of one GPU of a training job with the microbatch of the plan: sharded training state,
/// activations of the microbatches in flight on the first pipeline stage (with logits if there is
/// no pipeline), runtime.
catalog::MemoryFit gpu_training_memory(const GpuPlan& plan, const GpuParameters& parameters);

}  // namespace nscope::sim
