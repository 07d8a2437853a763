#pragma once

#include "simcore/engine/gpu/gpu_plan.h"
#include "simcore/engine/training_job/job_plan.h"

namespace nscope::sim {

/// The bytes of a checkpoint of training on GPUs: fp32 weights and two moments of each trained
/// parameter, 12 B, distributed evenly over the nodes because the data parallel ranks share them;
/// without full sharding, also the 16-bit weights, which one replica writes and every node reads.
CheckpointBytes gpu_checkpoint_bytes(const GpuPlan& plan);

/// The step of a job on the GPUs of a plan that is predicted to take `seconds`.
JobStep gpu_job_step(const GpuPlan& plan, double seconds);

}  // namespace nscope::sim
