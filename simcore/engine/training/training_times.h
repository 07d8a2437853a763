#pragma once

#include "simcore/engine/training/training_step.h"

#include <string_view>
#include <vector>

namespace nscope::sim {

/// The two passes of one part of the model for one microbatch.
struct PartGraphs {
  StepGraph forward;
  StepGraph backward;
};
PartGraphs part_graphs(const TrainingStep& step, int part, const Parameters& parameters);
/// The work of a stage after its last pass.
struct StageEnd {
  /// The reductions of gradients (and with ZeRO-1 the gathering of weights), one after the other:
  /// those of the factors of adapters that all tensor-parallel ranks have, then among the ranks
  /// with the same weights, then among the ranks with the same experts. The last two are
  /// hierarchical: in each node, then over EFA among the ranks at the same position of all nodes.
  /// All groups of a node run at once, and nothing else runs at the same time. Empty with ZeRO-3,
  /// which reduces layer by layer.
  struct Reduction {
    std::string_view name;  ///< a literal
    Collective collective;
  };
  std::vector<Reduction> reductions;
  double reduction_seconds = 0;
  Operator optimizer{};
  OperatorTiming optimizer_timing;
  double optimizer_seconds() const { return optimizer_timing.seconds; }
  double seconds() const { return reduction_seconds + optimizer_seconds(); }
};
StageEnd end_of(const TrainingStep& step, int stage, const Parameters& parameters);
/// The step with the frozen weights only, of which a reference runs the forward passes.
TrainingStep reference_of(const TrainingStep& step);
/// The optimizer update of the weights that ZeRO assigns to a rank of the stage.
Operator optimizer_of(const TrainingStep& step, int stage, const Parameters& parameters);
/// Send time in s from each stage to the next (from the last to the first): in the node, or over
/// EFA with all sending ranks of the node at once.
std::vector<double> send_seconds(const TrainingStep& step, const Parameters& parameters);

/// The closed form of a step; the passes of the pipeline are simulated.
///   step = data + (reference + pipeline) x straggle + longest end of a stage
///   end of a stage = gradient reductions + optimizer
///   pass = layers x layer graph (+ embedding, head) + launch of its graph, or of its operators
///   straggle = setup.straggler x (1 + node_straggle x log2(nodes))
struct TrainingTimes {
  struct Part {
    StepTotals forward;  ///< of one microbatch
    StepTotals backward;
  };
  std::vector<Part> parts;
  PipelineRun pipeline;
  std::vector<StepTotals> reference_parts;  ///< forward passes of the reference; empty: none
  PipelineRun reference{};                  ///< all microbatches, before those of the step
  /// s of the host before each forward and each backward pass. Without a pipeline, both passes are
  /// launched together before the forward pass.
  double forward_launch = 0;
  double backward_launch = 0;
  double reference_launch = 0;              ///< s of the host before a pass of the reference
  double straggle = 1;                      ///< ratio
  StageEnd end;                             ///< the longest one of all stages
  double data_seconds = 0;
  double step_seconds = 0;
  double throughput = 0;    ///< sequences/s
  double bubble_share = 0;  ///< idle share of the pipeline time, mean over the stages
};
TrainingTimes time_training(const TrainingStep& step, const Parameters& parameters);

}  // namespace nscope::sim
