#include "simcore/engine/serving/replica_tracks.h"

#include "profiler/trace/vocabulary.h"

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr std::int32_t kReplicaOrder = 100;  // above the tracks of cores

}  // namespace

std::string_view segment_name(Segment::Kind kind) {
  switch (kind) {
    case Segment::Kind::kPrefill: return "prefill";
    case Segment::Kind::kDecode: return "decode";
    case Segment::Kind::kMixed: return "prefill chunk and decode";
    case Segment::Kind::kWait: return "wait for a batch";
    case Segment::Kind::kNone: break;
  }
  return "idle";
}

ReplicaSegment ReplicaSegment::of(const Replica& replica, const Segment& segment) {
  return {.replica = replica.index(),
          .segment = segment,
          .waiting = replica.waiting(),
          .running = replica.running(),
          .cache_share = replica.cache_share()};
}

void ReplicaTracks::add(const ReplicaSegment& entry, Picoseconds origin) {
  if (shown_ >= most_) {
    ++hidden_;
    return;
  }
  ++shown_;
  Rows& rows = rows_of(entry.replica);
  const Segment& segment = entry.segment;
  const TraceTime start(origin + segment.start);
  rows.end = TraceTime(origin + segment.end());
  const SliceId slice = out_.slice(rows.segments, out_.intern(segment_name(segment.kind)), start,
                                   TraceTime(segment.end() - segment.start));
  if (segment.steps > 1) out_.arg(slice, out_.intern("steps"), segment.steps);
  const auto size = [&](const char* name, int value) {
    if (value > 0) out_.arg(slice, out_.intern(name), std::int64_t{value});
  };
  size("sequences", segment.sequences);
  size("prompt_bucket", segment.prompt_bucket);
  size("batch_bucket", segment.batch_bucket);
  size("position_bucket", segment.position_bucket);
  out_.counter(rows.waiting, start, entry.waiting);
  out_.counter(rows.running, start, entry.running);
  out_.counter(rows.cache, start, entry.cache_share);
}

void ReplicaTracks::end_counters() {
  for (const auto& [replica, rows] : rows_) {
    for (const TrackId counter : {rows.waiting, rows.running, rows.cache}) {
      out_.counter(counter, rows.end, 0);
    }
  }
}

void ReplicaTracks::finish(std::int64_t hidden) {
  hidden += hidden_;
  if (hidden == 0) return;
  out_.diagnose("scheduler_steps_not_shown", Severity::kInfo,
                tr("The first {} of {} scheduler segments are shown; the metrics include all of "
                   "them.",
                   as::count(shown_), as::count(shown_ + hidden)),
                hidden);
}

ReplicaTracks::Rows& ReplicaTracks::rows_of(int replica) {
  const auto [it, added] = rows_.try_emplace(replica);
  Rows& rows = it->second;
  if (!added) return rows;
  const std::string title = fmt::format("Replica {}", replica);
  const TrackId group =
      out_.track({.name = title, .kind = TrackKind::kGroup, .order = kReplicaOrder + replica});
  rows.segments = out_.track(
      {.name = track_name::kScheduler, .kind = TrackKind::kExecution, .parent = group, .order = 0});
  const auto counter = [&](std::string_view name, std::int32_t order, std::string_view unit) {
    return out_.track({.name = name,
                       .kind = TrackKind::kCounter,
                       .parent = group,
                       .order = order,
                       .unit = unit});
  };
  rows.waiting = counter("Waiting requests", 1, "count");
  rows.running = counter("Decoding requests", 2, "count");
  rows.cache = counter("KV cache", 3, "share");
  return rows;
}

}  // namespace nscope::sim
