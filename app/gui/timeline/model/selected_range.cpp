#include "app/gui/timeline/model/selected_range.h"

#include <cmath>

namespace nscope::gui {

std::optional<std::pair<TraceTime, TraceTime>> ticks_of(const std::optional<SelectedRange>& range) {
  if (!range) return std::nullopt;
  return std::pair(TraceTime(static_cast<std::int64_t>(range->time.begin)),
                   TraceTime(static_cast<std::int64_t>(range->time.end)));
}

}  // namespace nscope::gui
