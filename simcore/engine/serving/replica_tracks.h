#pragma once

#include "profiler/trace/build/trace_writer.h"
#include "simcore/engine/serving/replica.h"
#include "simcore/engine/serving/serving_plan.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// The name of a slice of the scheduler: "prefill", "decode", ...
std::string_view segment_name(Segment::Kind kind);

/// A segment of a replica and the state at its start. Plain data.
struct ReplicaSegment {
  int replica = 0;
  Segment segment{};
  int waiting = 0;
  int running = 0;
  double cache_share = 0;  ///< of the KV cache in use

  static ReplicaSegment of(const Replica& replica, const Segment& segment);
};

/// Writes the segments of replicas: a group of tracks for each replica with the slices of its
/// scheduler and counters of waiting requests, decoding requests and the KV cache. A replica on
/// several instances has a group for each with the executions of its part; a slice of decode steps
/// states the share of the time in which the part computes. Segments beyond `most` are only counted.
/// The writer and the plan, which may be null, must outlive it. For one thread.
class ReplicaTracks {
 public:
  ReplicaTracks(TraceWriter& out, std::int64_t most, const ServingPlan* plan = nullptr)
      : out_(out), most_(most), plan_(plan) {}

  /// Adds a segment whose times count from `origin` (picoseconds).
  void add(const ReplicaSegment& entry, Picoseconds origin = 0);
  /// Sets the counters of each replica to 0 at the end of its last segment.
  void end_counters();
  /// Adds a diagnostic if segments are not shown; `hidden` more were not passed to add().
  void finish(std::int64_t hidden = 0);

 private:
  struct Rows {
    TrackId segments;
    TrackId waiting;
    TrackId running;
    TrackId cache;
    std::vector<TrackId> parts;  ///< of the instances of a replica
    TraceTime end{};
  };
  Rows& rows_of(int replica);
  void add_part_rows(TrackId replica, Rows& rows);
  void add_parts(const Rows& rows, const Segment& segment, Picoseconds origin);
  const PartTimes& part_of(std::size_t instance) const;

  TraceWriter& out_;
  std::int64_t most_;
  const ServingPlan* plan_;
  std::map<int, Rows> rows_;
  std::int64_t shown_ = 0;
  std::int64_t hidden_ = 0;
};

}  // namespace nscope::sim
