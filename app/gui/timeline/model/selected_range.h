#pragma once

#include "app/gui/timeline/model/time_view.h"
#include "profiler/trace/columns/trace_batch.h"

#include <optional>
#include <utility>
#include <vector>

namespace nscope::gui {

/// A selected interval, on all tracks or on some.
struct SelectedRange {
  TimeView time;
  std::vector<TrackId> tracks{};  ///< sorted; empty: all
  friend bool operator==(const SelectedRange&, const SelectedRange&) = default;
};

/// The selected interval in ticks, as analyses take it; nullopt means the whole run.
std::optional<std::pair<TraceTime, TraceTime>> ticks_of(const std::optional<SelectedRange>& range);

}  // namespace nscope::gui
