#include "simcore/engine/training/pipeline_schedule.h"

#include <algorithm>
#include <cstddef>

namespace nscope::sim {
namespace {

/// The k-th forward or backward pass of a stage. In the interleaved schedule, microbatches go
/// through the chunks in groups; the size of a group is the number of stages.
PipelinePass nth_pass(const Pipeline& pipeline, int k, bool backward) {
  const int group = pipeline.chunks == 1 ? pipeline.microbatches : pipeline.stages;
  const int round = k / (group * pipeline.chunks);
  const int within = k % (group * pipeline.chunks);
  const int chunk = within / group;
  return {.chunk = backward ? pipeline.chunks - 1 - chunk : chunk,
          .microbatch = round * group + within % group,
          .backward = backward};
}

/// Number of forward passes of a stage before its first pair of a forward and a backward pass.
int warm_up(const Pipeline& pipeline, int stage) {
  const int all = pipeline.microbatches * pipeline.chunks;
  switch (pipeline.schedule) {
    case PipelineSchedule::kGpipe: return all;
    case PipelineSchedule::kOneForwardOneBackward:
      return std::min(all, pipeline.stages - stage - 1);
    case PipelineSchedule::kInterleaved: break;
  }
  return std::min(all, 2 * (pipeline.stages - stage - 1) + (pipeline.chunks - 1) * pipeline.stages);
}

std::vector<PipelinePass> order_of(const Pipeline& pipeline, int stage) {
  const int all = pipeline.microbatches * pipeline.chunks;
  const int ahead = warm_up(pipeline, stage);
  std::vector<PipelinePass> order;
  order.reserve(static_cast<std::size_t>(all) * 2);
  for (int k = 0; k < ahead; ++k) order.push_back(nth_pass(pipeline, k, false));
  for (int k = ahead; k < all; ++k) {
    order.push_back(nth_pass(pipeline, k, false));
    order.push_back(nth_pass(pipeline, k - ahead, true));
  }
  for (int k = all - ahead; k < all; ++k) order.push_back(nth_pass(pipeline, k, true));
  return order;
}

/// The end times of all passes; negative: not yet known.
class EndTimes {
 public:
  EndTimes(int parts, int microbatches)
      : microbatches_(static_cast<std::size_t>(microbatches)),
        ends_(static_cast<std::size_t>(parts) * microbatches_ * 2, -1.0) {}
  double& of(int part, int microbatch, bool backward) {
    return ends_[(static_cast<std::size_t>(part) * microbatches_ +
                  static_cast<std::size_t>(microbatch)) *
                     2 +
                 (backward ? 1 : 0)];
  }

 private:
  std::size_t microbatches_;
  std::vector<double> ends_;
};

/// Runs the passes of all stages.
class Runner {
 public:
  explicit Runner(const Pipeline& pipeline)
      : pipeline_(pipeline),
        parts_(pipeline.stages * pipeline.chunks),
        ends_(parts_, pipeline.microbatches) {}

  PipelineRun go() {
    PipelineRun run;
    for (int stage = 0; stage < pipeline_.stages; ++stage) {
      run.stages.push_back(order_of(pipeline_, stage));
    }
    std::vector<std::size_t> next(run.stages.size(), 0);
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t stage = 0; stage < run.stages.size(); ++stage) {
        std::vector<PipelinePass>& passes = run.stages[stage];
        while (next[stage] < passes.size() && start(static_cast<int>(stage), next[stage], passes)) {
          ++next[stage];
          moved = true;
        }
      }
    }
    for (const auto& passes : run.stages) run.seconds = std::max(run.seconds, passes.back().end);
    return run;
  }

 private:
  /// The time when the input of a pass is available; negative: not yet known.
  double ready(int part, int stage, const PipelinePass& pass) {
    if (!pass.backward) {
      return part == 0 ? 0.0 : arrival(part - 1, stage, pass.microbatch, false);
    }
    if (part + 1 < parts_) return arrival(part + 1, stage, pass.microbatch, true);
    return ends_.of(part, pass.microbatch, false);
  }
  double arrival(int from, int stage, int microbatch, bool backward) {
    const double end = ends_.of(from, microbatch, backward);
    const bool elsewhere = from % pipeline_.stages != stage;
    if (end < 0 || !elsewhere || pipeline_.send.empty()) return end;
    const int sender = backward ? stage : from % pipeline_.stages;
    return end + pipeline_.send[static_cast<std::size_t>(sender)];
  }

  bool start(int stage, std::size_t index, std::vector<PipelinePass>& passes) {
    PipelinePass& pass = passes[index];
    const int part = pass.chunk * pipeline_.stages + stage;
    const double input = ready(part, stage, pass);
    if (input < 0) return false;
    pass.start = std::max(input, index == 0 ? 0.0 : passes[index - 1].end);
    const auto& seconds = pass.backward ? pipeline_.backward : pipeline_.forward;
    pass.end = pass.start + seconds[static_cast<std::size_t>(part)];
    ends_.of(part, pass.microbatch, pass.backward) = pass.end;
    return true;
  }

  const Pipeline& pipeline_;
  int parts_;
  EndTimes ends_;
};

}  // namespace

double PipelineRun::busy(int stage) const {
  double sum = 0;
  for (const PipelinePass& pass : stages[static_cast<std::size_t>(stage)]) {
    sum += pass.end - pass.start;
  }
  return sum;
}

int held_microbatches(const Pipeline& pipeline, int stage) {
  return std::min(pipeline.microbatches * pipeline.chunks, warm_up(pipeline, stage) + 1);
}

Result<> check_pipeline(const Pipeline& pipeline) {
  constexpr double kMostPasses = 2e6;
  const double passes =
      2.0 * pipeline.stages * pipeline.chunks * static_cast<double>(pipeline.microbatches);
  if (passes > kMostPasses) {
    return fail(ErrorCode::kInvalidArgument,
                tr("a pipeline of {} stages and {} microbatches has more than {} passes",
                   pipeline.stages, pipeline.microbatches, as::fixed(kMostPasses, 0)));
  }
  if (pipeline.chunks > 1 && pipeline.microbatches % pipeline.stages != 0) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("the interleaved schedule requires that the number of microbatches is a multiple "
           "of the {} stages; it is {}",
           pipeline.stages, pipeline.microbatches));
  }
  return {};
}

PipelineRun run_pipeline(const Pipeline& pipeline) {
  return Runner(pipeline).go();
}

}  // namespace nscope::sim
