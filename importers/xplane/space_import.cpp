#include "importers/xplane/space_import.h"

#include "importers/shared/gpu_names.h"
#include "importers/shared/possible_time.h"
#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::importers::xplane {
namespace {

constexpr std::int64_t kTicksPerNs = kPicosecondTicks;
constexpr std::int32_t kDeviceOrder = 1'000'000;  // devices are below the host
constexpr std::int32_t kMarkerOrder = -1000;      // markers are above the streams
/// Shared properties of events: at most this many, plus one for each byte of the file.
constexpr std::uint64_t kLeastMetadataArgs = std::uint64_t{1} << 20;

}  // namespace

SpaceImport::SpaceImport(const ByteSource& file, TraceWriter& out, TaskControl& control)
    : file_(file),
      bytes_(file.text()),
      out_(out),
      control_(control),
      tracks_(out),
      metadata_args_(kLeastMetadataArgs + file.size()),
      category_(out.intern("cat")),
      correlation_(out.intern("correlation")),
      context_(out.intern("context")),
      device_(out.intern("device")),
      stream_(out.intern("stream")),
      value_key_(out.intern("value")),
      launch_(out.intern(gpu::kLaunchFlow)),
      long_name_(out.intern("long_name")) {}

void SpaceImport::count(std::string_view code, Severity severity, Text example,
                        std::int64_t times) {
  out_.diagnose(code, severity, std::move(example), times);
}

void SpaceImport::find_origin() {
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  for (const Plane& plane : space_.planes) {
    for (const Line& line : plane.lines) {
      if (line.timestamp_ns > 0) first = std::min(first, line.timestamp_ns);
    }
  }
  origin_ns_ = first == std::numeric_limits<std::int64_t>::max() ? 0 : first;
}

/// Lines of several planes can be of one thread. The first line with a name of its own names it.
void SpaceImport::name_threads() {
  for (const bool numbered : {false, true}) {
    for (const Plane& plane : space_.planes) {
      const PlaneKind kind = xla::plane_kind(plane.name);
      if (kind.device) continue;
      for (const Line& line : plane.lines) {
        if (line.shown().starts_with("Host Threads/") != numbered) continue;
        Thread& thread = tracks_.thread(kind.label, std::to_string(line.id));
        if (thread.name.empty()) tracks_.set_thread_name(thread, xla::thread_name(line.shown()));
      }
    }
  }
}

Result<> SpaceImport::run(std::string_view file_name) {
  control_.begin(phrase("Reading planes"), 0);
  space_ = read_space(bytes_);
  find_origin();
  name_threads();
  file_.release(file_.size());
  out_.time_base({.ticks_per_ns = kTicksPerNs});
  control_.begin(phrase("Reading events"), bytes_.size());
  for (const bool hosts : {true, false}) {
    for (Plane& plane : space_.planes) {
      if (auto ok = read_plane(plane, hosts); !ok) return ok;
    }
    if (hosts) calls_.sort();
  }
  connect();
  note_problems();
  if (events_ == 0) {
    const bool damaged = space_.damaged_at != std::string_view::npos;
    return fail(
        ErrorCode::kBadInput,
        damaged ? tr("the data is damaged or truncated before the first event")
                : tr("the profile contains no events"),
        damaged ? Place(tr("{}: byte {}", file_.name(), space_.damaged_at)) : Place(file_.name()));
  }
  put_properties(file_name);
  return {};
}

void SpaceImport::note_problems() {
  if (space_.damaged_at != std::string_view::npos) {
    count("cut_off", Severity::kError,
          tr("the data is damaged or truncated at byte {}; the events before it were imported",
             space_.damaged_at));
  }
  std::size_t left_out = 0;
  for (const Plane& plane : space_.planes) left_out += plane.lines_left_out;
  if (left_out > 0) {
    count("line_left_out", Severity::kWarning,
          tr("a line was skipped: the file has too many lines"),
          static_cast<std::int64_t>(left_out));
  }
  if (space_.planes_left_out > 0) {
    count("plane_left_out", Severity::kWarning,
          tr("a plane was skipped: the file has too many planes"),
          static_cast<std::int64_t>(space_.planes_left_out));
  }
  for (const std::string_view text : space_.errors) {
    count("profiler_error", Severity::kWarning,
          tr("the profiler reported an error: {}", printable(text)));
  }
  for (const std::string_view text : space_.warnings) {
    count("profiler_warning", Severity::kInfo,
          tr("the profiler reported a warning: {}", printable(text)));
  }
}

Result<> SpaceImport::read_plane(Plane& plane, bool hosts) {
  const PlaneKind kind = xla::plane_kind(plane.name);
  if (kind.device == hosts) return {};
  stat_kinds_.clear();
  event_kinds_.clear();
  unknown_kinds_.clear();
  put_facts(plane, kind);
  const bool has_ops = std::any_of(plane.lines.begin(), plane.lines.end(), [](const Line& line) {
    return xla::is_work_line(line.shown());
  });
  for (const Line& line : plane.lines) {
    if (auto ok = read_line(plane, line, kind, has_ops); !ok) return ok;
  }
  return {};
}

/// The first tick of a line; nullopt if it is out of range, which is counted.
std::optional<std::int64_t> SpaceImport::base_of(const Line& line) {
  if (line.timestamp_ns == 0 && origin_ns_ != 0) {
    count("line_without_time", Severity::kWarning,
          tr("the line '{}' has no time stamp; the start of the earliest line was assumed",
             printable(line.shown())));
    return 0;
  }
  std::int64_t base = 0;
  if (!__builtin_sub_overflow(line.timestamp_ns, origin_ns_, &base) &&
      !__builtin_mul_overflow(base, kTicksPerNs, &base) && possible_time(base)) {
    return base;
  }
  count("time_out_of_range", Severity::kWarning,
        tr("the line '{}' was skipped: its time is out of range", printable(line.shown())));
  return std::nullopt;
}

SpaceImport::LineContext SpaceImport::context_of(const Line& line, const PlaneKind& kind,
                                                 bool has_ops) {
  LineContext context{.plane = kind, .host = !kind.device, .markers = {}};
  Process& process = tracks_.process(kind.label);
  if (process.labels.empty()) {
    tracks_.set_process_labels(process, kind.label);
    const std::int64_t order =
        kind.device ? kDeviceOrder + std::clamp<std::int64_t>(kind.number, 0, kDeviceOrder) : 0;
    tracks_.set_process_order(process, order);
  }
  if (context.host) {
    context.thread = &tracks_.thread(kind.label, std::to_string(line.id));
    return context;
  }
  context.kind = xla::line_kind(line.shown(), kind, has_ops);
  if (context.kind == LineKind::kStream) {
    context.stream = xla::stream_number(line.shown()).value_or(line.id);
    context.thread = &tracks_.thread(kind.label, std::to_string(*context.stream));
    tracks_.set_thread_order(*context.thread, *context.stream);
  } else if (context.kind == LineKind::kMarkers) {
    std::string name = printable(line.shown());
    if (name.empty()) name = fmt::format("line {}", line.id);
    TrackId& track = markers_[kind.label + "\n" + name];
    if (!track.valid()) {
      track = out_.track({.name = name,
                          .kind = TrackKind::kLayer,
                          .parent = tracks_.group(process, true),
                          .slice_kind = SliceKind::kLayer,
                          .layout = TrackLayout::kNested,
                          .order = kMarkerOrder});
    }
    context.markers = track;
  } else if (context.kind != LineKind::kCounters) {
    std::string name = printable(line.shown());
    if (name.empty()) name = fmt::format("line {}", line.id);
    context.thread = &tracks_.thread(kind.label, "line " + name);
    if (context.thread->name.empty()) tracks_.set_thread_name(*context.thread, name);
  }
  return context;
}

Result<> SpaceImport::read_line(Plane& plane, const Line& line, const PlaneKind& kind,
                                bool has_ops) {
  const auto base = base_of(line);
  if (!base) return {};
  LineContext context = context_of(line, kind, has_ops);
  context.base = *base;
  const auto position = static_cast<std::uint64_t>(line.bytes.data() - bytes_.data());
  constexpr std::int64_t kEventsPerStep = 4096;
  constexpr std::uint64_t kReleaseBytes = std::uint64_t{16} << 20;
  std::uint64_t released = position;
  std::int64_t step = 0;
  WireReader in(line.bytes);
  for (WireField field; in.next(field);) {
    if (field.is(kLineEvents, kBytes)) read_event(plane, context, field.bytes);
    if (++step % kEventsPerStep != 0) continue;
    const std::uint64_t at = position + in.position();
    control_.advance_to(at);
    if (control_.cancelled() || !out_.flush()) return cancelled();
    if (at > released + kReleaseBytes) {
      file_.release(static_cast<std::size_t>(at), static_cast<std::size_t>(released));
      released = at;
    }
  }
  return control_.cancelled() ? Result<>(cancelled()) : Result<>();
}

/// Converts the times of the current event to ticks. False if they are out of range, which is
/// counted.
bool SpaceImport::times_of(const LineContext& line, std::int64_t& start, std::int64_t& duration) {
  if (__builtin_add_overflow(line.base, event_.offset_ps, &start) || !possible_time(start) ||
      !possible_time(event_.duration_ps)) {
    count("time_out_of_range", Severity::kWarning,
          tr("an event of the plane '{}' was skipped: its time is out of range", line.plane.label));
    return false;
  }
  duration = event_.duration_ps;
  if (duration < 0) {
    count("negative_duration", Severity::kWarning,
          tr("an event of the plane '{}': the negative duration was set to 0", line.plane.label));
    duration = 0;
  }
  first_ = std::min(first_, start);
  last_ = std::max(last_, start + duration);
  ++events_;
  return true;
}

/// Writes a flow from each producer of a context to its consumers.
void SpaceImport::connect() {
  const auto before = [](const End& a, const End& b) {
    return std::pair(a.key, a.slice) < std::pair(b.key, b.slice);
  };
  std::sort(producers_.begin(), producers_.end(), before);
  const StringId kind = out_.intern("context");
  for (const End& consumer : consumers_) {
    const auto producer = std::lower_bound(producers_.begin(), producers_.end(),
                                           End{consumer.key, SliceId(0u)}, before);
    if (producer != producers_.end() && producer->key == consumer.key &&
        producer->slice != consumer.slice) {
      out_.flow(producer->slice, consumer.slice, kind);
    }
  }
  producers_ = {};
  consumers_ = {};
}

}  // namespace nscope::importers::xplane
