#include "simcore/engine/serving/replica_tracks.h"

#include "profiler/trace/vocabulary.h"

#include <algorithm>

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
  add_parts(rows, segment, origin);
  out_.counter(rows.waiting, start, entry.waiting);
  out_.counter(rows.running, start, entry.running);
  out_.counter(rows.cache, start, entry.cache_share);
}

const PartTimes& ReplicaTracks::part_of(std::size_t instance) const {
  const std::vector<PartTimes>& parts = plan_->costs.parts;
  return parts[std::min(instance, parts.size() - 1)];  // instances with experts are alike
}

void ReplicaTracks::add_parts(const Rows& rows, const Segment& segment, Picoseconds origin) {
  if (rows.parts.empty() || segment.kind == Segment::Kind::kWait) return;
  const bool prefills = segment.kind == Segment::Kind::kPrefill && segment.prompt_bucket > 0;
  const bool decodes = segment.kind == Segment::Kind::kDecode && segment.batch_bucket > 0 &&
                       segment.position_bucket > 0;
  const auto length = static_cast<double>(segment.end() - segment.start);
  for (std::size_t i = 0; i < rows.parts.size(); ++i) {
    const PartTimes& part = part_of(i);
    double from = 0;
    double to = 1;
    if (prefills) {
      const std::size_t place = plan_->costs.prompt_place(segment.prompt_bucket);
      from = part.begin[place];
      to = part.end[place];
    }
    const auto begin = static_cast<Picoseconds>(from * length);
    const auto end = static_cast<Picoseconds>(to * length);
    const SliceId slice =
        out_.slice(rows.parts[i], out_.intern(segment_name(segment.kind)),
                   TraceTime(origin + segment.start + begin), TraceTime(end - begin));
    if (!decodes) continue;
    const std::size_t place =
        plan_->costs.decode_place(segment.batch_bucket, segment.position_bucket);
    out_.arg(slice, out_.intern("busy_share"), part.busy[place]);
  }
}

void ReplicaTracks::add_part_rows(TrackId replica, Rows& rows) {
  if (plan_ == nullptr || plan_->costs.parts.empty()) return;
  constexpr std::int32_t kAfterCounters = 4;
  for (int node = 0; node < plan_->setup.nodes; ++node) {
    const std::string title =
        fmt::format("Instance {}: {}", node + 1,
                    part_of(static_cast<std::size_t>(node)).title.english());
    const TrackId group = out_.track({.name = title,
                                      .kind = TrackKind::kGroup,
                                      .parent = replica,
                                      .order = kAfterCounters + node});
    rows.parts.push_back(out_.track({.name = "Executions",
                                     .kind = TrackKind::kExecution,
                                     .parent = group,
                                     .order = 0}));
  }
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
  add_part_rows(group, rows);
  return rows;
}

}  // namespace nscope::sim
