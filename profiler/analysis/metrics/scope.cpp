#include "profiler/analysis/metrics/scope.h"

#include "profiler/analysis/metrics/interval_union.h"

#include <algorithm>

namespace nscope::analysis {
namespace {

std::vector<TimeWindow> executions_of(const Trace& trace) {
  IntervalUnion executions;
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::kExecution) continue;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      executions.add(track.slices.begin(row).value(), track.slices.end(row).value());
    }
  }
  std::vector<TimeWindow> windows;
  for (const auto& interval : executions.intervals()) {
    windows.push_back({TraceTime(interval.begin), TraceTime(interval.end)});
  }
  if (!windows.empty()) return windows;
  const TimeBase& base = trace.time_base();
  if (base.window_end > base.window_begin) return {{base.window_begin, base.window_end}};
  return {{trace.begin(), trace.end()}};
}

}  // namespace

Scope::Scope(const Trace& trace, const SummaryOptions& options)
    : executions_(executions_of(trace)), core_(options.core) {
  windows_ = executions_;
  if (options.range) {
    windows_ = {{options.range->first, options.range->second}};
    whole_time_ = false;
  }
}

std::size_t Scope::first_execution(TraceTime time) const {
  const auto it = std::lower_bound(executions_.begin(), executions_.end(), time,
                                   [](const TimeWindow& w, TraceTime t) { return w.end < t; });
  return static_cast<std::size_t>(it - executions_.begin());
}

TraceTime Scope::total() const {
  TraceTime sum;
  for (const TimeWindow& window : windows_) sum += window.end - window.begin;
  return sum;
}

bool Scope::holds(TraceTime begin, TraceTime end) const {
  const auto it = std::lower_bound(windows_.begin(), windows_.end(), begin,
                                   [](const TimeWindow& w, TraceTime t) { return w.end < t; });
  return it != windows_.end() && it->holds(begin, end);
}

Result<> check_core(const Trace& trace, const SummaryOptions& options) {
  if (!options.core) return {};
  const bool known = std::any_of(trace.tracks().begin(), trace.tracks().end(),
                                 [&](const Track& track) { return track.core == *options.core; });
  if (known) return {};
  return fail(ErrorCode::kInvalidArgument, tr("the run does not have core {}", *options.core));
}

}  // namespace nscope::analysis
