#include "app/gui/docks/evidence.h"

#include "app/gui/analysis/row_target.h"

namespace nscope::gui {
namespace {

/// Share of the range on each side: the range fills half of the view, between what happens before
/// and after it.
constexpr double kEvidenceMargin = 0.5;

}  // namespace

void show_evidence(RunView& run, TraceTime begin, TraceTime end, SliceId slice) {
  if (!run.trace()) return;
  if (end <= begin) {
    if (slice.valid()) run.zoom_to(slice);
    return;
  }
  const TimeView time{static_cast<double>(begin.value()), static_cast<double>(end.value())};
  run.set_range(SelectedRange{.time = time});
  if (slice.valid()) {
    run.reveal(slice);  // opens its group and scrolls to its row
  } else {
    run.select(slice);
  }
  run.show_time(with_margin(time, kEvidenceMargin));
}

void show_row(RunView& run, const Table& table, std::size_t row) {
  const auto& trace = run.trace();
  const auto target = row_target(table, row);
  if (!trace || !target) return;
  if (const auto* slice = std::get_if<SliceId>(&*target)) {
    if (slice->index() < trace->slice_count()) run.zoom_to(*slice);
    return;
  }
  const auto& range = std::get<RowRange>(*target);
  const auto per_ns = static_cast<double>(trace->time_base().ticks_per_ns);
  const double begin = range.begin_ns * per_ns;
  run.show_time(with_margin({begin, begin + range.duration_ns * per_ns}, kEvidenceMargin));
}

void show_moment(RunView& run, double ns) {
  constexpr double kParts = 50.0;  // 1/kParts of the run is visible
  const auto& trace = run.trace();
  if (!trace) return;
  const double tick = ns * static_cast<double>(trace->time_base().ticks_per_ns);
  const double span = static_cast<double>((trace->end() - trace->begin()).value());
  run.show_time({tick - span / kParts / 2.0, tick + span / kParts / 2.0});
}

}  // namespace nscope::gui
