#pragma once

#include "profiler/trace/columns/diagnostic_list.h"
#include "profiler/trace/columns/trace_batch.h"

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace nscope {

/// Describes a track to TraceWriter::track().
struct TrackSpec {
  std::string_view name;
  StringId name_id{};  ///< if valid, used instead of `name`
  TrackKind kind = TrackKind::kGroup;
  TrackId parent{};
  Engine engine = Engine::kNone;
  SliceKind slice_kind = SliceKind::kOther;
  TrackLayout layout = TrackLayout::kFlat;
  std::int32_t core = -1;
  std::int32_t order = 0;
  std::string_view unit{};
};

/// The producer's side of a trace: numbers tracks, slices and strings, and
/// sends them to a sink in batches. Events may be written in any order of time. One thread.
///
///   TraceWriter out(sink);
///   const TrackId track = out.track({.name = "TensorE", .kind = TrackKind::kEngine});
///   const SliceId slice = out.slice(track, out.intern("MATMUL"), TraceTime(10), TraceTime(5));
///   out.arg(slice, out.intern("operands"), "src=...");
///   return out.finish() ? ... : cancelled();
class TraceWriter {
 public:
  explicit TraceWriter(TraceSink& sink, std::size_t batch_events = 1u << 14);

  StringId intern(std::string_view text);
  TrackId track(const TrackSpec& spec);

  SliceId slice(TrackId track, StringId name, TraceTime start, TraceTime duration,
                TraceTime wait = {}) {
    const SliceId id(next_slice_++);
    batch_.slices.emplace_back(id, track, name, start, duration, wait);
    count_event();
    return id;
  }
  /// All slices of a table, sent at once. Returns the id of the first one; the others follow.
  SliceId slices(TraceBatch::SliceTable table);
  SliceId open_slice(TrackId track, StringId name, TraceTime start) {
    return slice(track, name, start, kOpenDuration);
  }
  void close_slice(SliceId slice, TraceTime end) {
    // Most slices end soon, while their batch can still be changed.
    const std::size_t back = next_slice_ - slice.index();
    if (back > 0 && back <= batch_.slices.size()) {
      TraceBatch::Slice& open = batch_.slices[batch_.slices.size() - back];
      std::int64_t duration = 0;
      const bool known = !__builtin_sub_overflow(end.value(), open.start.value(), &duration);
      if (known && duration >= 0) {
        open.duration = TraceTime(duration);
        return;
      }
    }
    batch_.slice_ends.push_back({slice, end});
    count_event();
  }

  template <class Value>
  requires std::constructible_from<ArgValue, const Value&>
  void arg(SliceId slice, StringId key, const Value& value) {
    batch_.args.emplace_back(slice, key, value);
    count_event();
  }
  void arg(SliceId slice, StringId key, std::string_view text) { arg(slice, key, intern(text)); }
  /// Several properties of `slice`; the slice in `args` is ignored.
  void args(SliceId slice, std::span<const TraceBatch::Arg> args) {
    for (const TraceBatch::Arg& arg : args) batch_.args.emplace_back(slice, arg.key, arg.value);
    pending_ += args.size();
    if (pending_ >= batch_events_) flush();
  }

  void counter(TrackId track, TraceTime time, double value) {
    batch_.counters.push_back({track, time, value});
    count_event();
  }
  void flow(SliceId from, SliceId to, StringId kind) {
    batch_.flows.push_back({from, to, kind});
    count_event();
  }

  void time_base(const TimeBase& base);
  void property(std::string key, PropertyValue value);
  void metric(Metric metric);
  /// Counts `count` more of `code`; the first example is kept.
  void diagnose(std::string_view code, Severity severity, Text example, std::int64_t count = 1);

  /// The diagnostics so far; sent by finish().
  std::span<const Diagnostic> diagnostics() const { return diagnostics_.entries(); }

  /// Sends pending data. False if the consumer has ended.
  bool flush();
  /// The last flush, with the diagnostics. False if the consumer has ended.
  bool finish();

 private:
  void count_event() {
    if (++pending_ >= batch_events_) flush();
  }

  TraceSink& sink_;
  std::size_t batch_events_;
  std::size_t pending_ = 0;
  bool alive_ = true;
  TraceBatch batch_;
  std::unordered_map<std::string, StringId> strings_;
  DiagnosticList diagnostics_;
  std::uint32_t next_track_ = 0;
  std::uint32_t next_slice_ = 0;
};

}  // namespace nscope
