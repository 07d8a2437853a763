#pragma once

#include "app/capacity/training/training_layout.h"
#include "simcore/catalog/memory_limits.h"
#include "simcore/engine/gpu/gpu_workload.h"

#include <map>
#include <string>
#include <vector>

namespace nscope::capacity {

// Layouts of training on GPUs: PyTorch FSDP (llm-foundry) without tensor and pipeline parallelism,
// or Megatron-Core with a distributed optimizer.

/// layouts_of() for an instance with GPUs. The pipeline stages and their chunks divide the layers.
std::vector<TrainingLayout> gpu_layouts_of(const catalog::Instance& instance,
                                           const catalog::Model& model,
                                           const TrainingRequest& request, int nodes);

/// The step of this layout as a workload. `checkpointing`: activations are computed again in the
/// backward pass. Errors of names are those of sim::plan_gpu().
sim::GpuWorkload gpu_training_workload(const catalog::Catalog& catalog,
                                       const TrainingRequest& request, const TrainingLayout& layout,
                                       bool checkpointing);

/// The highest FLOP utilisation of the measurements of training on GPUs, by type of the matrices.
std::map<std::string, double> highest_utilisations(const catalog::Catalog& catalog);

/// Predicts the step with sim::estimate_gpu() and plans the job. Activations are computed again
/// only if they do not fit otherwise. Refuses a layout outside of the measured domain whose
/// utilisation is above `highest` for its type, because nobody has reached it.
TrainingCandidate timed_on_gpus(const catalog::Catalog& catalog, const TrainingRequest& request,
                                const TrainingLayout& layout,
                                const std::map<std::string, double>& highest);

/// The largest microbatch and the longest sequence of a layout that fits, on GPUs or NeuronCores;
/// empty as for sim::memory_limits().
Result<std::optional<catalog::MemoryLimits>> training_limits(const catalog::Catalog& catalog,
                                                             const TrainingRequest& request,
                                                             const TrainingCandidate& candidate);

/// The published figure for the training of this model on this GPU that is nearest to the layout,
/// with its source and its differences; empty if there is none.
Text published_training(const catalog::Catalog& catalog, const TrainingRequest& request,
                        const TrainingCandidate& candidate);

}  // namespace nscope::capacity
