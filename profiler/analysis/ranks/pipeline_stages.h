#pragma once

#include "profiler/analysis/metrics/interval_union.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::analysis {

/// One stage of a training pipeline, with the passes of one of its ranks.
struct PipelineStage {
  Text name;                ///< "stage 2", or the label of a merged run
  std::int64_t number = 0;  ///< counted from 0
  std::int64_t passes = 0;
  std::int64_t microbatches = 0;  ///< number of distinct microbatches; 0 if not stated
  IntervalUnion busy{};           ///< time of the passes, ticks

  std::int64_t begin() const { return busy.intervals().front().begin; }
  std::int64_t end() const { return busy.intervals().back().end; }
};

struct PipelineStages {
  std::vector<PipelineStage> stages;  ///< the stages in the run, by number; each has passes
  bool labelled = false;              ///< whether passes state their microbatch
  std::int64_t total = 0;             ///< number of stages, including those that are not in the run
};

/// The stages whose passes state their microbatch on layer tracks. If there are none, each merged
/// run with executions is taken for a stage. nullopt if cancelled.
std::optional<PipelineStages> pipeline_stages(const Trace& trace, const TimeWindow& window,
                                              const TaskControl& control);

}  // namespace nscope::analysis
