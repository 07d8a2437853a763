#pragma once

#include "profiler/base/json.h"
#include "simcore/engine/workload/fine_tuning.h"
#include "simcore/engine/workload/job_setup.h"
#include "simcore/engine/workload/rollout_setup.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace nscope::sim {

/// The order in which the stages of a pipeline process their microbatches.
enum class PipelineSchedule {
  kGpipe,                  ///< all forward passes, then all backward passes
  kOneForwardOneBackward,  ///< 1F1B: a backward pass as soon as one is ready
  kInterleaved             ///< 1F1B over several chunks of layers on each stage
};
std::string_view to_string(PipelineSchedule schedule);  ///< "gpipe", "1f1b", "interleaved"

/// Activation checkpointing: what is stored of the forward pass of a layer for its backward pass.
enum class Checkpointing {
  kNone,       ///< all activations
  kSelective,  ///< all activations except attention scores, which are recomputed
  kFull        ///< only the input of the layer; the layer is recomputed
};
std::string_view to_string(Checkpointing checkpointing);  ///< "none", "selective", "full"

/// A training workload: the layout in addition to tensor parallelism, and the step. The sequence
/// length is `input_tokens` of the workload, the data type its `dtype`. Plain data. The key
/// "training" of a workload.
struct TrainingSetup {
  int nodes = 1;              ///< instances
  int cores = 0;              ///< participating logical cores of each instance; 0: all
  int pipeline_parallel = 1;  ///< stages
  int context_parallel = 1;   ///< ranks that share a sequence
  int expert_parallel = 1;    ///< ranks that share the experts of a layer
  int zero = -1;              ///< ZeRO stage 0, 1 or 3; -1: 1 with model parallelism, 0 without
  int global_batch = 0;       ///< samples of a step; 0: one microbatch of every replica
  int micro_batch = 1;        ///< samples: sequences, or pairs of DPO
  PipelineSchedule schedule = PipelineSchedule::kOneForwardOneBackward;
  int chunks = 1;  ///< chunks of layers on each stage in the interleaved schedule
  std::optional<Checkpointing> checkpointing{};  ///< empty: the least that fits in memory
  bool sequence_parallel = true;          ///< norms and residuals are sharded over tensor ranks
  std::optional<bool> fused_attention{};  ///< empty: depends on the software
  bool master_weights = true;             ///< fp32 master weights and gradients; if not, bf16 with
                                          ///< stochastic rounding
  double data_seconds = 0;                ///< s per step in which the device waits for data
  double straggler = 1;  ///< time of the slowest node divided by that of the others
  FineTuning tuning{};
  std::optional<RolloutSetup> rollout{};  ///< generates the sequences before each step
  std::optional<JobSetup> job{};  ///< a job of many steps with failures; empty: a single step

  std::int64_t sequences() const {
    return std::int64_t{global_batch} * tuning.sequences_of_sample();
  }
};

/// Reads `json`, the key "training" of `in`, strictly; `input_tokens` are those of the workload.
/// Problems are reported through `in`.
TrainingSetup training_setup_from_json(const Json& json, StrictObject& in, int input_tokens);
/// The values that differ from their defaults; reading it back gives the same setup.
Json to_json(const TrainingSetup& setup);

}  // namespace nscope::sim
