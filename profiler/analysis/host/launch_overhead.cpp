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

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

/// Calls of one name that start events of one device. Times in ticks.
struct CallTotals {
  StringId name{};
  std::int64_t events = 0;
  std::vector<SliceId> calls{};        ///< one may start several events
  std::vector<std::int64_t> delays{};  ///< from the begin of a call to that of its event
  std::int64_t latest = 0;             ///< the longest of them
  SliceId latest_event{};
};

class Counter {
 public:
  Counter(const Trace& trace, const TimeWindow& window) : trace_(trace), window_(window) {}

  /// False when cancelled.
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

  std::int64_t not_known() const { return not_known_; }

  /// The most expensive first.
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
      ++not_known_;
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
  std::int64_t not_known_ = 0;
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
  const auto time = [](const char* id, const char* title) {
    return Table::Column{.id = id, .title = title, .unit = "ns", .decimals = 0};
  };
  Table table({{.id = "device", .title = "Device"},
               {.id = "call", .title = "Call"},
               {.id = "calls", .title = "Calls"},
               {.id = "events", .title = "Events started"},
               time("host_ns", "Host time"),
               time("mean_ns", "Mean call"),
               time("mean_delay_ns", "Mean delay"),
               time("median_delay_ns", "Median delay"),
               time("longest_delay_ns", "Longest delay"),
               {.id = "slice_id", .title = "Event that started latest"}});
  const auto devices = busy_devices(trace, Scope(trace, request.scope));
  control.begin("Following launches", devices.size());
  const auto launches = Launches::of(trace, tracks_of(devices), control);
  if (!launches) return cancelled();
  std::int64_t not_known = 0;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    control.advance_to(i);
    Counter counter(trace, window_of(trace, request.scope));
    if (!counter.count(devices[i], *launches, control)) return cancelled();
    not_known += counter.not_known();
    for (auto& [totals, host] : std::move(counter).sorted()) {
      write_row(trace, devices[i], totals, host, table);
    }
  }
  if (table.row_count() == 0) {
    table.add_note("the run does not say which calls of the host start work on a device");
  } else if (not_known > 0) {
    table.add_note(fmt::format("of {} events the call that started them is not known", not_known));
  }
  return table;
}

}  // namespace

constinit const Analysis kLaunchesAnalysis{
    .id = "launches",
    .group = "Host and GPU",
    .title = "Launches of work on the device",
    .shows = "calls that start executions, kernels and copies: host time, and how late they start",
    .definition =
        "Events of a device (as in 'host-gaps') with the host's call that started them, known by "
        "arrows or correlation numbers. calls: different ones, as one can start many "
        "events; host_ns = sum of their durations; delay = start of the event - start of its "
        "call: launch overhead and time in the device's queue. slice_id: the event with the "
        "longest delay.",
    .run = launch_table,
    .plot = {Plot::Kind::kBars, "call", "host_ns", "device"}};

}  // namespace nscope::analysis
