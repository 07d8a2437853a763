#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/memory_limits.h"
#include "simcore/engine/workload/workload.h"

#include <optional>
#include <vector>

namespace nscope::sim {

/// The sizes up to which a workload fits in the memory of its cores. Each one is found with the
/// same calculation that decides whether the workload fits, so that it agrees with estimate():
///
/// - generation and servers: the largest batch (slots of a replica) and the longest context. The
///   requests of a server do not change with it.
/// - encoders: the largest batch and the longest sequence; diffusion: the largest batch and the
///   largest square image, a multiple of 64 pixels; other calls: the largest batch.
/// - training: the largest microbatch with the same number of microbatches, and the longest
///   sequence. Checkpointing that the workload leaves open is chosen again for every size. A step
///   with a rollout also has the limits of its server, beside what training keeps on its cores.
///
/// If the parts of a server have different memory, the instances with the least are named, and a
/// server with several instances per replica states whether fewer are enough.
///
/// If the workload does not fit, `remedies` has the smallest larger instance, the smaller number
/// format or the larger number of training nodes with which it does. nullopt for workloads without
/// a model (collectives, kernels). Takes about 1 ms if the workload fits and up to 0.1 s if it does
/// not. Any thread. Errors: those of estimate() except kInfeasible. `remedied` receives the
/// workload of each remedy.
Result<std::optional<catalog::MemoryLimits>> memory_limits(
    const catalog::Catalog& catalog, const Workload& workload,
    std::vector<Workload>* remedied = nullptr);

}  // namespace nscope::sim
