#include "app/gui/inspect/follow_row.h"

#include "app/gui/analysis/row_target.h"
#include "app/gui/inspect/run_view.h"

namespace nscope::gui {

bool follow_row(RunView& run, const Table& table, std::size_t row) {
  const auto target = row_target(table, row);
  if (!target || !run.trace()) return false;
  if (const auto* slice = std::get_if<SliceId>(&*target)) {
    if (slice->index() >= run.trace()->slice_count()) return false;
    run.zoom_to(*slice);
    return true;
  }
  const auto& range = std::get<RowRange>(*target);
  const auto per_ns = static_cast<double>(run.trace()->time_base().ticks_per_ns);
  const double begin = range.begin_ns * per_ns;
  run.show_time(with_margin({begin, begin + range.duration_ns * per_ns}, 0.2));
  return true;
}

}  // namespace nscope::gui
