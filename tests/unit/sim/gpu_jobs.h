#pragma once

#include "simcore/engine/gpu/gpu_workload.h"

namespace nscope::sim {

/// Training of a large model in eight stages of five chunks.
inline GpuWorkload pipelined_llama_70b() {
  return {.model = "llama-3-70b",
          .instance = "p5.48xlarge",
          .task = GpuTask::kTrain,
          .tensor_parallel = 4,
          .batch = 128,
          .gpus = 64,
          .pipeline_parallel = 8,
          .virtual_stages = 5,
          .micro_batch = 1,
          .sequence_length = 8192};
}

}  // namespace nscope::sim
