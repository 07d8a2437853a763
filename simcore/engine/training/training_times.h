#pragma once

#include "simcore/engine/training/training_step.h"

#include <vector>

namespace nscope::sim {

/// The two passes of one part of the model for one microbatch.
struct PartGraphs {
  StepGraph forward;
  StepGraph backward;
};
PartGraphs part_graphs(const TrainingStep& step, int part, const Parameters& parameters);
/// What a stage does behind its last pass.
struct StageEnd {
  /// Of the gradients (and back of the weights with ZeRO-1), one behind the other: among
  /// the ranks that hold the same weights, then among those that hold the same experts.
  /// Inside each node, then over EFA among the ranks in the same place of all nodes; all
  /// groups of a node at once, nothing else runs meanwhile. None with ZeRO-3, which reduces
  /// layer by layer.
  std::vector<Collective> reductions;
  double reduction_seconds = 0;
  Operator optimizer{};
  OperatorTiming optimizer_timing;
  double optimizer_seconds() const { return optimizer_timing.seconds; }
  double seconds() const { return reduction_seconds + optimizer_seconds(); }
};
StageEnd end_of(const TrainingStep& step, int stage, const Parameters& parameters);
/// The update of what ZeRO leaves a rank of its stage.
Operator optimizer_of(const TrainingStep& step, int stage, const Parameters& parameters);
/// s from each stage to the next, of the last to the first: inside its node, or over EFA
/// with all ranks of the node that send.
std::vector<double> send_seconds(const TrainingStep& step, const Parameters& parameters);

/// The closed form of a step; the pipeline is run pass by pass.
///   step = data + pipeline x straggle + longest end of a stage
///   end of a stage = gradient reductions + optimizer
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
  StageEnd end;         ///< the longest of all stages
  double data_seconds = 0;
  double step_seconds = 0;
  double throughput = 0;    ///< sequences/s
  double bubble_share = 0;  ///< of the pipeline's time, mean over the stages
};
TrainingTimes time_training(const TrainingStep& step, const Parameters& parameters);

}  // namespace nscope::sim
