#pragma once

#include "simcore/engine/simulate.h"
#include "simcore/engine/training/pipeline_schedule.h"
#include "simcore/engine/training/training_graph.h"

#include <map>
#include <string>
#include <vector>

namespace nscope::sim {

/// One optimizer step of a training job: every replica takes its share of the global
/// batch in microbatches through the pipeline, gradients are reduced over the replicas,
/// the optimizer updates the weights. Ranks are numbered tensor-parallel neighbours
/// first, then context-parallel and data-parallel ones, stages last: a stage fills whole
/// nodes before the next one begins. Refers to a machine that must outlive it.
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
  int cores_of_node() const;
  int ranks() const;          ///< logical cores of the job
  int replicas() const;       ///< ranks that hold the same weights and reduce their gradients
  Pipeline pipeline() const;  ///< without its times
  /// Parameters that one rank of a stage holds, embedding and head included.
  double parameters_of(int stage) const;
  /// The same of the first or the last stage, whichever holds more.
  double heaviest_parameters() const;
  std::string class_name() const;
  std::map<std::string, double> sizes() const;
};

/// Errors: kInvalidArgument naming what does not divide or is not possible on the
/// instance: tensor parallelism over heads or cores, several nodes without EFA, stages
/// over layers, microbatches over the global batch. Without a word on checkpointing the
/// least that fits in memory, or kFull.
Result<TrainingStep> plan_training(const Machine& machine, const catalog::Model& model,
                                   const Workload& workload);

/// The two passes of one part of the model for one microbatch.
struct PartGraphs {
  StepGraph forward;
  StepGraph backward;
};
PartGraphs part_graphs(const TrainingStep& step, int part, const Parameters& parameters);
/// A collective among the ranks that hold the same weights: a ring inside each node, then
/// over EFA among the ranks of all nodes that have the same place in theirs.
Collective among_replicas(const TrainingStep& step, CollectiveKind kind, double bytes,
                          const Parameters& parameters);
Operator optimizer_of(const TrainingStep& step, int stage, const Parameters& parameters);

/// The closed form of a step; the pipeline is run pass by pass.
///   step = data + pipeline x straggle + gradient reduction + optimizer
///   pass = layers x layer graph (+ embedding, head) + launch
///   straggle = setup.straggler x (1 + node_straggle x log2(nodes))
struct TrainingTimes {
  struct Part {
    StepTotals forward;  ///< of one microbatch
    StepTotals backward;
  };
  std::vector<Part> parts;
  PipelineRun pipeline;
  double launch = 0;    ///< s of host before a pass
  double straggle = 1;  ///< ratio
  double send_seconds = 0;
  Collective reduction;  ///< of the gradients (and back of the weights with ZeRO-1)
  Operator optimizer{};
  double optimizer_seconds = 0;
  double data_seconds = 0;
  double step_seconds = 0;
  double throughput = 0;    ///< sequences/s
  double bubble_share = 0;  ///< of the pipeline's time, mean over the stages
};
TrainingTimes time_training(const TrainingStep& step, const Parameters& parameters);

}  // namespace nscope::sim
