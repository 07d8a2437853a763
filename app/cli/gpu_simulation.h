#pragma once

#include "app/cli/command.h"
#include "app/cli/workload_options.h"
#include "simcore/engine/gpu/gpu_workload.h"

#include <optional>
#include <string>

namespace nscope::cli {

/// The workload that document and flags describe, where its instance has GPUs; nullopt
/// where it has none, or is not in the catalogue. Without tensor parallelism a generating
/// workload gets as many GPUs as can be used. Errors: as read_workload(), those of
/// sim::gpu_workload_from_json.
Result<std::optional<sim::GpuWorkload>> read_gpu_workload(const WorkloadOptions& options,
                                                          std::optional<std::uint64_t> seed,
                                                          const catalog::Catalog& catalog);

/// `nscope simulate` on GPUs: a prediction, with the nearest published figure beside it.
/// Errors: kInvalidArgument for an `output`, there is no run to save; those of
/// sim::estimate_gpu, but what does not fit is a result with exit code 1.
Result<CommandOutput> simulate_on_gpus(const catalog::Catalog& catalog,
                                       const sim::GpuWorkload& workload, const std::string& output,
                                       bool as_json);

}  // namespace nscope::cli
