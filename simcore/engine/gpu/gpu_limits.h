#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/memory_limits.h"
#include "simcore/engine/gpu/gpu_parameters.h"
#include "simcore/engine/gpu/gpu_workload.h"

namespace nscope::sim {

/// The sizes up to which a workload fits in the memory of its GPUs, found with plan_gpu(), which
/// decides whether it fits:
///
/// - generation: the largest batch and the longest context. With in-flight batching, the batch is
///   the number of sequences with the mean length that run at the same time, and the context is the
///   longest with which as many run as do now.
/// - servers: the batch for requests with the mean lengths, and the longest request that the paged
///   cache can hold.
/// - calls: the largest batch, and the longest sequence or the largest square image.
/// - training: the largest microbatch with the same number of microbatches, and the longest
///   sequence.
///
/// If the workload does not fit, `remedies` has the narrower weights, the smallest larger instance
/// or the number of GPUs with which it does. Any thread. Errors: those of plan_gpu() except
/// kInfeasible.
Result<catalog::MemoryLimits> gpu_memory_limits(const catalog::Catalog& catalog,
                                                const GpuWorkload& workload,
                                                const GpuParameters& parameters);

}  // namespace nscope::sim
