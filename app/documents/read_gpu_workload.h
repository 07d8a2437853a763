#pragma once

#include "app/documents/read_workload.h"
#include "simcore/engine/gpu/gpu_workload.h"

#include <optional>

namespace nscope::app {

/// The workload if its instance has GPUs; empty if it does not or if the instance is not in the
/// catalogue. Without a tensor parallel degree, a generating workload uses as many GPUs as
/// possible. A document for training on NeuronCores is converted to the same training on GPUs
/// (sim::gpu_training_document). Pure except for the file of requests; any thread. Errors: those of
/// read_workload() and sim::gpu_workload_from_json().
Result<std::optional<sim::GpuWorkload>> read_gpu_workload(const DescribedWorkload& described,
                                                          const catalog::Catalog& catalog);

}  // namespace nscope::app
