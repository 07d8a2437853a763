#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"
#include "simcore/catalog/memory_fit.h"
#include "simcore/engine/gpu/gpu_machine.h"
#include "simcore/engine/gpu/gpu_parameters.h"
#include "simcore/engine/gpu/gpu_workload.h"

namespace nscope::sim {

/// A workload that has been checked and placed: what runs where, and that it fits. Plain
/// data; `model` lives as long as the catalogue, or as the workload that brought it.
struct GpuPlan {
  GpuMachine machine;
  const catalog::Model* model = nullptr;
  GpuWorkload workload;  ///< what it left open filled in: stack, gpus, sharding, micro_batch
  GpuStack stack = GpuStack::kTensorRtLlm;
  double peak = 0;          ///< FLOP/s of one GPU with operands of `dtype`: attention
  double gemm_peak = 0;     ///< FLOP/s of one GPU with the operands of GEMMs
  double weight_bytes = 2;  ///< per element in memory
  double kv_bytes = 2;      ///< per element of the KV cache
  catalog::MemoryFit memory;
  // Generation.
  double sequences = 1;  ///< that run at a time
  // Training.
  int nodes = 1;
  int data_parallel = 1;
  int micro_batches = 1;  ///< of one rank and step
};

/// Errors: kNotFound (names), kInvalidArgument (impossible layout, a type that the GPU has
/// no peak for, a rate that the catalogue does not have, or not modelled yet),
/// kInfeasible with the arithmetic where the memory does not suffice.
Result<GpuPlan> plan_gpu(const catalog::Catalog& catalog, const GpuWorkload& workload,
                         const GpuParameters& parameters);

}  // namespace nscope::sim
