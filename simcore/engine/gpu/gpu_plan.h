#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"
#include "simcore/catalog/memory_fit.h"
#include "simcore/engine/gpu/gpu_machine.h"
#include "simcore/engine/gpu/gpu_network.h"
#include "simcore/engine/gpu/gpu_parameters.h"
#include "simcore/engine/gpu/gpu_workload.h"

namespace nscope::sim {

/// A validated workload with its placement. Plain data; `model` is valid while the catalogue, or
/// the workload with the custom model, exists.
struct GpuPlan {
  GpuMachine machine;
  const catalog::Model* model = nullptr;
  GpuWorkload workload;  ///< with values for stack, gpus, sharding and micro_batch
  GpuStack stack = GpuStack::kTensorRtLlm;
  double peak = 0;          ///< FLOP/s of one GPU with operands of `dtype`: attention
  double gemm_peak = 0;     ///< FLOP/s of one GPU with the operands of GEMMs
  double fp8_peak = 0;      ///< FLOP/s of one GPU with fp8 operands, if the GEMMs have fp4 operands
  double weight_bytes = 2;  ///< per element in memory
  double kv_bytes = 2;      ///< per element of the KV cache
  catalog::MemoryFit memory;
  // Generation.
  double sequences = 1;  ///< number of concurrent sequences
  // Calls of one shape.
  GpuCall call;
  // Training.
  int nodes = 1;
  int data_parallel = 1;
  int micro_batches = 1;  ///< of one rank and step
  double adapters = 0;    ///< parameters of all adapters beside frozen weights; 0: none

  /// Parameters of the whole model with gradients and optimizer state.
  double trained() const { return adapters > 0 ? adapters : model->parameters; }
  /// Parameters of the whole model without them.
  double frozen() const { return adapters > 0 ? model->parameters : 0; }
};

/// Validates and places a workload. Errors: kNotFound (names), kInvalidArgument (impossible layout,
/// a type without a peak, a rate that is not in the catalogue, or not supported), kInfeasible with
/// the calculation if the memory is too small.
Result<GpuPlan> plan_gpu(const catalog::Catalog& catalog, const GpuWorkload& workload,
                         const GpuParameters& parameters);

}  // namespace nscope::sim
