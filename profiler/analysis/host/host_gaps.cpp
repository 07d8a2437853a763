#include "profiler/analysis/host/host_gaps.h"

#include "profiler/analysis/host/host_gap_causes.h"
#include "profiler/analysis/host/host_rows.h"
#include "profiler/analysis/host/launches.h"
#include "profiler/analysis/metrics/time_window.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace nscope::analysis {
namespace {

constexpr auto kHostGapsParameters = std::to_array<Parameter>(
    {{.id = "shortest_gap",
      .title = phrase("Minimum gap"),
      .unit = "ns",
      .meaning = phrase("Minimum length of a gap; shorter gaps are added up in a separate row"),
      .value = 1000,
      .lowest = 0,
      .highest = 1e15},
     {.id = "rows",
      .title = phrase("Maximum rows"),
      .meaning = phrase("Number of rows per device, most time first"),
      .value = 30,
      .lowest = 1,
      .highest = 1e6}});

struct CauseTotals {
  StringId name{};
  std::int64_t gaps = 0;
  std::int64_t time = 0;     ///< ticks
  std::int64_t overlap = 0;  ///< part of the time that the host activity covers, ticks
  IdleGap longest{};

  void add(const IdleGap& gap, std::int64_t overlapped) {
    ++gaps;
    time += gap.length();
    overlap += overlapped;
    if (gap.length() > longest.length()) longest = gap;
  }
};

/// The thread that started the event after each gap; invalid if it is unknown.
std::vector<TrackId> starting_threads(const Trace& trace, const Launches& launches,
                                      const std::vector<IdleGap>& gaps) {
  std::vector<TrackId> threads(gaps.size());
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const SliceId call = launches.call_of(gaps[i].next);
    if (call.valid()) threads[i] = trace.slice(call).track->id;
  }
  return threads;
}

class HostGapsWriter {
 public:
  HostGapsWriter(const Trace& trace, const Launches& launches, const AnalysisRequest& request,
                 TaskControl& control, Table& table)
      : trace_(trace),
        launches_(launches),
        threads_(host_threads(trace)),
        window_(window_of(trace, request.scope)),
        shortest_(request.parameters.number("shortest_gap") *
                  static_cast<double>(trace.time_base().ticks_per_ns)),
        rows_(request.parameters.count("rows")),
        control_(control),
        table_(table) {}

  /// Returns false if cancelled.
  bool write(const BusyDevice& device) {
    const auto idle = idle_time(device.tracks, window_, control_);
    if (!idle) return false;
    const auto& threads = threads_[device.part];
    any_host_ = any_host_ || !threads.empty();
    if (idle->events == 0) return true;
    any_event_ = true;
    CauseTotals small;
    std::vector<IdleGap> gaps;
    for (const IdleGap& gap : idle->gaps) {
      if (static_cast<double>(gap.length()) < shortest_) {
        small.add(gap, 0);
      } else {
        gaps.push_back(gap);
      }
    }
    const auto causes = host_gap_causes(trace_, gaps, starting_threads(trace_, launches_, gaps),
                                        threads, idle->begin, idle->end, control_);
    if (!causes) return false;
    write_rows(device, *idle, totals_of(gaps, *causes), small);
    return true;
  }

  bool any_host() const { return any_host_; }
  /// Whether a device has an event in the range.
  bool any_event() const { return any_event_; }
  std::int64_t left_out() const { return left_out_; }

 private:
  static std::vector<CauseTotals> totals_of(const std::vector<IdleGap>& gaps,
                                            const std::vector<HostGapCause>& causes) {
    std::vector<CauseTotals> totals;
    std::unordered_map<StringId, std::size_t> index;
    for (std::size_t i = 0; i < gaps.size(); ++i) {
      const auto [entry, added] = index.try_emplace(causes[i].name, totals.size());
      if (added) totals.push_back({.name = causes[i].name});
      totals[entry->second].add(gaps[i], causes[i].overlap);
    }
    std::stable_sort(totals.begin(), totals.end(),
                     [](const CauseTotals& a, const CauseTotals& b) { return a.time > b.time; });
    return totals;
  }

  void write_rows(const BusyDevice& device, const IdleTime& idle,
                  const std::vector<CauseTotals>& totals, const CauseTotals& small) {
    const std::size_t shown = std::min(rows_, totals.size());
    for (std::size_t i = 0; i < shown; ++i) {
      const StringId name = totals[i].name;
      write_row(device, idle,
                name.valid() ? Cell(std::string(trace_.text(name))) : tr("(nothing recorded)"),
                totals[i]);
    }
    left_out_ += static_cast<std::int64_t>(totals.size() - shown);
    if (small.gaps > 0) write_row(device, idle, tr("(shorter than shortest_gap)"), small);
  }

  void write_row(const BusyDevice& device, const IdleTime& idle, Cell cause,
                 const CauseTotals& totals) {
    const auto all = static_cast<double>(idle.idle());
    const auto span = static_cast<double>(idle.end - idle.begin);
    const auto time = static_cast<double>(totals.time);
    table_.add_row({device.name, std::move(cause), totals.gaps, ns(totals.time), time / all,
                    time / span, ns(totals.overlap), ns(totals.longest.begin),
                    ns(totals.longest.length())});
  }

  Cell ns(std::int64_t ticks) const {
    return static_cast<double>(ticks) / static_cast<double>(trace_.time_base().ticks_per_ns);
  }

  const Trace& trace_;
  const Launches& launches_;
  std::map<TrackId, std::vector<const Track*>> threads_;
  TimeWindow window_;
  double shortest_;  ///< ticks
  std::size_t rows_;
  TaskControl& control_;
  Table& table_;
  bool any_host_ = false;
  bool any_event_ = false;
  std::int64_t left_out_ = 0;
};

Result<Table> gap_table(const Trace& trace, const AnalysisRequest& request, TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  Table table({{.id = "device", .title = tr("Device")},
               {.id = "host", .title = tr("Host activity")},
               {.id = "gaps", .title = tr("Gaps")},
               {.id = "time_ns", .title = tr("Time"), .unit = "ns", .decimals = 0},
               {.id = "gap_share", .title = tr("Share of idle time"), .decimals = 4},
               {.id = "time_share", .title = tr("Share of time"), .decimals = 4},
               {.id = "host_ns", .title = tr("Host time"), .unit = "ns", .decimals = 0},
               {.id = "start_ns", .title = tr("Longest gap start"), .unit = "ns", .decimals = 0},
               {.id = "duration_ns", .title = tr("Longest gap"), .unit = "ns", .decimals = 0}});
  const auto devices = busy_devices(trace, Scope(trace, request.scope));
  const auto launches = Launches::of(trace, tracks_of(devices), control);
  if (!launches) return cancelled();
  HostGapsWriter writer(trace, *launches, request, control, table);
  control.begin(phrase("Analysing gaps"), devices.size());
  for (std::size_t i = 0; i < devices.size(); ++i) {
    control.advance_to(i);
    if (!writer.write(devices[i])) return cancelled();
  }
  if (devices.empty()) {
    table.add_note(
        tr("The run contains no executions, no GPU events and no core of a system profile."));
  } else if (!writer.any_event()) {
    table.add_note(
        tr("No device has an event in the analysed range, so it has no gap between two of them. "
           "Analyse the whole run, or a range with events on both sides of the gap."));
  } else if (table.row_count() == 0) {
    table.add_note(tr("No device has a gap between its executions in the analysed range."));
  }
  if (!devices.empty() && !writer.any_host()) {
    table.add_note(tr("The run contains no host threads, so the activity of the host is unknown."));
  }
  if (writer.left_out() > 0) {
    table.add_note(tr_plural(
        writer.left_out(), "{} row with less time is not listed (parameter 'rows').",
        "{} rows with less time are not listed (parameter 'rows').", as::count(writer.left_out())));
  }
  return table;
}

}  // namespace

constinit const Analysis kHostGapsAnalysis{
    .id = "host-gaps",
    .group = phrase("Host and GPU"),
    .title = phrase("Device idle time by host activity"),
    .shows = phrase("Idle time between executions, or between the events of a GPU, by the host "
                    "activity during it"),
    .definition = phrase(
        "Includes the gaps between executions of a Neuron run, of a core of a system profile or of "
        "a server's replica, and the gaps between the events of all streams of a GPU. A gap is "
        "assigned entirely to the host activity that covers most of it, which is the innermost "
        "event of a thread. If flows or correlation numbers identify the thread that started the "
        "event after the gap, only this thread is considered; otherwise all threads are, without "
        "events that last as long as the device is used. (nothing recorded) = no event covers most "
        "of the gap. The time_ns of all rows of a device add up to its idle time. time_share = "
        "time_ns / time from the device's first event to its last end. host_ns = time of the "
        "activity itself in the gaps. start_ns and duration_ns are the longest gap."),
    .run = gap_table,
    .parameters = kHostGapsParameters,
    .plot = {Plot::Kind::kBars, "host", "time_ns", "device"}};

}  // namespace nscope::analysis
