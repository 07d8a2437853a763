#include "simcore/engine/gpu/gpu_job.h"

#include <algorithm>

namespace nscope::sim {
namespace {

constexpr double kOptimizerBytes = 12;  // fp32 weight and two moments
constexpr double kWeightBytes = 2;      // the copy for the computation

}  // namespace

CheckpointBytes gpu_checkpoint_bytes(const GpuPlan& plan) {
  const GpuWorkload& w = plan.workload;
  const double optimizer = kOptimizerBytes * plan.trained();
  const double weights = w.sharding == Sharding::kFull ? 0 : kWeightBytes * plan.trained();
  // The nodes that one replica of the model occupies share its weights.
  const double split = static_cast<double>(w.tensor_parallel) * w.pipeline_parallel;
  const double of_node = weights / std::max(1.0, split / plan.machine.gpus);
  const double node = optimizer / plan.nodes + of_node;
  return {.written = optimizer + weights,
          .written_by_node = node,
          .read = node * plan.nodes,
          .read_by_node = node};
}

JobStep gpu_job_step(const GpuPlan& plan, double seconds) {
  return {.seconds = seconds,
          .sequence_length = static_cast<double>(plan.workload.sequence_length),
          .global_batch = plan.workload.batch,
          .nodes = plan.nodes,
          .checkpoint = gpu_checkpoint_bytes(plan)};
}

}  // namespace nscope::sim
