#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace nscope {

/// A part of a run.
struct TraceSelection {
  /// Ticks [first, second); all of the run where empty.
  std::optional<std::pair<TraceTime, TraceTime>> range{};
  /// These and everything below them; all tracks where empty.
  std::vector<TrackId> tracks{};
  /// Cut slices at the ends of the range instead of keeping them whole.
  bool clip = false;
};

/// The part of a run as a run of its own, with new ids. Kept are slices that
/// overlap the range (one of no length where it starts in it), counter samples in
/// the range and the last one before it, flows whose two ends are kept, all
/// properties and diagnostics, and the tracks above a kept one as empty groups.
/// Metrics describe the whole run and are left out. What is left out is counted
/// in diagnostics called "selection_left_out_...". The window becomes the range.
/// Errors: kCancelled; those of a session whose parts cannot be read.
Result<std::shared_ptr<const Trace>> select_trace(const Trace& trace,
                                                  const TraceSelection& selection,
                                                  TaskControl& control);

}  // namespace nscope
