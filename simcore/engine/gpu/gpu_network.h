#pragma once

#include "simcore/catalog/model.h"
#include "simcore/engine/gpu/gpu_machine.h"
#include "simcore/engine/gpu/gpu_parameters.h"
#include "simcore/engine/gpu/gpu_workload.h"

namespace nscope::sim {

/// A call of one shape of an encoder, an image network or a diffusion model on one GPU. The work is
/// that of all kernels of the call.
struct GpuCall {
  double gemm = 0;         ///< operations in matrix products
  double convolution = 0;  ///< operations in convolutions
  double operands = 0;     ///< B that the products and convolutions read and write
  double elementwise = 0;  ///< B that all other kernels read and write
  double kernels = 0;      ///< number of kernels
  double images = 0;       ///< image samples of the call; 0 for other inputs
  int height = 0;          ///< of an image in pixels; 0 if not stated, and for other inputs
  int width = 0;
  int frames = 0;          ///< of a video; 1 for an image
  double weights = 0;      ///< B
  double activations = 0;  ///< B: inputs and outputs of the largest kernel
};

/// The kernels of a workload with the networks that NeuronCores run as calls (fixed_call.h). Both
/// halves of the guidance of a diffusion model are one batch. Attention keeps its scores on the
/// chip in PyTorch from 2.0 on. Errors: those of plan_fixed_call().
Result<GpuCall> plan_gpu_call(const GpuMachine& machine, const catalog::Model& model,
                              const GpuWorkload& workload, GpuStack stack, double weight_bytes);

/// Seconds of a call.
struct GpuCallTimes {
  double products = 0;     ///< matrix products, convolutions and their operands
  double elementwise = 0;  ///< all other kernels
  double floor = 0;        ///< start and end of every kernel
  double host = 0;         ///< launches, and images that the host reads

  /// The host launches kernels ahead of the GPU, so the call takes the longer of both times, or
  /// somewhat more if they are similar: the fourth root of the sum of their fourth powers.
  double seconds() const;
};
/// `peak` is in FLOP/s.
GpuCallTimes time_gpu_call(const GpuCall& call, const GpuMachine& machine, double peak,
                           GpuStack stack, const GpuParameters& parameters);

}  // namespace nscope::sim
