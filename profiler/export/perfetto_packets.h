#pragma once

#include "profiler/export/perfetto_events.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope {

/// Encodes a trace as Perfetto packets of one sequence. Packets are appended to
/// buffer(), which the caller writes and clears. One thread; the trace must outlive it.
class PerfettoPackets {
 public:
  explicit PerfettoPackets(const Trace& trace);

  /// The packets before the first event: run, clock and tracks.
  void header();
  void event(const PerfettoEvents::Event& event, const Track& track);

  std::string& buffer() { return buffer_; }

 private:
  /// A flow at the slice where it starts or ends.
  struct Mention {
    SliceId slice;
    std::uint32_t flow = 0;
    bool terminating = false;
    bool backwards = false;
  };

  void run_packet();
  void clock_packet();
  void describe(const Track& track, std::int32_t rank, bool has_children);
  void describe_lane(const Track& track, std::uint64_t uuid, bool counter);
  void slice_fields(const PerfettoEvents::Event& event, const Track& track);
  void arg(const Arg& arg);
  void flows(SliceId slice, std::size_t& next);
  void collect_flows();
  std::uint64_t intern(StringId text, std::uint32_t field, std::vector<bool>& seen);
  std::uint64_t lane_uuid(const Track& track, std::uint32_t lane, bool counter);
  void add_time(TraceTime time);
  void finish_packet(std::uint64_t flags);

  const Trace& trace_;
  std::int64_t shift_ns_ = 0;
  std::string buffer_;
  std::string packet_;  // the packet being written
  std::string event_;   // messages within the packet
  std::string interned_;
  std::string ours_;
  std::string scratch_;
  std::vector<bool> names_;  // interned strings by StringId; the last: no string
  std::vector<bool> annotation_names_;
  std::vector<bool> annotation_texts_;
  std::vector<bool> kinds_;           // categories, by SliceKind
  std::vector<std::uint32_t> lanes_;  // number of described lanes by track
  std::vector<bool>
      counter_lanes_;  // whether the lane of samples is described, if the track also has slices
  std::vector<Mention> mentions_;          // by slice
  std::vector<std::size_t> next_mention_;  // by track
};

}  // namespace nscope
