#pragma once

#include "importers/perfetto/sequences.h"
#include "importers/perfetto/slice_stack.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nscope::importers::perfetto {

/// The NscopeTrack message of a track in a Neuronscope export.
struct NscopeTrack {
  std::uint64_t lane_of = 0;  ///< the track that its events belong to; 0: this track
  TrackKind kind = TrackKind::kOther;
  Engine engine = Engine::kNone;
  SliceKind slice_kind = SliceKind::kOther;
  TrackLayout layout = TrackLayout::kFlat;
  std::int32_t core = -1;
  std::string unit;
};

/// The contents of a TrackDescriptor.
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
  std::string_view builtin_name{};  ///< of a counter whose meaning the format defines
  bool explicit_order = false;      ///< its children are ordered by rank
  std::int32_t rank = 0;            ///< order among its siblings

  std::optional<NscopeTrack> nscope;  ///< in Neuronscope exports
};

/// Reads a TrackDescriptor message. False if it is damaged or has no track id.
bool read_track_descriptor(std::string_view message, TrackDescription& track);
/// Reads an NscopeTrack message. False if it is damaged.
bool read_nscope_track(std::string_view message, NscopeTrack& nscope);

/// The tracks of a trace and the events that wait for them. A track is declared when its first
/// outermost slice ends. If its description or that of a track above it is not known by then, a
/// bounded number of its slices wait for the description.
class Tracks {
 public:
  explicit Tracks(TraceWriter& out) : output_{out, flows_} {}

  struct Track {
    TrackDescription description;
    bool described = false;
    std::uint32_t index = 0;  ///< order of appearance
    TrackId id;               ///< valid when the track is declared
    TrackId group;            ///< of a process: the group of its threads
    SliceStack slices;
    std::vector<std::pair<TraceTime, double>> samples;  ///< waiting
    StringId first_name;  ///< of its first event, the name of a track without one
    WorkCategories::Work work = WorkCategories::Work::kNone;
    bool in_state = false;    ///< a state event holds
    bool declaring = false;   ///< prevents endless recursion in cycles of tracks
    std::size_t waiting = 0;  ///< number of events before it was declared
  };

  void describe(TrackDescription description);
  /// The track; added if it is new. The reference stays valid.
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

  /// The track of a thread; described if it is new.
  Track& thread(std::int32_t pid, std::int64_t tid);
  /// The process of a thread or process track.
  std::optional<std::int32_t> process_of(std::uint64_t uuid) const;
  /// A further track next to the threads of a process, or of no process.
  TrackId extra_track(std::optional<std::int32_t> pid, TrackSpec spec);

  /// Writes all waiting events, joins the flows and writes diagnostics.
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
  void write_problems();
  void join_flows();

  SliceOutput output_;
  Column<FlowMention> flows_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Track>> tracks_;  // by uuid
  std::vector<Track*> in_order_;
  std::unordered_map<std::int32_t, Track*> processes_;
  std::map<std::pair<std::int32_t, std::int64_t>, Track*> threads_;  // by process and thread
  std::uint64_t next_implied_ = 0x7e00'0000'0000'0000;  // a track that the file does not describe
  std::unordered_map<std::int32_t, TrackId> implied_processes_;
  Track* last_ = nullptr;
  std::size_t waiting_ = 0;  // number of events of tracks that are not declared
  int depth_ = 0;            // number of nested calls that declare parents
  std::int64_t renamed_ = 0;
  std::int64_t not_described_ = 0;
};

}  // namespace nscope::importers::perfetto
