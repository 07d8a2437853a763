#include "importers/open/device_placement.h"

#include "importers/shared/possible_time.h"
#include "importers/system_recording/recording_files.h"
#include "importers/system_recording/system_recording.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

namespace nscope::importers {
namespace {

constexpr std::int64_t kNsInSecond = 1'000'000'000;
/// The name of the spans of executions on the device.
constexpr std::string_view kRunningName = "nc_exec_running";

struct SyncPoint {
  std::int64_t device_ns = 0;
  std::int64_t offset_ns = 0;  ///< Unix time - device time
};

/// An execution in a recording.
struct RecordedExecution {
  SliceId slice;
  std::int64_t device_core = -1;
  std::int64_t begin_ns = 0;  ///< device clock
  std::int64_t end_ns = 0;
  std::int64_t offset_ns = 0;  ///< Unix time - device time
};

/// Who was recorded or captured. Absent if the file does not state it.
struct Traced {
  std::string instance;
  std::optional<std::int64_t> process;

  explicit Traced(const Trace& trace) : instance(trace.property_text(property::kInstanceId)) {
    const PropertyValue* const value = trace.property(property::kProcessId);
    if (value != nullptr && std::holds_alternative<std::int64_t>(*value)) {
      process = std::get<std::int64_t>(*value);
    }
  }
  bool differs(const Traced& other) const {
    return (!instance.empty() && !other.instance.empty() && instance != other.instance) ||
           (process && other.process && *process != *other.process);
  }
  bool equals(const Traced& other) const {
    return process && other.process && *process == *other.process && !differs(other);
  }
  Text text() const {
    const Text id = process ? tr("process {}", *process) : tr("an unknown process");
    return instance.empty() ? id : tr("{} on instance {}", id, instance);
  }
};

struct Recording {
  std::size_t part = 0;
  std::filesystem::path folder;
  Traced traced;
  std::int64_t begin_ns = 0;  ///< Unix time
  std::int64_t end_ns = 0;
  std::vector<SyncPoint> points{};              ///< by device time
  std::vector<RecordedExecution> executions{};  ///< by begin
  std::int64_t longest_ns = 0;                  ///< of the executions
};

std::optional<std::int64_t> clock_origin(const Trace& trace) {
  const PropertyValue* const origin = trace.property(property::kClockOrigin);
  const auto* const ns = origin == nullptr ? nullptr : std::get_if<std::int64_t>(origin);
  return ns == nullptr || !possible_time(*ns) ? std::nullopt : std::optional(*ns);
}

std::optional<std::int64_t> integer(const Trace& trace, SliceId slice, StringId key) {
  const auto value = key.valid() ? trace.arg(slice, key) : std::nullopt;
  if (!value || !std::holds_alternative<std::int64_t>(*value)) return std::nullopt;
  return std::get<std::int64_t>(*value);
}

/// Reads the events of a track that state the clock of the device.
void read_device_times(const Trace& trace, const Track& track, std::int64_t origin,
                       Recording& recording) {
  const StringId device_key = trace.strings().find("nc_timestamp_ns");
  const StringId stop_key = trace.strings().find("nc_timestamp_ns_stop");
  const StringId host_key = trace.strings().find("cpu_timestamp_ns");
  const StringId core_key = trace.strings().find("device_core_idx");
  const StringId running = trace.strings().find(kRunningName);
  for (const ArgColumn& column : track.args) {
    if (column.key != device_key || column.type != ArgColumn::Type::kInteger) continue;
    for (std::size_t entry = 0; entry < column.size(); ++entry) {
      const std::size_t row = column.row(entry);
      const SliceId slice = Trace::slice_id(track, row);
      const std::int64_t device = column.integers[entry];
      const auto stated = integer(trace, slice, host_key);
      const std::int64_t host = stated.value_or(origin + track.slices.start[row]);
      std::int64_t offset = 0;
      if (!possible_time(device) || !possible_time(host) ||
          __builtin_sub_overflow(host, device, &offset)) {
        continue;
      }
      if (stated) {
        recording.points.push_back({device, offset});
        continue;
      }
      if (!running.valid() || track.slices.name[row] != running) continue;
      const std::int64_t end =
          integer(trace, slice, stop_key).value_or(device + track.slices.duration[row]);
      if (end < device || !possible_time(end)) continue;
      recording.executions.push_back({.slice = slice,
                                      .device_core = integer(trace, slice, core_key).value_or(-1),
                                      .begin_ns = device,
                                      .end_ns = end,
                                      .offset_ns = offset});
      recording.longest_ns = std::max(recording.longest_ns, end - device);
    }
  }
}

Recording recording_of(std::size_t part, const Trace& trace, const std::string& file) {
  Recording recording{.part = part,
                      .folder = std::filesystem::path(file).parent_path().lexically_normal(),
                      .traced = Traced(trace)};
  const std::int64_t origin = clock_origin(trace).value_or(0);
  const auto stated = [&](std::string_view name, std::int64_t otherwise) {
    const PropertyValue* const value = trace.property(name);
    const auto* const number = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
    return number == nullptr || !possible_time(*number) ? otherwise : *number;
  };
  recording.begin_ns =
      std::min(stated(property::kRecordingBegin, INT64_MAX), origin + trace.begin().value());
  recording.begin_ns = std::max(recording.begin_ns, origin - kLongestRecording);
  recording.end_ns =
      std::max(stated(property::kRecordingEnd, INT64_MIN), origin + trace.end().value());
  recording.end_ns = std::min(recording.end_ns, origin + kLongestRecording);
  for (const Track& track : trace.tracks()) read_device_times(trace, track, origin, recording);
  std::sort(recording.points.begin(), recording.points.end(),
            [](const SyncPoint& a, const SyncPoint& b) { return a.device_ns < b.device_ns; });
  std::sort(recording.executions.begin(), recording.executions.end(),
            [](const auto& a, const auto& b) {
              return std::pair(a.begin_ns, a.slice) < std::pair(b.begin_ns, b.slice);
            });
  return recording;
}

/// A device capture, on the clock of its device.
struct Capture {
  struct Execution {
    SliceId slice;
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
    TraceTime begin{};
    TraceTime end{};
  };

  const Trace& trace;
  Traced traced;
  std::optional<std::int64_t> origin_ns;
  std::vector<Execution> executions;
  std::set<std::int64_t> device_cores;

  explicit Capture(const Trace& of) : trace(of), traced(of), origin_ns(clock_origin(of)) {
    for (const Track& track : trace.tracks()) {
      if (track.core >= 0) {
        const auto name = property::core_property(track.core, property::kNcIndex);
        if (const auto core = trace.property_number(name)) {
          device_cores.insert(static_cast<std::int64_t>(*core));
        }
      }
      if (track.kind != TrackKind::kExecution || !origin_ns) continue;
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        const TraceTime begin = track.slices.begin(row);
        const TraceTime end = track.slices.end(row);
        executions.push_back({Trace::slice_id(track, row), *origin_ns + trace.to_ns(begin),
                              *origin_ns + trace.to_ns(end), begin, end});
      }
    }
  }
  bool has_core(std::int64_t core) const {
    return core < 0 || device_cores.empty() || device_cores.contains(core);
  }
};

/// An execution of the capture and its recorded counterpart.
struct SameExecution {
  const Capture::Execution* captured = nullptr;
  const RecordedExecution* recorded = nullptr;
};

std::vector<SameExecution> same_executions(const Capture& capture, const Recording& recording) {
  std::vector<SameExecution> same;
  const auto& recorded = recording.executions;
  for (const Capture::Execution& execution : capture.executions) {
    auto at = std::lower_bound(recorded.begin(), recorded.end(),
                               execution.begin_ns - recording.longest_ns,
                               [](const auto& r, std::int64_t time) { return r.begin_ns < time; });
    for (; at != recorded.end() && at->begin_ns < execution.end_ns; ++at) {
      if (at->end_ns <= execution.begin_ns || !capture.has_core(at->device_core)) continue;
      same.push_back({&execution, &*at});
    }
  }
  return same;
}

/// By how much the clock of the device runs faster or slower than that of the host: the slope of a
/// least-squares line through the offsets, in parts per million. nullopt if the sync points cover
/// less than a second, in which their error is larger than a usual drift.
std::optional<double> drift_ppm(const std::vector<SyncPoint>& points) {
  if (points.size() < 2 || points.back().device_ns - points.front().device_ns < kNsInSecond) {
    return std::nullopt;
  }
  const SyncPoint& first = points.front();
  double time_sum = 0.0;
  double offset_sum = 0.0;
  const auto count = static_cast<double>(points.size());
  const auto time = [&](const SyncPoint& p) {
    return static_cast<double>(p.device_ns - first.device_ns);
  };
  const auto offset = [&](const SyncPoint& p) {
    return static_cast<double>(p.offset_ns - first.offset_ns);
  };
  for (const SyncPoint& point : points) {
    time_sum += time(point);
    offset_sum += offset(point);
  }
  double covariance = 0.0;
  double variance = 0.0;
  for (const SyncPoint& point : points) {
    const double t = time(point) - time_sum / count;
    covariance += t * (offset(point) - offset_sum / count);
    variance += t * t;
  }
  constexpr double kPartsPerMillion = 1e6;
  return variance > 0.0 ? std::optional(covariance / variance * kPartsPerMillion) : std::nullopt;
}

struct Offset {
  std::int64_t ns = 0;           ///< Unix time - device time
  std::int64_t uncertainty = 0;  ///< largest difference of an offset nearby
  std::int64_t points = 0;       ///< number of offsets nearby
};

/// The offset at `device_ns`. `same` takes precedence over the nearest sync point.
std::optional<Offset> offset_at(std::int64_t device_ns, const Recording& recording,
                                const std::vector<SameExecution>& same) {
  Offset result;
  if (!same.empty()) {
    std::vector<std::int64_t> offsets;
    for (const SameExecution& execution : same) offsets.push_back(execution.recorded->offset_ns);
    std::sort(offsets.begin(), offsets.end());
    result.ns = offsets[(offsets.size() - 1) / 2];
    result.uncertainty = std::max(result.ns - offsets.front(), offsets.back() - result.ns);
  } else if (!recording.points.empty()) {
    const auto nearest = std::min_element(recording.points.begin(), recording.points.end(),
                                          [&](const SyncPoint& a, const SyncPoint& b) {
                                            return std::abs(a.device_ns - device_ns) <
                                                   std::abs(b.device_ns - device_ns);
                                          });
    result.ns = nearest->offset_ns;
  } else {
    return std::nullopt;
  }
  for (const SyncPoint& point : recording.points) {
    if (std::abs(point.device_ns - device_ns) > kNsInSecond) continue;
    ++result.points;
    result.uncertainty = std::max(result.uncertainty, std::abs(point.offset_ns - result.ns));
  }
  return result;
}

class DevicePlacer {
 public:
  DevicePlacer(std::span<RunPart> parts, std::span<const std::string> files,
               DiagnosticList& diagnostics)
      : parts_(parts), files_(files), diagnostics_(diagnostics) {}

  std::vector<PartFlow> run();

 private:
  void place(std::size_t part);
  const Recording* recording_for(std::size_t part, const Capture& capture,
                                 std::vector<SameExecution>& same);
  bool in_folder_of(std::size_t part, const Recording& recording) const;
  void keep_apart(std::string_view code, Text why) {
    diagnostics_.add(code, Severity::kWarning, std::move(why));
  }
  void add_flows(std::size_t part, const Capture& capture, const Recording& recording,
                 const std::vector<SameExecution>& same);

  std::span<RunPart> parts_;
  std::span<const std::string> files_;
  DiagnosticList& diagnostics_;
  std::vector<Recording> recordings_;
  std::vector<PartFlow> flows_;
};

bool DevicePlacer::in_folder_of(std::size_t part, const Recording& recording) const {
  const auto folder = std::filesystem::path(files_[part]).parent_path().lexically_normal();
  const auto relative = folder.lexically_relative(recording.folder);
  return folder == recording.folder || (!relative.empty() && *relative.begin() != "..");
}

/// The recording of the process that was captured. Null, with a diagnostic, if the recording in
/// the folder of the capture is of another process, or if this is unknown.
const Recording* DevicePlacer::recording_for(std::size_t part, const Capture& capture,
                                             std::vector<SameExecution>& same) {
  const Recording* other = nullptr;
  const Recording* fitting = nullptr;
  bool unnamed = false;
  for (const Recording& recording : recordings_) {
    const bool beside = in_folder_of(part, recording);
    if (capture.traced.differs(recording.traced)) {
      if (beside) other = &recording;
      continue;
    }
    const bool equal = capture.traced.equals(recording.traced);
    if (!equal && !beside) continue;
    same = same_executions(capture, recording);
    if (!same.empty()) return &recording;
    if (equal) fitting = &recording;
    unnamed = unnamed || !equal;
  }
  if (fitting != nullptr) return fitting;
  if (unnamed) {
    keep_apart("capture_without_process",
               tr("{} does not state its process, and the recording beside it contains none of its "
                  "executions; the capture is not aligned with the recording",
                  parts_[part].label));
  }
  if (unnamed || other == nullptr) return nullptr;
  keep_apart("capture_of_another_process",
             tr("{} is of {}, but the recording beside it is of {}; the capture is not aligned "
                "with the recording",
                parts_[part].label, capture.traced.text(), other->traced.text()));
  return nullptr;
}

void DevicePlacer::place(std::size_t part) {
  RunPart& to = parts_[part];
  const Capture capture(*to.trace);
  std::vector<SameExecution> same;
  const Recording* const recording = recording_for(part, capture, same);
  if (recording == nullptr) return;
  if (!capture.origin_ns || capture.executions.empty()) {
    return keep_apart("capture_without_clock",
                      tr("{} is not aligned with the recording of its process: its clock is not "
                         "that of a single device",
                         to.label));
  }
  const std::int64_t begin = capture.executions.front().begin_ns;
  const auto offset = offset_at(begin, *recording, same);
  if (!offset) {
    return keep_apart("no_sync_points",
                      tr("{} is not aligned with the recording of its process: the recording "
                         "contains no sync points",
                         to.label));
  }
  std::int64_t unix_ns = 0;
  if (__builtin_add_overflow(begin, offset->ns, &unix_ns) || !possible_time(unix_ns) ||
      unix_ns < recording->begin_ns - kNsInSecond || unix_ns > recording->end_ns + kNsInSecond) {
    return keep_apart("execution_outside_recording",
                      tr("{} is not aligned with the recording of its process: according to the "
                         "sync points its execution is outside the recorded time",
                         to.label));
  }
  if (same.empty()) {
    diagnostics_.add("execution_not_recorded", Severity::kInfo,
                     tr("{} is aligned by the nearest sync point, because the recording does not "
                        "contain its execution",
                        to.label));
  }
  to.synced_clock = PartClock{"unix", *capture.origin_ns + offset->ns};
  to.alignment = {{"sync_offset_ns", offset->ns}, {"sync_points", offset->points}};
  if (offset->points > 1 || same.size() > 1) {
    to.alignment.emplace_back("sync_uncertainty_ns", offset->uncertainty);
  }
  if (const auto drift = drift_ppm(recording->points)) {
    to.alignment.emplace_back("sync_drift_ppm", *drift);
  }
  add_flows(part, capture, *recording, same);
}

/// Flows to the execution and to the first instruction of each engine of the core.
void DevicePlacer::add_flows(std::size_t part, const Capture& capture, const Recording& recording,
                             const std::vector<SameExecution>& same) {
  for (const auto& [captured, recorded] : same) {
    const auto flow = [&](SliceId to) {
      flows_.push_back({recording.part, recorded->slice, part, to, flow_kind::kExecution});
    };
    flow(captured->slice);
    for (const Track& track : capture.trace.tracks()) {
      if (track.kind != TrackKind::kEngine || track.core < 0) continue;
      const auto core =
          capture.trace.property_number(property::core_property(track.core, property::kNcIndex));
      if (recorded->device_core >= 0 && core &&
          static_cast<std::int64_t>(*core) != recorded->device_core) {
        continue;
      }
      const auto& starts = track.slices.start;
      const auto first = std::lower_bound(starts.begin(), starts.end(), captured->begin.value());
      if (first == starts.end() || *first >= captured->end.value()) continue;
      flow(Trace::slice_id(track, static_cast<std::size_t>(first - starts.begin())));
    }
  }
}

std::vector<PartFlow> DevicePlacer::run() {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::string format = parts_[i].trace->property_text(property::kSourceFormat);
    if (format != kSystemRecordingFormat) continue;
    recordings_.push_back(recording_of(i, *parts_[i].trace, files_[i]));
  }
  if (recordings_.empty()) return {};
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i].trace->property_text(property::kSourceFormat) == "ntff") place(i);
  }
  return std::move(flows_);
}

}  // namespace

std::vector<PartFlow> place_device_captures(std::span<RunPart> parts,
                                            std::span<const std::string> files,
                                            DiagnosticList& diagnostics) {
  return DevicePlacer(parts, files, diagnostics).run();
}

}  // namespace nscope::importers
