#pragma once

#include "simcore/engine/training/pipeline_schedule.h"
#include "simcore/engine/training/training_graph.h"
#include "simcore/engine/training/training_groups.h"
#include "simcore/engine/workload/workload.h"

#include <map>
#include <string>
#include <vector>

namespace nscope::sim {

/// Layers of one part of the model. Those with experts come last in the model.
struct PartLayers {
  int dense = 0;
  int experts = 0;
  friend bool operator==(const PartLayers&, const PartLayers&) = default;
};

/// One optimizer step of a training job: every replica takes its share of the global
/// batch in microbatches through the pipeline, gradients are reduced over the replicas,
/// the optimizer updates the weights. Ranks are numbered as in RankLayout: a stage fills
/// whole nodes or an even part of one before the next one begins. Refers to a machine that
/// must outlive it.
struct TrainingStep {
  const Machine* machine = nullptr;
  TransformerShape shape;
  TrainingLayout layout;
  TrainingSetup setup;   ///< with what the workload left open
  std::string software;  ///< Neuron SDK; empty: the newest
  int data_parallel = 1;
  int microbatches = 1;      ///< of one replica
  double element_bytes = 2;  ///< of weights and activations in compute
  double positions = 0;      ///< of a sequence, without padding

  int parts() const { return setup.pipeline_parallel * setup.chunks; }
  int layers_of(int part) const;
  PartLayers layers_in(int part) const;
  int cores_of_node() const;
  int ranks() const;     ///< logical cores of the job
  int replicas() const;  ///< ranks that hold the same weights, those of experts apart
  RankLayout rank_layout() const;
  Pipeline pipeline() const;  ///< without its times
  /// Parameters that one rank of a stage holds, embedding and head included.
  double parameters_of(int stage) const;
  std::string class_name() const;
  /// What no measurement of training has, beside the sizes.
  std::vector<std::string> unmeasured() const;
  std::map<std::string, double> sizes() const;
};

/// The step of `asked`, the training of the workload. Errors: kInvalidArgument naming what
/// does not divide or is not possible on the instance: tensor parallelism over heads or cores,
/// several nodes without EFA, groups that do not lie evenly on the nodes, stages over layers,
/// experts over replicas, microbatches over the global batch. Without a word on checkpointing the
/// least that fits in memory, or kFull.
Result<TrainingStep> plan_training(const Machine& machine, const catalog::Model& model,
                                   const Workload& workload, const TrainingSetup& asked);

}  // namespace nscope::sim
