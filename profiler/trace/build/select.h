#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace nscope {

/// The selected part of a run.
struct TraceSelection {
  /// Ticks [first, second); the complete run if absent.
  std::optional<std::pair<TraceTime, TraceTime>> range{};
  /// These tracks and all tracks below them; all tracks if empty.
  std::vector<TrackId> tracks{};
  /// Clips slices at the ends of the range instead of keeping them complete.
  bool clip = false;
};

/// The part of a run as a new run with new ids. It contains slices that overlap the range
/// (slices without duration if they start in it), counter samples in the range and the last
/// one before it, flows between two such slices, all properties and diagnostics, and the
/// ancestors of the tracks as empty groups. Metrics describe the complete run and are left
/// out. Data that are left out are counted in diagnostics "selection_left_out_...". The
/// window is the range.
/// Errors: kCancelled; those of a damaged session.
Result<std::shared_ptr<const Trace>> select_trace(const Trace& trace,
                                                  const TraceSelection& selection,
                                                  TaskControl& control);

}  // namespace nscope
