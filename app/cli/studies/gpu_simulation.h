#pragma once

#include "app/cli/studies/workload_run.h"
#include "app/documents/read_workload.h"
#include "simcore/engine/gpu/gpu_workload.h"

#include <optional>

namespace nscope::cli {

/// The workload if its instance has GPUs; empty if it does not or if the instance is not in the
/// catalogue. Without a tensor parallel degree, a generating workload uses as many GPUs as
/// possible. A document for training on NeuronCores is converted to the same training on GPUs
/// (sim::gpu_training_document). Errors: those of app::read_workload() and
/// sim::gpu_workload_from_json().
Result<std::optional<sim::GpuWorkload>> read_gpu_workload(const app::DescribedWorkload& described,
                                                          const catalog::Catalog& catalog);

/// Predicts the workload and adds the nearest published figure, or simulates its server. A workload
/// that does not fit, or a load above the capacity, is a rejected run. Errors: those of
/// sim::estimate_gpu() and sim::serve_on_gpus().
Result<WorkloadRun> run_on_gpus(const catalog::Catalog& catalog, const sim::GpuWorkload& workload,
                                const Language& language, TaskControl& control);

}  // namespace nscope::cli
