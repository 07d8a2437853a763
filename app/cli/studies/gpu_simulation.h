#pragma once

#include "app/cli/studies/workload_run.h"
#include "app/documents/read_workload.h"
#include "simcore/engine/gpu/gpu_workload.h"

#include <optional>

namespace nscope::cli {

/// The workload that is described, where its instance has GPUs; nullopt where it has none,
/// or is not in the catalogue. Without tensor parallelism a generating workload gets as many
/// GPUs as can be used. A document of NeuronCore training is taken as the same training on
/// GPUs (sim::gpu_training_document). Errors: as app::read_workload(), those of
/// sim::gpu_workload_from_json.
Result<std::optional<sim::GpuWorkload>> read_gpu_workload(const app::DescribedWorkload& described,
                                                          const catalog::Catalog& catalog);

/// The prediction on GPUs, with the nearest published figure beside it. Errors: those of
/// sim::estimate_gpu, but what does not fit is a run that was refused.
Result<WorkloadRun> run_on_gpus(const catalog::Catalog& catalog, const sim::GpuWorkload& workload);

}  // namespace nscope::cli
