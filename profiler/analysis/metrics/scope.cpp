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
    : executions_(std::make_shared<const std::vector<TimeWindow>>(executions_of(trace))) {
  select(options);
}

Scope::Scope(const Scope& of_run, const SummaryOptions& options) : executions_(of_run.executions_) {
  select(options);
}

void Scope::select(const SummaryOptions& options) {
  core_ = options.core;
  whole_time_ = !options.range.has_value();
  windows_ = options.range ? std::vector<TimeWindow>{{options.range->first, options.range->second}}
                           : *executions_;
}

std::size_t Scope::first_execution(TraceTime time) const {
  const auto it = std::lower_bound(executions_->begin(), executions_->end(), time,
                                   [](const TimeWindow& w, TraceTime t) { return w.end < t; });
  return static_cast<std::size_t>(it - executions_->begin());
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

std::optional<Scope::Part> Scope::part(TraceTime begin, TraceTime end) const {
  if (holds(begin, end)) return Part{begin, end};
  if (whole_time_) return std::nullopt;
  const TimeWindow& window = windows_.front();
  const TraceTime from = std::max(begin, window.begin);
  const TraceTime to = std::min(end, window.end);
  if (to <= from) return std::nullopt;
  const double share =
      static_cast<double>((to - from).value()) / static_cast<double>((end - begin).value());
  return Part{from, to, share};
}

std::pair<std::size_t, std::size_t> Scope::rows(const Track& track) const {
  if (windows_.empty()) return {0, 0};
  const TimeColumn& start = track.slices.start;
  const auto first_from = [&](std::size_t low, auto is_before) {
    std::size_t high = start.size();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (is_before(start[middle])) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  };
  const std::int64_t begin = windows_.front().begin.value();
  const std::int64_t end = windows_.back().end.value();
  std::size_t first = first_from(0, [&](std::int64_t time) { return time < begin; });
  const std::size_t last = first_from(first, [&](std::int64_t time) { return time <= end; });
  if (whole_time_) return {first, last};
  // Slices of one depth do not overlap, so at most one of each depth reaches into the range.
  for (std::size_t depth = 0; depth < track.pyramid.lanes().size(); ++depth) {
    const std::uint32_t row = track.pyramid.at(track.slices, begin, static_cast<int>(depth));
    if (row != Id<void>::kNone) first = std::min<std::size_t>(first, row);
  }
  return {first, last};
}

Result<> check_core(const Trace& trace, const SummaryOptions& options) {
  if (!options.core) return {};
  const bool known = std::any_of(trace.tracks().begin(), trace.tracks().end(),
                                 [&](const Track& track) { return track.core == *options.core; });
  if (known) return {};
  return fail(ErrorCode::kInvalidArgument, tr("the run does not have core {}", *options.core));
}

}  // namespace nscope::analysis
