#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/workload/training_setup.h"

#include <span>
#include <vector>

namespace nscope::sim {

/// One pass of one microbatch through the layers of one chunk of a stage.
struct PipelinePass {
  int chunk = 0;
  int microbatch = 0;
  bool backward = false;
  double start = 0;  ///< s from the start of the step
  double end = 0;
};

/// A pipeline to simulate. `forward` and `backward` are the seconds of a pass through each part of
/// the model, in order: part = chunk x stages + stage.
struct Pipeline {
  PipelineSchedule schedule = PipelineSchedule::kOneForwardOneBackward;
  int stages = 1;
  int chunks = 1;  ///< of the interleaved schedule; 1 for other schedules
  int microbatches = 1;
  std::span<const double> forward{};
  std::span<const double> backward{};
  /// s of the transfer between each stage and the next one, for either direction. The stage after
  /// the last one is the first. Empty: transfers take no time.
  std::span<const double> send{};
};

struct PipelineRun {
  double seconds = 0;                             ///< until the last pass of all stages ends
  std::vector<std::vector<PipelinePass>> stages;  ///< the passes of each stage in their order
  double busy(int stage) const;                   ///< s
};

/// The maximum number of microbatches whose activations a stage stores at once. Each chunk of
/// layers counts separately.
int held_microbatches(const Pipeline& pipeline, int stage);

/// Errors: kInvalidArgument if the number of microbatches of the interleaved schedule is not a
/// multiple of the stages, or if there are more than two million passes.
Result<> check_pipeline(const Pipeline& pipeline);

/// Runs the passes of every stage in the order of the schedule, each as soon as its stage is free
/// and its input has arrived. 1F1B as in PipeDream-Flush (arXiv:2006.09503), the interleaved order
/// as in Megatron-LM (arXiv:2104.04473, section 2.2). With equal parts and without send times,
/// GPipe and 1F1B take (microbatches + stages - 1) x (forward + backward). Requires that
/// check_pipeline() succeeds.
PipelineRun run_pipeline(const Pipeline& pipeline);

}  // namespace nscope::sim
