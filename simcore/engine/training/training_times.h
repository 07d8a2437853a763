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
/// Among the ranks that hold the same weights, of all tensor-parallel ranks at once; nothing
/// else runs meanwhile.
CollectiveRequest replica_request(const TrainingStep& step, CollectiveKind kind, double bytes);
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
