#pragma once

#include "profiler/base/json.h"
#include "simcore/engine/workload/serving_setup.h"

#include <optional>
#include <string>

namespace nscope::sim {

/// The generation of the sequences that a step trains on: the key "rollout" of "training". A server
/// generates `group` sequences for each prompt. All prompts are there when it starts, and the step
/// trains on all generated sequences. Plain data.
struct RolloutSetup {
  int group = 8;            ///< sequences that are generated for each prompt
  ServingSetup serving{};   ///< without arrivals and replicas, which follow from the rollout
  int batch = 16;           ///< sequences that a replica decodes together
  int tensor_parallel = 0;  ///< logical cores of a replica; 0: as in training
  // The cores that generate.
  int nodes = 0;         ///< more instances, which only generate; 0: the cores that train, in turn
  bool overlap = false;  ///< the next sequences are generated while the step trains on these, with
                         ///< weights that are one step older; requires own instances
  // Between both phases.
  double reward_seconds = 0;  ///< s to compute the rewards of all sequences
  /// B/s with which an instance copies gradients and optimizer state to the host and back around a
  /// rollout on the same cores; empty: they stay in device memory.
  std::optional<double> offload_bandwidth{};
  /// B/s at which an instance that generates receives weights; empty: from links or EFA.
  std::optional<double> sync_bandwidth{};
};

/// Reads `json`, the key "rollout" of `in`, strictly. Lengths of prompts and outputs that it does
/// not state are half of `input_tokens` each. Problems are reported through `in`.
RolloutSetup rollout_setup_from_json(const Json& json, StrictObject& in, int input_tokens);
/// Reading it back gives the same setup.
Json to_json(const RolloutSetup& setup);

}  // namespace nscope::sim
