#pragma once

#include "app/cli/studies/workload_run.h"
#include "simcore/engine/gpu/gpu_workload.h"

namespace nscope::cli {

/// Predicts the workload and adds the nearest published figure, or simulates its server. A workload
/// that does not fit, or a load above the capacity, is a rejected run. Errors: those of
/// sim::estimate_gpu() and sim::serve_on_gpus().
Result<WorkloadRun> run_on_gpus(const catalog::Catalog& catalog, const sim::GpuWorkload& workload,
                                const Language& language, TaskControl& control);

}  // namespace nscope::cli
