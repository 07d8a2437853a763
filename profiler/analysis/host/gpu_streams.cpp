#include "profiler/analysis/host/gpu_streams.h"

#include "profiler/analysis/host/idle_gaps.h"
#include "profiler/analysis/host/launches.h"
#include "profiler/analysis/metrics/time_window.h"
#include "profiler/analysis/ranks/devices.h"

#include <algorithm>
#include <map>
#include <string>

namespace nscope::analysis {
namespace {

/// The tracks of one stream, or of all streams of a device.
struct Stream {
  Cell name;
  std::vector<const Track*> compute{};
  std::vector<const Track*> collectives{};
  std::vector<const Track*> copies{};

  std::vector<const Track*> all() const {
    std::vector<const Track*> tracks = compute;
    tracks.insert(tracks.end(), collectives.begin(), collectives.end());
    tracks.insert(tracks.end(), copies.begin(), copies.end());
    std::sort(tracks.begin(), tracks.end(),
              [](const Track* a, const Track* b) { return a->first_slice < b->first_slice; });
    return tracks;
  }
};

/// The name of the stream: "stream 7" for the track "stream 7  copies". The importer makes one
/// track for each kind of events of a stream.
std::string stream_name(const Trace& trace, const Track& track) {
  std::string_view name = trace.text(track.name);
  for (const std::string_view suffix : {" collectives", " copies"}) {
    if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
  }
  return std::string(name.substr(0, name.find_last_not_of(' ') + 1));
}

bool is_gpu(const Device& device) {
  return device.core < 0 && !device.compute.empty();
}

std::vector<const Track*> tracks_of_gpus(const std::vector<Device>& devices) {
  Stream all;
  for (const Device& device : devices) {
    if (!is_gpu(device)) continue;
    all.compute.insert(all.compute.end(), device.compute.begin(), device.compute.end());
    all.collectives.insert(all.collectives.end(), device.collectives.begin(),
                           device.collectives.end());
    all.copies.insert(all.copies.end(), device.copies.begin(), device.copies.end());
  }
  return all.all();
}

/// All streams of the device together, and then each stream in the order of the tracks.
std::vector<Stream> streams_of(const Trace& trace, const Device& device) {
  std::vector<Stream> streams{{.name = tr("(all)"),
                               .compute = device.compute,
                               .collectives = device.collectives,
                               .copies = device.copies}};
  std::map<std::string, std::size_t> index;
  const auto split = [&](const std::vector<const Track*>& tracks,
                         std::vector<const Track*> Stream::* list) {
    for (const Track* track : tracks) {
      const auto [entry, added] = index.try_emplace(stream_name(trace, *track), streams.size());
      if (added) streams.push_back({.name = entry->first});
      (streams[entry->second].*list).push_back(track);
    }
  };
  split(device.compute, &Stream::compute);
  split(device.collectives, &Stream::collectives);
  split(device.copies, &Stream::copies);
  return streams;
}

/// The idle time of a stream by cause, in ticks. The causes add up to the idle time.
struct IdleReasons {
  std::int64_t host_bound = 0;  ///< until the call that launches the next event returns
  std::int64_t launched = 0;    ///< after that: the event waits for others, or to be started
  std::int64_t unknown = 0;     ///< the call is unknown
};

IdleReasons reasons_of(const Trace& trace, const IdleTime& idle, const Launches& launches) {
  IdleReasons reasons;
  for (const IdleGap& gap : idle.gaps) {
    const SliceId call = launches.call_of(gap.next);
    if (!call.valid()) {
      reasons.unknown += gap.length();
      continue;
    }
    const std::int64_t returned = trace.slice(call).end().value();
    const std::int64_t host = std::clamp(returned, gap.begin, gap.end) - gap.begin;
    reasons.host_bound += host;
    reasons.launched += gap.length() - host;
  }
  return reasons;
}

/// The time in the window that is covered by events of `tracks`. nullopt if cancelled.
std::optional<IntervalUnion> busy_in(const std::vector<const Track*>& tracks,
                                     const TimeWindow& window, const TaskControl& control) {
  IntervalUnion busy;
  for (const Track* track : tracks) {
    IntervalUnion of_track;
    for (std::size_t row = 0; row < track->slices.size(); ++row) {
      if (control.cancelled_at(row)) return std::nullopt;
      const TraceTime begin = std::max(track->slices.begin(row), window.begin);
      const TraceTime end = std::min(track->slices.end(row), window.end);
      if (begin < end) of_track.add(begin.value(), end.value());
    }
    busy.add(of_track);
  }
  return busy;
}

struct GpuStreamsWriter {
  const Trace& trace;
  const Launches& launches;
  TimeWindow window;
  TaskControl& control;
  Table& table;
  bool any_unknown = false;

  /// Returns false if cancelled.
  bool write(const Device& device, const Stream& stream, const CoveredTime& device_compute) {
    const auto tracks = stream.all();
    const auto idle = idle_time(tracks, window, control);
    if (!idle) return false;
    if (idle->events == 0) return true;
    const auto compute = busy_in(stream.compute, window, control);
    const auto communication = busy_in(stream.collectives, window, control);
    const auto copies = busy_in(stream.copies, window, control);
    if (!compute || !communication || !copies) return false;
    const std::int64_t overlapped = device_compute.within(*communication);
    const IdleReasons reasons = reasons_of(trace, *idle, launches);
    any_unknown = any_unknown || reasons.unknown > 0;
    const std::int64_t span = idle->end - idle->begin;
    const std::int64_t idle_ticks = idle->idle();
    const Cell share =
        span > 0 ? Cell(static_cast<double>(span - idle_ticks) / static_cast<double>(span))
                 : Cell(Missing{tr("the time is zero")});
    table.add_row({device.name, stream.name, idle->events, ns(idle->begin), ns(span),
                   ns(span - idle_ticks), share, ns(compute->length()), ns(communication->length()),
                   ns(copies->length()), ns(overlapped), ns(communication->length() - overlapped),
                   ns(idle_ticks), ns(reasons.host_bound), ns(reasons.launched),
                   ns(reasons.unknown)});
    return true;
  }

  Cell ns(std::int64_t ticks) const {
    return static_cast<double>(ticks) / static_cast<double>(trace.time_base().ticks_per_ns);
  }
};

Table empty_gpu_streams_table() {
  const auto time = [](const char* id, Phrase title) {
    return Table::Column{.id = id, .title = title, .unit = "ns", .decimals = 0};
  };
  return Table({{.id = "device", .title = tr("Device")},
                {.id = "stream", .title = tr("Stream")},
                {.id = "events", .title = tr("Events")},
                time("start_ns", phrase("Start")),
                time("duration_ns", phrase("Duration")),
                time("busy_ns", phrase("Busy")),
                {.id = "busy_share", .title = tr("Busy share"), .decimals = 3},
                time("compute_ns", phrase("Compute")),
                time("communication_ns", phrase("Communication")),
                time("copy_ns", phrase("Copies")),
                time("overlapped_ns", phrase("Overlapped communication")),
                time("exposed_ns", phrase("Exposed communication")),
                time("idle_ns", phrase("Idle")),
                time("host_bound_ns", phrase("Idle, host-bound")),
                time("launched_ns", phrase("Idle, launched")),
                time("unknown_ns", phrase("Idle, launch unknown"))});
}

Result<Table> stream_table(const Trace& trace, const AnalysisRequest& request,
                           TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const auto devices = devices_of(trace, Scope(trace, request.scope));
  Table table = empty_gpu_streams_table();
  const auto launches = Launches::of(trace, tracks_of_gpus(devices), control);
  if (!launches) return cancelled();
  GpuStreamsWriter writer{trace, *launches, window_of(trace, request.scope), control, table};
  control.begin(phrase("Analysing streams"), devices.size());
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const Device& device = devices[i];
    control.advance_to(i);
    if (!is_gpu(device)) continue;
    const auto compute = busy_in(device.compute, writer.window, control);
    if (!compute) return cancelled();
    const CoveredTime covered(*compute);
    for (const Stream& stream : streams_of(trace, device)) {
      if (!writer.write(device, stream, covered)) return cancelled();
    }
  }
  if (table.row_count() == 0) table.add_note(tr("The run contains no GPU kernels."));
  if (writer.any_unknown) {
    table.add_note(
        tr("If the trace does not name the call that launched an event, the idle time before the "
           "event is included in unknown_ns."));
  }
  return table;
}

}  // namespace

constinit const Analysis kGpuStreamsAnalysis{
    .id = "gpu-streams",
    .group = phrase("Host and GPU"),
    .title = phrase("GPUs and their streams"),
    .shows = phrase("Compute, communication, copies and their overlap, and idle time by cause"),
    .definition = phrase(
        "One row for each GPU, (all), and for each of its streams. duration_ns = busy_ns + "
        "idle_ns, from the start of the first event to the end of the last. compute_ns = time with "
        "at least one kernel. communication_ns = time with at least one NCCL or RCCL kernel. "
        "copy_ns = time with at least one copy or fill. overlapped_ns = communication while a "
        "kernel runs anywhere on the GPU. exposed_ns = communication_ns - overlapped_ns. idle_ns = "
        "host_bound_ns + launched_ns + unknown_ns. A gap is host-bound until the call that "
        "launches the next event returns, and then launched: the event waits for others, or to be "
        "started. It is unknown if the trace does not name the call. Calls are found by flows or "
        "correlation numbers."),
    .run = stream_table,
    .plot = {Plot::Kind::kBars, "stream", "busy_ns", "device"}};

}  // namespace nscope::analysis
