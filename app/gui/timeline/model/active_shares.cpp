#include "app/gui/timeline/model/active_shares.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace nscope::gui {
namespace {

constexpr std::size_t kQuickEvents = 300'000;
/// With more executions in view, the time between them counts, too.
constexpr std::ptrdiff_t kMostExecutions = 200;

}  // namespace

ActiveShares::ActiveShares(std::shared_ptr<const Trace> trace, const TaskControl& control)
    : trace_(std::move(trace)) {
  const analysis::Scope scope(*trace_, {});
  executions_ = scope.windows();
  of_track_.resize(trace_->tracks().size());
  for (const Track& track : trace_->tracks()) {
    if (control.cancelled()) return;
    if (analysis::may_have_waits(*trace_, track)) {
      of_track_[track.id.index()].emplace(*trace_, track, control);
    }
  }
}

bool ActiveShares::is_quick(const Trace& trace) {
  std::size_t events = 0;
  for (const Track& track : trace.tracks()) {
    if (track.kind == TrackKind::kExecution || analysis::may_have_waits(trace, track)) {
      events += track.slices.size();
    }
  }
  return events <= kQuickEvents;
}

double ActiveShares::within(const Track& track, std::int64_t begin, std::int64_t end) const {
  const auto& active = of_track_[track.id.index()];
  return static_cast<double>(active ? active->within(begin, end)
                                    : track.pyramid.busy(track.slices, begin, end));
}

double ActiveShares::share(const Track& track, const TimeView& view) const {
  const std::int64_t begin = std::max(static_cast<std::int64_t>(std::floor(view.begin)),
                                      trace_->begin().value());
  const std::int64_t end =
      std::min(static_cast<std::int64_t>(std::ceil(view.end)), trace_->end().value());
  if (end <= begin) return 0.0;
  const bool of_core = track.core >= 0 && track.kind == TrackKind::kEngine;
  if (of_core) {
    const auto first = std::partition_point(
        executions_.begin(), executions_.end(),
        [&](const analysis::TimeWindow& window) { return window.end.value() <= begin; });
    const auto last = std::partition_point(
        first, executions_.end(),
        [&](const analysis::TimeWindow& window) { return window.begin.value() < end; });
    double active = 0.0;
    double time = 0.0;
    if (last - first <= kMostExecutions) {
      for (auto window = first; window != last; ++window) {
        const std::int64_t from = std::max(begin, window->begin.value());
        const std::int64_t to = std::min(end, window->end.value());
        active += within(track, from, to);
        time += static_cast<double>(to - from);
      }
    }
    if (time > 0.0) return active / time;
  }
  return within(track, begin, end) / static_cast<double>(end - begin);
}

}  // namespace nscope::gui
