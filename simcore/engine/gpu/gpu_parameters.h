#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/calibration/parameter_info.h"

#include <span>
#include <vector>

namespace nscope::sim {

/// The shares of the published rates that GPU software achieves, and assumptions about memory. All
/// are global: one value for every model, GPU of a generation, and instance. calibrate_gpu()
/// changes only the fitted ones.
struct GpuParameters {
  // Fitted: training.
  double train_gemm = 0;              ///< share of the peak of large GEMMs before Hopper
  double train_gemm_hopper = 0;       ///< share of the peak of large GEMMs from Hopper on
  double train_fp8 = 0;               ///< additional factor of fp8 GEMMs on the fp8 peak
  double train_attention = 0;         ///< rate of attention divided by GEMMs before Hopper
  double train_attention_hopper = 0;  ///< rate of attention divided by GEMMs from Hopper on
  double train_elementwise = 0;       ///< B per token, layer and hidden element
  double train_recompute = 0;         ///< share of work that checkpointing adds
  double train_link = 0;              ///< share of the link rate in collectives
  double train_straggler = 0;         ///< share of time added per doubling of the nodes
  // Fitted: generation.
  double serve_memory = 0;       ///< share of the memory bandwidth for weights and KV cache
  double serve_gemm = 0;         ///< share of the peak of GEMMs
  double serve_fp4 = 0;          ///< additional factor of fp4 GEMMs on the fp4 peak
  double serve_elementwise = 0;  ///< B per token, layer and hidden element
  double serve_sequence = 0;     ///< s per sequence and decode step
  double launched_layer = 0;     ///< s per layer if kernels are launched one by one
  double captured_layer = 0;     ///< s per layer if the step is a CUDA graph
  double serve_all_reduce = 0;   ///< s per all-reduce over NVLink in addition to its bytes
  double reread_before_0_9 = 0;  ///< repeated KV reads per shared query head, before 0.9
  double int8_stream = 0;        ///< relative rate of reading int8 weights for 16-bit products
  double int4_stream = 0;        ///< relative rate of reading int4 weights for 16-bit products
  // Fitted: networks that run as calls of one shape.
  double network_gemm = 0;         ///< share of the peak of GEMMs
  double network_convolution = 0;  ///< share of the peak of convolutions
  double network_elementwise = 0;  ///< factor of the memory traffic between GEMMs
  double pytorch_launch = 0;       ///< s of the host per kernel in PyTorch without compilation
  double tensorflow_launch = 0;    ///< s of the host per kernel in TensorFlow
  double tensorflow_image = 0;     ///< s of the host per image in TensorFlow
  // Assumed.
  double fused_attention = 0;   ///< rate of attention divided by GEMMs in megatron
  double network_kernel = 0;    ///< s of the GPU per kernel of a network
  double pcie_all_reduce = 0;   ///< s per all-reduce over PCIe in addition to its bytes
  double serve_link = 0;        ///< share of the link rate in all-reduces of generation
  double most_sequences = 0;    ///< maximum of concurrent sequences of the scheduler
  double most_tokens = 0;       ///< maximum of tokens of a prefill step
  double usable_memory = 0;     ///< usable share of the memory in generation
  double state_bytes = 0;       ///< B of training state per parameter
  double activation_bytes = 0;  ///< B per token, layer and hidden element for the backward pass
  double checkpoint_bytes = 0;  ///< the same with checkpointing
  double logit_bytes = 0;       ///< B per token and vocabulary entry
  double logit_traffic = 0;     ///< B moved per token and vocabulary entry
  double outside_factor = 0;    ///< exponent that widens error bands outside the domain
};

using GpuParameterInfo = ParameterInfoOf<GpuParameters>;

/// All parameters of resources/calibration, fitted ones first, read once. Thread-safe.
/// Errors: kBadInput with file and key.
const Result<std::vector<GpuParameterInfo>>& built_in_gpu_parameter_table();
/// The parameters, or nothing if they cannot be read; loading a calibration then reports the
/// error.
std::span<const GpuParameterInfo> gpu_parameter_table();

}  // namespace nscope::sim
