#include "profiler/analysis/host/launch_overhead.h"

#include "profiler/analysis/host/host_rows.h"
#include "profiler/analysis/host/idle_gaps.h"
#include "profiler/analysis/host/launches.h"
#include "profiler/analysis/metrics/time_window.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nscope::analysis {
namespace {

/// Calls of one name that start events of one device. Times in ticks.
struct CallTotals {
  StringId name{};
  std::int64_t events = 0;
  std::vector<SliceId> calls{};        ///< a call can start several events
  std::vector<std::int64_t> delays{};  ///< from the start of a call to the start of its event
  std::int64_t latest = 0;             ///< the longest delay
  SliceId latest_event{};
};

class Counter {
 public:
  Counter(const Trace& trace, const TimeWindow& window) : trace_(trace), window_(window) {}

  /// Returns false if cancelled.
  bool count(const BusyDevice& device, const Launches& launches, const TaskControl& control) {
    for (const Track* each : device.tracks) {
      const Track& track = *each;
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        if (control.cancelled_at(row)) return false;
        if (!window_.holds(track.slices.begin(row), track.slices.end(row))) continue;
        const SliceId event = Trace::slice_id(track, row);
        add(event, track.slices.start[row], launches.call_of(event));
      }
    }
    return true;
  }

  std::int64_t unknown() const { return unknown_; }

  /// The totals with the time of their calls, longest first.
  std::vector<std::pair<CallTotals, std::int64_t>> sorted() && {
    std::vector<std::pair<CallTotals, std::int64_t>> out;
    for (CallTotals& totals : totals_) {
      std::sort(totals.calls.begin(), totals.calls.end());
      totals.calls.erase(std::unique(totals.calls.begin(), totals.calls.end()), totals.calls.end());
      std::int64_t time = 0;
      for (const SliceId call : totals.calls) {
        const Trace::SliceRef slice = trace_.slice(call);
        time += (slice.end() - slice.begin()).value();
      }
      out.emplace_back(std::move(totals), time);
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    return out;
  }

 private:
  void add(SliceId event, std::int64_t start, SliceId call) {
    if (!call.valid()) {
      ++unknown_;
      return;
    }
    const Trace::SliceRef slice = trace_.slice(call);
    const auto [entry, added] = index_.try_emplace(slice.name(), totals_.size());
    if (added) totals_.push_back({.name = slice.name()});
    CallTotals& totals = totals_[entry->second];
    const std::int64_t delay = start - slice.begin().value();
    if (totals.events++ == 0 || delay > totals.latest) {
      totals.latest = delay;
      totals.latest_event = event;
    }
    totals.delays.push_back(delay);
    if (totals.calls.empty() || totals.calls.back() != call) totals.calls.push_back(call);
  }

  const Trace& trace_;
  TimeWindow window_;
  std::unordered_map<StringId, std::size_t> index_;
  std::vector<CallTotals> totals_;
  std::int64_t unknown_ = 0;
};

void write_row(const Trace& trace, const BusyDevice& device, CallTotals& totals, std::int64_t time,
               Table& table) {
  const auto ticks_per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  const auto ns = [&](double ticks) { return Cell(ticks / ticks_per_ns); };
  double sum = 0.0;
  for (const std::int64_t delay : totals.delays) sum += static_cast<double>(delay);
  const auto middle = totals.delays.begin() + static_cast<std::ptrdiff_t>(totals.delays.size() / 2);
  std::nth_element(totals.delays.begin(), middle, totals.delays.end());
  table.add_row({device.name, std::string(trace.text(totals.name)),
                 static_cast<std::int64_t>(totals.calls.size()), totals.events,
                 ns(static_cast<double>(time)),
                 ns(static_cast<double>(time) / static_cast<double>(totals.calls.size())),
                 ns(sum / static_cast<double>(totals.events)), ns(static_cast<double>(*middle)),
                 ns(static_cast<double>(totals.latest)),
                 static_cast<std::int64_t>(totals.latest_event.value)});
}

Result<Table> launch_table(const Trace& trace, const AnalysisRequest& request,
                           TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const auto time = [](const char* id, Phrase title) {
    return Table::Column{.id = id, .title = title, .unit = "ns", .decimals = 0};
  };
  Table table({{.id = "device", .title = tr("Device")},
               {.id = "call", .title = tr("Call")},
               {.id = "calls", .title = tr("Calls")},
               {.id = "events", .title = tr("Events started")},
               time("host_ns", phrase("Host time")),
               time("mean_ns", phrase("Mean call")),
               time("mean_delay_ns", phrase("Mean delay")),
               time("median_delay_ns", phrase("Median delay")),
               time("longest_delay_ns", phrase("Longest delay")),
               {.id = "slice_id", .title = tr("Longest delayed event")}});
  const auto devices = busy_devices(trace, Scope(trace, request.scope));
  control.begin(phrase("Analysing launches"), devices.size());
  const auto launches = Launches::of(trace, tracks_of(devices), control);
  if (!launches) return cancelled();
  std::int64_t unknown = 0;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    control.advance_to(i);
    Counter counter(trace, window_of(trace, request.scope));
    if (!counter.count(devices[i], *launches, control)) return cancelled();
    unknown += counter.unknown();
    for (auto& [totals, host] : std::move(counter).sorted()) {
      write_row(trace, devices[i], totals, host, table);
    }
  }
  if (table.row_count() == 0) {
    table.add_note(tr("The run does not state which host calls start work on a device."));
  } else if (unknown > 0) {
    table.add_note(tr_plural(unknown, "{} event is excluded because its host call is unknown.",
                             "{} events are excluded because their host calls are unknown.",
                             as::count(unknown)));
  }
  return table;
}

}  // namespace

constinit const Analysis kLaunchesAnalysis{
    .id = "launches",
    .group = phrase("Host and GPU"),
    .title = phrase("Launches of device work"),
    .shows = phrase("Host calls that start executions, kernels and copies, with their time and the "
                    "delay of the work"),
    .definition = phrase(
        "Includes the events of a device (as in the analysis 'host-gaps') whose host call is known "
        "from flows or correlation numbers. calls = number of distinct calls; one call can start "
        "many events. host_ns = sum of the durations of the calls. delay = start of the event - "
        "start of its call, which is launch overhead and time in the device's queue. slice_id is "
        "the event with the longest delay."),
    .run = launch_table,
    .plot = {Plot::Kind::kBars, "call", "host_ns", "device"}};

}  // namespace nscope::analysis
