#pragma once

#include "importers/perfetto/sequences.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/columns/column.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace nscope::importers::perfetto {

/// One reference of an event to a flow. At the end of the file, references with the same id are
/// joined in order of time.
struct FlowPoint {
  std::uint64_t id = 0;
  StringId kind{};           ///< in Neuronscope exports, at the start of the flow
  bool terminating = false;  ///< the flow ends here, and its id may be used again
  bool backwards = false;    ///< in Neuronscope exports: from the later to the earlier event
};

struct FlowMention {
  std::uint64_t id = 0;
  TraceTime time{};
  std::uint64_t order_and_flags = 0;  ///< of the event in the file; terminating; backwards
  SliceId slice;
  StringId kind;

  FlowMention() = default;
  FlowMention(const FlowPoint& point, TraceTime at, std::uint64_t order, SliceId of)
      : id(point.id),
        time(at),
        order_and_flags(order << 2 | (point.terminating ? 2u : 0u) | (point.backwards ? 1u : 0u)),
        slice(of),
        kind(point.kind) {}
  bool terminating() const { return (order_and_flags & 2) != 0; }
  bool backwards() const { return (order_and_flags & 1) != 0; }
};

/// An event of one track with all texts resolved. The lists are not owned by the event.
struct TrackEvent {
  enum class Type : std::uint8_t { kBegin, kEnd, kInstant, kComplete };
  Type type = Type::kBegin;
  TraceTime time{};
  TraceTime duration{};  ///< of kComplete
  StringId name{};       ///< invalid: none; an end without name closes the innermost slice
  TraceTime wait{};
  std::uint64_t order = 0;
  WorkCategories::Work work = WorkCategories::Work::kNone;
  std::span<const TraceBatch::Arg> args{};  ///< their slice is not known yet
  std::span<const FlowPoint> flows{};
};

/// The destination of slices, and counts of problems.
struct SliceOutput {
  TraceWriter& out;
  Column<FlowMention>& flows;
  std::int64_t ends_without_begin = 0;
  std::int64_t out_of_order = 0;
  std::int64_t too_deep = 0;
};

/// Pairs the begin and end events of one track. A slice is written at its begin and closed at its
/// end, so that a trace of any length needs little memory. Events are held until the track is
/// declared. From the first event that is out of order on, events are held until the end of the
/// file and sorted; earlier events are not affected.
class SliceStack {
 public:
  /// When this many events are held, the track is declared with the description known so far.
  static constexpr std::size_t kMaxHeld = 32768;

  /// Adds an event of a declared track.
  void add(const TrackEvent& event, TrackId track, SliceOutput& to) {
    if (sorting_ || event.time < last_time_) {
      add_unsorted(event, to);
      return;
    }
    last_time_ = event.time;
    place(event, track, to);
  }

  /// Holds an event of a track that is not declared yet.
  void hold(const TrackEvent& event);
  /// Whether the track should be declared: no held slice is open, or too many events are held.
  bool ready() const { return held_open_ == 0 || held_.events.size() >= kMaxHeld; }
  /// Whether events are held until the track is declared. They must be added before any other.
  bool waits() const { return waits_; }
  /// Adds the held events.
  void release(TrackId track, SliceOutput& to);

  /// At the end of the file: adds held events, also those out of order. Slices without an end stay
  /// open.
  void finish(TrackId track, SliceOutput& to);
  /// Whether no events are held.
  bool empty() const { return held_.events.empty(); }

 private:
  static constexpr std::size_t kMaxDepth = 1u << 16;

  struct Open {
    SliceId id;
    StringId name;
    TraceTime start;
  };
  /// Events that are held until the track is declared or until they are sorted.
  struct HeldEvents {
    struct Event {
      TrackEvent event;
      std::size_t args_begin = 0;  ///< start of its lists in `args` and `flows`
      std::size_t flows_begin = 0;
      SliceId open{};  ///< a slice that has been written and is still open
      bool ends_earlier_slice = false;
    };
    std::vector<Event> events;
    std::vector<TraceBatch::Arg> args;
    std::vector<FlowPoint> flows;
  };

  void place(const TrackEvent& event, TrackId track, SliceOutput& to) {
    switch (event.type) {
      case TrackEvent::Type::kBegin: return begin(event, track, to);
      case TrackEvent::Type::kEnd: return end(event, to);
      case TrackEvent::Type::kInstant: write(event, track, TraceTime(0), to); return;
      case TrackEvent::Type::kComplete: write(event, track, event.duration, to); return;
    }
  }

  void begin(const TrackEvent& event, TrackId track, SliceOutput& to) {
    if (stack_.size() >= kMaxDepth) {
      ++ignored_;
      ++to.too_deep;
      return;
    }
    stack_.push_back({write(event, track, kOpenDuration, to), event.name, event.time});
  }

  void end(const TrackEvent& event, SliceOutput& to) {
    if (event.name.valid() || ignored_ > 0 || stack_.empty()) {
      end_unusually(event, to);
      return;
    }
    const Open open = stack_.back();
    stack_.pop_back();
    close(event, open.id, to);
  }

  static SliceId write(const TrackEvent& event, TrackId track, TraceTime duration,
                       SliceOutput& to) {
    const StringId name = event.name.valid() ? event.name : to.out.intern("");
    const SliceId id = to.out.slice(track, name, event.time, duration, event.wait);
    write_lists(event, id, to);
    return id;
  }

  static void close(const TrackEvent& event, SliceId id, SliceOutput& to) {
    to.out.close_slice(id, event.time);
    write_lists(event, id, to);
  }

  static void write_lists(const TrackEvent& event, SliceId id, SliceOutput& to) {
    to.out.args(id, event.args);
    for (const FlowPoint& point : event.flows) {
      to.flows.push_back({point, event.time, event.order, id});
    }
  }

  void sort_held();
  void add_unsorted(const TrackEvent& event, SliceOutput& to);
  void end_unusually(const TrackEvent& event, SliceOutput& to);
  void keep(const TrackEvent& event, SliceId open = {});

  std::vector<Open> stack_;  // outermost first
  std::size_t ignored_ = 0;  // begins below kMaxDepth; their ends are ignored too
  TraceTime last_time_{INT64_MIN};
  bool sorting_ = false;

  HeldEvents held_;
  bool waits_ = false;         // events are held for the track, not for sorting
  std::size_t held_open_ = 0;  // held slices without an end
};

}  // namespace nscope::importers::perfetto
