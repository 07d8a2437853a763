#include "profiler/analysis/insights/run_facts.h"
#include "profiler/analysis/ranks/devices.h"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

bool on_device(const Track& track) {
  return track.kind == TrackKind::kEngine || track.kind == TrackKind::kDmaQueue ||
         track.kind == TrackKind::kCollective;
}

/// The gaps between the intervals.
IntervalUnion gaps_between(const IntervalUnion& busy) {
  IntervalUnion gaps;
  const auto& intervals = busy.intervals();
  for (std::size_t i = 1; i < intervals.size(); ++i) {
    gaps.add(intervals[i - 1].end, intervals[i].begin);
  }
  return gaps;
}

/// The merged runs whose position on the time axis is only assumed: their times say nothing about
/// events of the other runs.
std::set<std::string> unaligned_runs(const Trace& trace) {
  std::set<std::string> labels;
  for (int part = 1;; ++part) {
    const std::string prefix = fmt::format("part{}.", part);
    const std::string from = trace.property_text(prefix + "offset_from");
    if (from.empty()) return labels;
    if (from == "assumed") labels.insert(trace.property_text(prefix + "label"));
  }
}

/// The time inside `window` that is covered by events of the host or of devices, of all runs with a
/// known position.
Result<IntervalUnion> covered(const Trace& trace, const TimeWindow& window, bool device,
                              const TaskControl& control) {
  IntervalUnion time;
  const Parts parts(trace);
  const std::set<std::string> unaligned = unaligned_runs(trace);
  for (const Track& track : trace.tracks()) {
    if (device ? !on_device(track) : track.kind != TrackKind::kHost) continue;
    if (const TrackId run = parts.of(track);
        run.valid() && unaligned.contains(std::string(trace.text(trace.track(run).name)))) {
      continue;
    }
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (row % 65'536 == 0 && control.cancelled()) return cancelled();
      time.add(std::max(track.slices.begin(row), window.begin).value(),
               std::min(track.slices.end(row), window.end).value());
    }
  }
  return time;
}

/// Finds the innermost call that covers most of the longest idle interval.
void name_host(RunFacts& facts) {
  HostFacts& host = facts.host;
  const std::int64_t half = (host.end - host.begin).value() / 2;
  std::int64_t shortest = 0;
  for (const Track& track : facts.trace.tracks()) {
    if (track.kind != TrackKind::kHost) continue;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (track.slices.begin(row) >= host.end) break;
      const TraceTime begin = std::max(track.slices.begin(row), host.begin);
      const TraceTime end = std::min(track.slices.end(row), host.end);
      const std::int64_t length = track.slices.duration[row];
      if ((end - begin).value() <= half) continue;
      if (host.slice.valid() && length >= shortest) continue;
      host.slice = Trace::slice_id(track, row);
      host.name = facts.trace.text(track.slices.name[row]);
      shortest = length;
    }
  }
}

}  // namespace

Result<> gather_host(RunFacts& facts, const TaskControl& control) {
  const Trace& trace = facts.trace;
  // The time between executions is included, because the device waits for the host there.
  TimeWindow window{trace.begin(), trace.end()};
  if (!facts.scope.whole_time()) window = facts.scope.windows().front();
  auto host = covered(trace, window, false, control);
  if (!host) return fail(host.error());
  if (host->length() == 0) return {};
  auto device = covered(trace, window, true, control);
  if (!device) return fail(device.error());
  if (device->length() == 0) return {};
  HostFacts& to = facts.host;
  to.known = true;
  to.span_ns = facts.ns(device->intervals().back().end - device->intervals().front().begin);
  const IntervalUnion idle = intersection(gaps_between(*device), *host);
  to.idle_ns = facts.ns(idle.length());
  const IntervalUnion::Interval* longest = nullptr;
  for (const auto& interval : idle.intervals()) {
    if (longest == nullptr || interval.end - interval.begin > longest->end - longest->begin) {
      longest = &interval;
    }
  }
  if (longest == nullptr) return {};
  to.begin = TraceTime(longest->begin);
  to.end = TraceTime(longest->end);
  name_host(facts);
  return {};
}

}  // namespace nscope::analysis
