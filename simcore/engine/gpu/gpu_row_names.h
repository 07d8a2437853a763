#pragma once

#include "simcore/catalog/catalog.h"
#include "simcore/engine/gpu/gpu_workload.h"

#include <optional>
#include <string>
#include <string_view>

namespace nscope::sim {

/// The id of the device that a source calls "DGX A100 (1x A100 40GB)" or "H200 141GB SXM". Cards of
/// other forms ("H100 PCIe") and other chips ("A10") are different devices. Errors: kNotFound with
/// the reason: not in the catalogue, or a name that fits devices with different memory.
Result<std::string> gpu_named(const catalog::Catalog& catalog, std::string_view printed);

/// The types that a source calls "FP8", "nvfp4", "AMP fp16" or "int4-awq". `wide` is the 16-bit
/// type of a GPU for matrices that are converted while they are read.
struct GpuTypes {
  std::string dtype;
  std::string weight_dtype;
};
std::optional<GpuTypes> types_named(std::string_view printed, std::string_view wide);

/// The stack for a task that a source calls "vLLM 0.10" or "TensorRT-LLM (PyTorch backend)".
std::optional<GpuStack> stack_named(std::string_view printed, GpuTask task);

/// The numbers of a release: "0.6.1" for "v0.6.1/v0.5", "0.10.0" for "0.10.0.post1"; empty if it
/// has none.
std::string release_named(std::string_view printed);

}  // namespace nscope::sim
