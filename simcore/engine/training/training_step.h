#pragma once

#include "simcore/engine/training/pipeline_schedule.h"
#include "simcore/engine/training/training_graph.h"
#include "simcore/engine/training/training_groups.h"
#include "simcore/engine/workload/workload.h"

#include <map>
#include <string>
#include <vector>

namespace nscope::sim {

/// Layers of one part of the model. Layers with experts are the last ones of the model.
struct PartLayers {
  int dense = 0;
  int experts = 0;
  friend bool operator==(const PartLayers&, const PartLayers&) = default;
};

/// One optimizer step of a training job: every replica processes its share of the global batch in
/// microbatches, gradients are reduced over the replicas, and the optimizer updates the weights.
/// Ranks are numbered as in RankLayout: the ranks of a stage are adjacent, and stages follow each
/// other. Refers to a machine that must outlive it.
struct TrainingStep {
  const Machine* machine = nullptr;
  TransformerShape shape;
  TrainingLayout layout;
  TrainingSetup setup;   ///< with values for everything that the workload does not state
  std::string software;  ///< Neuron SDK; empty: the newest
  int data_parallel = 1;
  int microbatches = 1;        ///< of one replica
  double element_bytes = 2;    ///< of weights and activations in compute
  double positions = 0;        ///< of a sequence, without padding
  double stream_share = 1;     ///< of the rate of HBM streams that the software reaches
  double operator_launch = 0;  ///< s of the host for each operator; 0: whole graphs are launched

  int parts() const { return setup.pipeline_parallel * setup.chunks; }
  int layers_of(int part) const;
  PartLayers layers_in(int part) const;
  int cores_of_node() const;
  int ranks() const;     ///< logical cores of the job
  int replicas() const;  ///< number of ranks with the same weights, except those of experts
  RankLayout rank_layout() const;
  Pipeline pipeline() const;  ///< without times
  /// Parameters that all ranks together train, each counted once.
  double trainable_parameters() const;
  /// Number of parameters on one rank of a stage, including embedding and head.
  double parameters_of(int stage) const;
  std::string class_name() const;
  /// Properties, other than sizes, that no measurement of training has.
  std::vector<Text> unmeasured() const;
  std::map<std::string, double> sizes() const;
};

/// The training step of `asked`, the training setup of the workload. If the setup does not state
/// checkpointing, the least that fits in memory is used, or kFull. Errors: kInvalidArgument with
/// the property that is not divisible or not possible on the instance: heads and cores by the
/// tensor parallel degree, layers by stages, experts and replicas by the expert parallel degree,
/// the global batch by microbatches, groups that are not placed evenly on the nodes, several nodes
/// without EFA.
Result<TrainingStep> plan_training(const Machine& machine, const catalog::Model& model,
                                   const Workload& workload, const TrainingSetup& asked);

/// Plans a collective for every group of ranks, so that later plans cannot fail. Errors: those of
/// plan_collective().
Result<> try_collectives(const TrainingStep& step);

/// The step of the same model and software with another setup and tensor parallel degree. A setup
/// without checkpointing has none. Errors: as plan_training(), except those of try_collectives().
Result<TrainingStep> replanned(const TrainingStep& step, TrainingSetup setup, int tensor_parallel);

}  // namespace nscope::sim
