#pragma once

#include "app/gui/timeline/model/time_view.h"
#include "profiler/analysis/metrics/active_time.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <optional>
#include <vector>

namespace nscope::gui {

/// The active shares beside the titles of tracks. They equal those of the summary for the same
/// time: the same events count (see analysis::ActiveTime), and on NeuronCores the same time, which
/// is that of the executions. Immutable; any thread.
class ActiveShares {
 public:
  /// Reads the names of the events of some tracks. Incomplete if cancelled.
  ActiveShares(std::shared_ptr<const Trace> trace, const TaskControl& control);

  /// Share of the visible part of the run in which the track is active, 0 to 1.
  double share(const Track& track, const TimeView& view) const;

  /// Whether this takes so little time that it needs no job.
  static bool is_quick(const Trace& trace);

 private:
  double within(const Track& track, std::int64_t begin, std::int64_t end) const;

  std::shared_ptr<const Trace> trace_;
  std::vector<analysis::TimeWindow> executions_;
  std::vector<std::optional<analysis::ActiveTime>> of_track_;
};

}  // namespace nscope::gui
