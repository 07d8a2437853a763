#pragma once

#include "profiler/trace/trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace nscope::importers::perfetto {

struct PendingArg {
  StringId key;
  ArgValue value;
};

/// One mention of a flow by an event. Mentions of the same id are joined in
/// order of time when all of the file is read.
struct FlowPoint {
  std::uint64_t id = 0;
  StringId kind{};           ///< our own exports say it at the flow's start
  bool terminating = false;  ///< the id may be used again after this
  bool backwards = false;    ///< ours: the flow points from the later to the earlier event
};

struct FlowMention {
  FlowPoint point;
  TraceTime time;
  std::uint64_t order = 0;  ///< of its event in the file
  SliceId slice;
};

/// An event of one track with everything resolved. Its lists are only lent.
struct TrackEvent {
  enum class Type : std::uint8_t { kBegin, kEnd, kInstant };
  Type type = Type::kBegin;
  TraceTime time{};
  StringId name{};  ///< invalid: none; an end without name closes the innermost slice
  TraceTime wait{};
  std::uint64_t order = 0;
  std::span<const PendingArg> args{};
  std::span<const FlowPoint> flows{};
};

/// Where slices go, and what was found wrong with them.
struct SliceOutput {
  TraceWriter& out;
  std::vector<FlowMention>& flows;
  std::int64_t ends_without_begin = 0;
  std::int64_t out_of_order = 0;
  std::int64_t too_deep = 0;
};

/// Pairs the begin and end events of one track. Slices are kept until their
/// outermost one ends and leave in order of their start, so that a trace of any
/// length needs little memory. Events that come out of order of time are kept
/// until the end of the file and sorted; those that came before them in order
/// are not affected.
class SliceStack {
 public:
  /// An outermost slice with more slices in it than this leaves in parts.
  static constexpr std::size_t kMaxHeld = 16384;

  void add(const TrackEvent& event, SliceOutput& to);

  /// True where something should leave: nothing is open, or too much is held.
  bool ready() const { return !frames_.empty() && (stack_.empty() || frames_.size() >= kMaxHeld); }
  std::size_t held() const { return frames_.size() + late_.size(); }
  bool empty() const { return held() == 0 && stack_.empty(); }

  /// Sends on what is held.
  void flush(TrackId track, SliceOutput& to);
  /// The same at the end of the file; out-of-order events too. Slices that never
  /// ended leave open.
  void finish(TrackId track, SliceOutput& to);

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static constexpr std::size_t kMaxDepth = 1u << 16;

  /// A slice that has not left yet.
  struct Frame {
    TraceTime start;
    TraceTime duration;
    TraceTime wait;
    StringId name;
    SliceId id;
    std::uint32_t args_begin = 0;  ///< they end where the next frame's begin
    std::uint32_t flows_begin = 0;
    bool moved = false;  ///< to late_
  };
  /// An open slice.
  struct Open {
    std::uint32_t frame = kNone;
    SliceId id;  ///< where it has left already
    StringId name;
  };
  struct HeldFlow {
    FlowPoint point;
    TraceTime time;
    std::uint64_t order = 0;
  };
  /// What an end event says about its slice.
  struct LateArg {
    std::uint32_t frame = 0;
    PendingArg arg;
  };
  struct LateFlow {
    std::uint32_t frame = 0;
    HeldFlow flow;
  };
  /// An event kept for sorting.
  struct Late {
    TrackEvent event;  // its lists lie in late_args_ and late_flows_
    std::size_t args_begin = 0;
    std::size_t args_count = 0;
    std::size_t flows_begin = 0;
    std::size_t flows_count = 0;
    SliceId open;  ///< a slice that has left and is still open
  };

  void place(const TrackEvent& event, SliceOutput& to);
  void begin(const TrackEvent& event, SliceOutput& to);
  void end(const TrackEvent& event, SliceOutput& to);
  void push_frame(const TrackEvent& event, TraceTime duration);
  void keep_for_sorting(const TrackEvent& event);
  void start_sorting();

  std::vector<Frame> frames_;  // in order of start
  std::vector<PendingArg> args_;
  std::vector<HeldFlow> flows_;
  std::vector<LateArg> end_args_;
  std::vector<LateFlow> end_flows_;
  std::vector<Open> stack_;  // outermost first
  std::size_t ignored_ = 0;  // begins beyond kMaxDepth, whose ends are ignored too
  TraceTime last_time_{INT64_MIN};

  bool sorting_ = false;
  std::vector<Late> late_;
  std::vector<PendingArg> late_args_;
  std::vector<FlowPoint> late_flows_;
};

}  // namespace nscope::importers::perfetto
