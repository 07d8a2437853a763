#pragma once

#include "simcore/engine/gpu/gpu_plan.h"

namespace nscope::sim {

/// KV-cache elements that one position takes on one of `tensor_parallel` GPUs: KV heads
/// are cut up to one per GPU; the compressed cache of latent attention is whole on each.
double gpu_kv_elements(const catalog::Model& model, int tensor_parallel);

/// Memory of one GPU while it generates: weights, KV cache of the sequences that run at a
/// time, activations of one prefill step, runtime. `sequences` gets how many run: with
/// in-flight batching as many of those asked for as fit at their mean length, as long as
/// one fits in full; a static batch fits as a whole or not at all.
catalog::MemoryFit gpu_generation_memory(const catalog::Catalog& catalog, const GpuPlan& plan,
                                         const GpuParameters& parameters, double& sequences);

/// Memory of one GPU of a training job with the plan's microbatch: training state as
/// sharded, activations of the microbatches in flight on the first pipeline stage (logits
/// without a pipeline), runtime.
catalog::MemoryFit gpu_training_memory(const GpuPlan& plan, const GpuParameters& parameters);

}  // namespace nscope::sim
