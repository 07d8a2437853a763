#pragma once

#include "profiler/base/json.h"
#include "simcore/engine/workload/job_setup.h"

#include <optional>
#include <string_view>

namespace nscope::sim {

/// In which order the stages of a pipeline take their microbatches.
enum class PipelineSchedule {
  kGpipe,                  ///< all forward passes, then all backward passes
  kOneForwardOneBackward,  ///< 1F1B: a backward pass as soon as there is one
  kInterleaved             ///< 1F1B over several chunks of layers on each stage
};
std::string_view to_string(PipelineSchedule schedule);  ///< "gpipe", "1f1b", "interleaved"

/// What of a layer's forward pass is kept for its backward pass.
enum class Checkpointing {
  kNone,       ///< everything
  kSelective,  ///< all but the attention scores, which are computed again
  kFull        ///< the layer's input; the layer is computed again
};
std::string_view to_string(Checkpointing checkpointing);  ///< "none", "selective", "full"

/// How a model is trained: the layout beyond tensor parallelism, and the step. The
/// sequence length is the workload's `input_tokens`, the arithmetic its `dtype`. Plain
/// data. Member "training" of a workload.
struct TrainingSetup {
  int nodes = 1;              ///< instances
  int cores = 0;              ///< logical cores of each instance that take part; 0: all
  int pipeline_parallel = 1;  ///< stages
  int context_parallel = 1;   ///< ranks that share a sequence
  int expert_parallel = 1;    ///< ranks that share the experts of a layer
  int zero = -1;              ///< ZeRO stage 0, 1 or 3; -1: 1 with model parallelism, else 0
  int global_batch = 0;       ///< sequences of a step; 0: one microbatch of every replica
  int micro_batch = 1;        ///< sequences
  PipelineSchedule schedule = PipelineSchedule::kOneForwardOneBackward;
  int chunks = 1;  ///< of layers on each stage, of the interleaved schedule
  std::optional<Checkpointing> checkpointing{};  ///< absent: the least that fits in memory
  bool sequence_parallel = true;          ///< norms and residuals split over tensor-parallel ranks
  std::optional<bool> fused_attention{};  ///< absent: by software
  bool master_weights = true;     ///< fp32 copies for the optimizer and fp32 gradients, else bf16
                                  ///< with stochastic rounding
  double data_seconds = 0;        ///< s of a step that the host needs to load it, where the device
                                  ///< waits for it
  double straggler = 1;           ///< time of the slowest node over that of the others
  std::optional<JobSetup> job{};  ///< of many steps, with failures; absent: one step alone
};

/// Strict; problems are reported through `in`, whose member "training" `json` is.
TrainingSetup training_setup_from_json(const Json& json, StrictObject& in);
/// Members that differ from their defaults; reading it back gives the same values.
Json to_json(const TrainingSetup& setup);

}  // namespace nscope::sim
