#include "simcore/engine/gpu/gpu_parameters.h"

#include "simcore/engine/calibration/parameter_table.h"

#include <array>

namespace nscope::sim {
namespace {

using GpuMember = ParameterMember<GpuParameters>;

/// Fitted ones first, in the order of the calibration file.
constexpr std::array kGpuMembers{
    GpuMember{"train_gemm", "share", &GpuParameters::train_gemm},
    GpuMember{"train_gemm_hopper", "share", &GpuParameters::train_gemm_hopper},
    GpuMember{"train_fp8", "ratio", &GpuParameters::train_fp8},
    GpuMember{"train_attention", "ratio", &GpuParameters::train_attention},
    GpuMember{"train_attention_hopper", "ratio", &GpuParameters::train_attention_hopper},
    GpuMember{"train_elementwise", "B", &GpuParameters::train_elementwise},
    GpuMember{"train_recompute", "share", &GpuParameters::train_recompute},
    GpuMember{"train_link", "share", &GpuParameters::train_link},
    GpuMember{"train_straggler", "share", &GpuParameters::train_straggler},
    GpuMember{"serve_memory", "share", &GpuParameters::serve_memory},
    GpuMember{"serve_gemm", "share", &GpuParameters::serve_gemm},
    GpuMember{"serve_fp4", "ratio", &GpuParameters::serve_fp4},
    GpuMember{"serve_elementwise", "B", &GpuParameters::serve_elementwise},
    GpuMember{"serve_sequence", "s", &GpuParameters::serve_sequence},
    GpuMember{"launched_layer", "s", &GpuParameters::launched_layer},
    GpuMember{"captured_layer", "s", &GpuParameters::captured_layer},
    GpuMember{"serve_all_reduce", "s", &GpuParameters::serve_all_reduce},
    GpuMember{"reread_before_0_9", "share", &GpuParameters::reread_before_0_9},
    GpuMember{"int8_stream", "ratio", &GpuParameters::int8_stream},
    GpuMember{"int4_stream", "ratio", &GpuParameters::int4_stream},
    GpuMember{"network_gemm", "share", &GpuParameters::network_gemm},
    GpuMember{"network_convolution", "share", &GpuParameters::network_convolution},
    GpuMember{"network_elementwise", "ratio", &GpuParameters::network_elementwise},
    GpuMember{"pytorch_launch", "s", &GpuParameters::pytorch_launch},
    GpuMember{"tensorflow_launch", "s", &GpuParameters::tensorflow_launch},
    GpuMember{"tensorflow_image", "s", &GpuParameters::tensorflow_image},
    GpuMember{"fused_attention", "ratio", &GpuParameters::fused_attention},
    GpuMember{"network_kernel", "s", &GpuParameters::network_kernel},
    GpuMember{"pcie_all_reduce", "s", &GpuParameters::pcie_all_reduce},
    GpuMember{"serve_link", "share", &GpuParameters::serve_link},
    GpuMember{"most_sequences", "sequences", &GpuParameters::most_sequences},
    GpuMember{"most_tokens", "tokens", &GpuParameters::most_tokens},
    GpuMember{"usable_memory", "share", &GpuParameters::usable_memory},
    GpuMember{"state_bytes", "B", &GpuParameters::state_bytes},
    GpuMember{"activation_bytes", "B", &GpuParameters::activation_bytes},
    GpuMember{"checkpoint_bytes", "B", &GpuParameters::checkpoint_bytes},
    GpuMember{"logit_bytes", "B", &GpuParameters::logit_bytes},
    GpuMember{"logit_traffic", "B", &GpuParameters::logit_traffic},
    GpuMember{"outside_factor", "ratio", &GpuParameters::outside_factor},
};

}  // namespace

const Result<std::vector<GpuParameterInfo>>& built_in_gpu_parameter_table() {
  static const auto table =
      read_parameter_table<GpuParameters>(kGpuMembers, "calibration/gpu.json", "gpu");
  return table;
}

std::span<const GpuParameterInfo> gpu_parameter_table() {
  const auto& table = built_in_gpu_parameter_table();
  if (!table) return {};
  return *table;
}

}  // namespace nscope::sim
