#pragma once

#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/serving/server.h"
#include "simcore/engine/serving/serving_plan.h"
#include "simcore/engine/training/training_step.h"
#include "simcore/engine/workload/request.h"
#include "simcore/engine/workload/workload.h"

namespace nscope::sim {

/// The server that generates the sequences of one training step, with its requests, and the times
/// of the transfers between generation and training. `serving` points into `server` and the
/// catalogue.
struct RolloutPlan {
  Server server;
  ServingPlan serving;
  RequestPlan requests;      ///< all arrive at 0; those of a group have the same prompt
  int truncated = 0;         ///< sequences that end at the length of training sequences
  double sync_bytes = 0;     ///< of the trained weights, which each instance receives
  double sync_seconds = 0;   ///< transfer of the trained weights, and their new layout on each core
  Text sync{};               ///< how they are transferred
  double offload_bytes = 0;  ///< of gradients and optimizer state of an instance, in one direction
  double offload_seconds = 0;
};

/// The server of a rollout as a workload of its own.
Workload rollout_server(const Workload& workload, const RolloutSetup& rollout);

/// Bytes that training keeps on each core while the server generates on it; 0 if the server has
/// instances of its own.
double kept_by_training(const TrainingStep& step, const RolloutSetup& rollout);

/// Plans the rollout of `step`, the work of `run`. Its server has as many replicas as fit on its
/// cores: those that train, or `nodes` more instances.
///
///   sync = bytes / bandwidth + 2 x weights of a core / HBM rate
///
/// where the bytes are those of the trained weights: all, or the adapters. More instances receive
/// them over EFA, each one copy. On the cores that train, an all-to-all over the ranks that hold
/// one copy distributes them if the layouts of both phases differ; without a difference each core
/// has its part. The second term writes the weights of the server: merged with the adapters, or in
/// its layout.
///
/// On the cores that train, weights, gradients and optimizer state stay in device memory beside the
/// server, unless `offload_bandwidth` moves gradients and optimizer state to the host and back.
/// Errors: kInvalidArgument if the batch is not a multiple of the group, for prompts that leave no
/// room for an output, and for instances without EFA; kInfeasible if both phases together do not
/// fit in memory; those of prepare_server() and plan_serving().
Result<RolloutPlan> plan_rollout(const catalog::Catalog& catalog, const PreparedRun& run,
                                 const TrainingStep& step, const Workload& workload,
                                 const Parameters& parameters);

}  // namespace nscope::sim
