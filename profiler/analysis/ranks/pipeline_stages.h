#pragma once

#include "profiler/analysis/metrics/interval_union.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nscope::analysis {

/// One stage of a training pipeline: when a rank of it passes over microbatches.
struct PipelineStage {
  std::string name;         ///< "stage 2", or the label of a merged run
  std::int64_t number = 0;  ///< from 0
  std::int64_t passes = 0;
  std::int64_t microbatches = 0;  ///< different ones; 0: not stated
  IntervalUnion busy{};           ///< ticks

  std::int64_t begin() const { return busy.intervals().front().begin; }
  std::int64_t end() const { return busy.intervals().back().end; }
};

struct PipelineStages {
  std::vector<PipelineStage> stages;  ///< those shown, by number; each has a pass
  bool labelled = false;              ///< passes state their microbatch
  std::int64_t total = 0;             ///< also those not shown
};

/// Stages whose passes state their microbatch on rows of layers; else each of several merged
/// runs that has executions is taken for one. Nothing when cancelled.
std::optional<PipelineStages> pipeline_stages(const Trace& trace, const TimeWindow& window,
                                              const TaskControl& control);

}  // namespace nscope::analysis
