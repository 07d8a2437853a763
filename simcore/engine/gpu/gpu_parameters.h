#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/calibration/parameter_info.h"

#include <span>
#include <vector>

namespace nscope::sim {

/// What GPU software reaches of the published rates, and what the arithmetic of memory
/// assumes. All of it is global: one value for every model, GPU of a generation, and
/// instance. `fitted` members are what calibrate_gpu() may move.
struct GpuParameters {
  // Fitted: training.
  double train_gemm = 0;              ///< of the peak, large GEMMs, before Hopper
  double train_gemm_hopper = 0;       ///< of the peak, large GEMMs, Hopper on
  double train_fp8 = 0;               ///< rate of fp8 GEMMs over their share of the fp8 peak
  double train_attention = 0;         ///< rate of attention over that of GEMMs, before Hopper
  double train_attention_hopper = 0;  ///< rate of attention over that of GEMMs, Hopper on
  double train_elementwise = 0;       ///< B per token, layer and hidden element
  double train_recompute = 0;         ///< work added by checkpointing
  double train_link = 0;              ///< of the links' rate, in collectives
  double train_straggler = 0;         ///< time added per doubling of the nodes
  // Fitted: generation.
  double serve_memory = 0;         ///< of the memory bandwidth, weights and KV cache
  double serve_gemm = 0;           ///< of the peak, GEMMs of prefill and of large batches
  double serve_layer = 0;          ///< s per layer and step: launches, norms, small kernels
  double serve_all_reduce = 0;     ///< s per all-reduce, beyond its bytes
  double reread_before_0_9 = 0;    ///< KV read again per query head sharing it, before 0.9
  double compiled_memory = 0;      ///< serve_memory of gpt-fast
  double compiled_layer = 0;       ///< serve_layer of gpt-fast
  double compiled_all_reduce = 0;  ///< serve_all_reduce of gpt-fast
  double int8_stream = 0;          ///< rate of reading int8 weights that are widened
  double int4_stream = 0;          ///< rate of reading int4 weights that are widened
  // Assumed.
  double fused_attention = 0;   ///< rate of attention over that of GEMMs in megatron
  double serve_link = 0;        ///< of the links' rate, in all-reduces of generation
  double most_sequences = 0;    ///< that the scheduler runs at a time
  double most_tokens = 0;       ///< of a prefill step
  double usable_memory = 0;     ///< of the memory, when generating
  double state_bytes = 0;       ///< B of training state per parameter
  double activation_bytes = 0;  ///< B per token, layer and hidden element kept for backward
  double checkpoint_bytes = 0;  ///< the same with checkpointing
  double logit_bytes = 0;       ///< B per token and word
  double logit_traffic = 0;     ///< B moved per token and word
  double outside_factor = 0;    ///< error band multiplier outside the calibrated domain
};

using GpuParameterInfo = ParameterInfoOf<GpuParameters>;

/// All parameters, fitted ones first: what resources/calibration says of them, read once.
/// Thread-safe. Errors: kBadInput naming file and member.
const Result<std::vector<GpuParameterInfo>>& built_in_gpu_parameter_table();
/// The same; empty where it cannot be read, which loading a calibration reports.
std::span<const GpuParameterInfo> gpu_parameter_table();

}  // namespace nscope::sim
