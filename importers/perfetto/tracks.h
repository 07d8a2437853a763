#pragma once

#include "importers/perfetto/slice_stack.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nscope::importers::perfetto {

/// What one of our own exports says of a track beside its description.
struct OurTrack {
  std::uint64_t lane_of = 0;  ///< its events belong to that track; 0: to itself
  TrackKind kind = TrackKind::kOther;
  Engine engine = Engine::kNone;
  SliceKind slice_kind = SliceKind::kOther;
  TrackLayout layout = TrackLayout::kFlat;
  std::int32_t core = -1;
  std::string unit;
};

/// What a TrackDescriptor says.
struct TrackDescription {
  std::uint64_t uuid = 0;
  std::uint64_t parent_uuid = 0;
  std::string name;
  std::optional<std::int32_t> pid;  ///< of a process or thread track
  std::optional<std::int64_t> tid;  ///< of a thread track
  bool counter = false;
  bool incremental = false;  ///< counter values are differences
  std::int64_t multiplier = 1;
  std::string unit;
  bool explicit_order = false;  ///< of its children
  std::int32_t rank = 0;        ///< among its siblings

  std::optional<OurTrack> ours;  ///< of our own exports
};

/// Reads a TrackDescriptor message. False where it is damaged or names no track.
bool read_track_descriptor(std::string_view message, TrackDescription& track);
/// Reads our NscopeTrack message. False where it is damaged.
bool read_our_track(std::string_view message, OurTrack& ours);

/// The tracks of a trace and the events waiting on them. A track is declared
/// when its first outermost slice ends; where its description, or that of a track above
/// it, has not come by then, its slices wait for it (a bounded number of them).
class Tracks {
 public:
  explicit Tracks(TraceWriter& out) : output_{out, flows_} {}

  struct Track {
    TrackDescription description;
    bool described = false;
    std::uint32_t index = 0;  ///< order of appearance
    TrackId id;               ///< where events go, once declared
    TrackId group;            ///< of a process: what holds its threads
    SliceStack slices;
    std::vector<std::pair<TraceTime, double>> samples;  ///< waiting
    double sum = 0.0;                                   ///< of an incremental counter
    std::uint32_t sum_generation = 0;                   ///< of the sequence that it belongs to
    bool declaring = false;   ///< guards against tracks that hold each other
    std::size_t waiting = 0;  ///< events that came before it was declared
  };

  void describe(TrackDescription description);
  /// The track; made where it is not known. The reference stays good.
  Track& find(std::uint64_t uuid) {
    return last_ != nullptr && last_->description.uuid == uuid ? *last_ : find_other(uuid);
  }
  void event(Track& track, const TrackEvent& event) {
    if (track.id.valid() && !track.slices.waits()) {
      track.slices.add(event, track.id, output_);
    } else {
      wait_or_release(track, event);
    }
  }
  void sample(Track& track, TraceTime time, double value);

  /// Sends on everything that waits and joins the flows. Tells diagnostics.
  void finish();

 private:
  Track& find_other(std::uint64_t uuid);
  void declare(Track& track);
  TrackId declare_as_usual(const Track& track, TrackId parent);
  TrackId parent_of(const Track& track);
  TrackId group_of(Track& track);
  TrackId process_group(std::int32_t pid, std::int32_t order);
  std::int32_t order_of(const Track& track) const;
  bool is_complete(const Track& track) const;
  bool try_declare(Track& track);
  void release(Track& track);
  void wait_or_release(Track& track, const TrackEvent& event);
  void tell_problems();
  void join_flows();

  SliceOutput output_;
  Column<FlowMention> flows_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Track>> tracks_;  // by uuid
  std::vector<Track*> in_order_;
  std::unordered_map<std::int32_t, Track*> processes_;
  std::unordered_map<std::int32_t, TrackId> implied_processes_;
  Track* last_ = nullptr;
  std::size_t waiting_ = 0;  // events of tracks that are not declared
  int depth_ = 0;            // of parents being declared
  std::int64_t renamed_ = 0;
  std::int64_t not_described_ = 0;
};

}  // namespace nscope::importers::perfetto
