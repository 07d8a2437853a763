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

/// A pipeline to be run: `forward` and `backward` hold the seconds of a pass through
/// each part of the model in its order, part = chunk x stages + stage.
struct Pipeline {
  PipelineSchedule schedule = PipelineSchedule::kOneForwardOneBackward;
  int stages = 1;
  int chunks = 1;  ///< of the interleaved schedule, else 1
  int microbatches = 1;
  std::span<const double> forward{};
  std::span<const double> backward{};
  /// s until the next stage has what a pass of each stage hands on, or the stage what the
  /// next one hands back; the one after the last is the first. Empty: none.
  std::span<const double> send{};
};

struct PipelineRun {
  double seconds = 0;                             ///< until the last pass of all stages ends
  std::vector<std::vector<PipelinePass>> stages;  ///< passes in the order in which each
                                                  ///< stage runs them
  double busy(int stage) const;                   ///< s
};

/// Microbatches whose forward pass a stage keeps at once, at most; each chunk of layers
/// counts for itself.
int held_microbatches(const Pipeline& pipeline, int stage);

/// Errors: kInvalidArgument where the interleaved schedule has microbatches that are no
/// multiple of the stages, or there are more than two million passes.
Result<> check_pipeline(const Pipeline& pipeline);

/// Runs every stage's passes in the order of the schedule, each as soon as its stage is
/// free and its input is there. 1F1B as in PipeDream-Flush (arXiv:2006.09503), the
/// interleaved order as in Megatron-LM (arXiv:2104.04473, section 2.2). With equal parts
/// and no send time GPipe and 1F1B take (microbatches + stages - 1) x (forward +
/// backward). The pipeline has passed check_pipeline().
PipelineRun run_pipeline(const Pipeline& pipeline);

}  // namespace nscope::sim
