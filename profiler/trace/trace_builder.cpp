#include "profiler/trace/trace_builder.h"

#include "profiler/trace/trace_assembler.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace nscope {
namespace {

constexpr std::size_t kMaxDepth = 512;

/// Everything that arrived for one track, in order of arrival.
struct TrackParts {
  std::vector<TraceBatch::Slice> slices;
  std::vector<TraceBatch::Counter> counters;
};

/// Tracks in display order: depth first, siblings by (order, declaration).
std::vector<std::uint32_t> display_order(const std::vector<TraceBatch::Track>& tracks) {
  std::vector<std::uint32_t> sorted(tracks.size());
  std::iota(sorted.begin(), sorted.end(), 0u);
  std::stable_sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    return tracks[a].order < tracks[b].order;
  });
  std::vector<std::vector<std::uint32_t>> children(tracks.size());
  std::vector<std::uint32_t> roots;
  for (const std::uint32_t track : sorted) {
    const TrackId parent = tracks[track].parent;
    (parent.valid() ? children[parent.index()] : roots).push_back(track);
  }
  std::vector<std::uint32_t> result;
  const auto visit = [&](const auto& self, std::uint32_t track) -> void {
    result.push_back(track);
    for (const std::uint32_t child : children[track]) self(self, child);
  };
  for (const std::uint32_t root : roots) visit(visit, root);
  return result;
}

/// Lanes for slices that have no parents: the first lane free at its start.
void lay_out_flat(Track& track) {
  std::vector<std::int64_t> lane_end;
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    const std::int64_t start = track.slices.start[row];
    std::size_t lane = 0;
    while (lane < lane_end.size() && lane_end[lane] > start && lane + 1 < kMaxDepth) ++lane;
    if (lane == lane_end.size()) lane_end.push_back(0);
    lane_end[lane] = start + track.slices.duration[row];
    track.slices.depth[row] = static_cast<std::uint16_t>(lane);
  }
}

/// Parents and depths for call stacks. A slice that outlives its parent cannot
/// be a child: it moves to the first deeper level that is free. Returns how many.
std::int64_t lay_out_nested(Track& track) {
  SliceColumns& slices = track.slices;
  std::int64_t moved = 0;
  std::vector<std::uint32_t> open;       // rows, outermost first
  std::vector<std::int64_t> busy_until;  // per depth
  for (std::size_t row = 0; row < slices.size(); ++row) {
    const std::int64_t start = slices.start[row];
    const std::int64_t end = start + slices.duration[row];
    const auto end_of = [&](std::uint32_t r) { return slices.start[r] + slices.duration[r]; };
    while (!open.empty() && end_of(open.back()) <= start) open.pop_back();
    if (!open.empty() && end > end_of(open.back())) {
      ++moved;
      std::size_t lane = slices.depth[open.back()] + 1u;
      while (lane < busy_until.size() && busy_until[lane] > start && lane + 1 < kMaxDepth) ++lane;
      slices.depth[row] = static_cast<std::uint16_t>(std::min(lane, kMaxDepth - 1));
    } else {
      if (!open.empty()) slices.parent[row] = open.back();
      const std::size_t depth = open.empty() ? 0 : slices.depth[open.back()] + 1u;
      slices.depth[row] = static_cast<std::uint16_t>(std::min(depth, kMaxDepth - 1));
      open.push_back(static_cast<std::uint32_t>(row));
    }
    const std::size_t depth = slices.depth[row];
    if (busy_until.size() <= depth) busy_until.resize(depth + 1, 0);
    busy_until[depth] = std::max(busy_until[depth], end);
  }
  return moved;
}

}  // namespace

struct TraceBuilder::Pending {
  StringTable strings;
  std::vector<TraceBatch::Track> tracks;
  std::vector<TrackParts> parts;
  std::vector<std::pair<TrackId, std::uint32_t>> slice_place;  // by producer's slice id
  std::vector<TraceBatch::Flow> flows;
  std::vector<TraceBatch::Arg> args;
  std::vector<std::pair<std::string, PropertyValue>> properties;
  std::vector<Metric> metrics;
  std::vector<Diagnostic> diagnostics;
  TimeBase time_base;
  TraceTime latest{std::numeric_limits<std::int64_t>::min()};

  void diagnose(std::string code, Severity severity, std::int64_t count, std::string example) {
    if (count == 0) return;
    for (Diagnostic& known : diagnostics) {
      if (known.code == code) {
        known.count += count;
        return;
      }
    }
    diagnostics.push_back({std::move(code), severity, count, std::move(example)});
  }

  void take(TraceBatch&& batch);
  void fill_track(Track& track, TrackParts& from, std::vector<SliceId>& final_id,
                  std::uint32_t first_slice);
  std::shared_ptr<const Trace> assemble();
};

void TraceBuilder::Pending::take(TraceBatch&& batch) {
  for (std::string& text : batch.strings) strings.append(std::move(text));
  for (const auto& track : batch.tracks) {
    tracks.push_back(track);
    parts.emplace_back();
  }
  for (const auto& slice : batch.slices) {
    auto& rows = parts[slice.track.index()].slices;
    slice_place.emplace_back(slice.track, static_cast<std::uint32_t>(rows.size()));
    rows.push_back(slice);
    const auto known = slice.duration == kOpenDuration ? TraceTime{} : slice.duration;
    latest = std::max(latest, slice.start + known);
  }
  for (const auto& end : batch.slice_ends) {
    const auto [track, row] = slice_place[end.slice.index()];
    auto& slice = parts[track.index()].slices[row];
    slice.duration = end.end - slice.start;
    latest = std::max(latest, end.end);
  }
  for (const auto& sample : batch.counters) {
    parts[sample.track.index()].counters.push_back(sample);
    latest = std::max(latest, sample.time);
  }
  flows.insert(flows.end(), batch.flows.begin(), batch.flows.end());
  args.insert(args.end(), batch.args.begin(), batch.args.end());
  for (auto& property : batch.properties) properties.push_back(std::move(property));
  for (auto& metric : batch.metrics) metrics.push_back(std::move(metric));
  for (auto& d : batch.diagnostics) {
    diagnose(std::move(d.code), d.severity, d.count, std::move(d.example));
  }
  if (batch.time_base) time_base = *batch.time_base;
}

void TraceBuilder::Pending::fill_track(Track& track, TrackParts& from,
                                       std::vector<SliceId>& final_id, std::uint32_t first_slice) {
  std::int64_t open = 0;
  std::int64_t negative = 0;
  for (auto& slice : from.slices) {
    if (slice.duration == kOpenDuration) {
      ++open;
      slice.duration = latest - slice.start;
    }
    if (slice.duration.value() < 0) {
      ++negative;
      slice.duration = TraceTime(0);
    }
  }
  const std::string_view name = strings.view(track.name);
  diagnose("slice_without_end", Severity::kWarning, open,
           fmt::format("{} on track '{}' closed at the end of the trace", open, name));
  diagnose("negative_duration", Severity::kWarning, negative,
           fmt::format("{} on track '{}' set to 0", negative, name));

  std::stable_sort(from.slices.begin(), from.slices.end(), [](const auto& a, const auto& b) {
    return a.start != b.start ? a.start < b.start : a.duration > b.duration;
  });
  const std::size_t n = from.slices.size();
  SliceColumns& to = track.slices;
  to.start.reserve(n);
  to.duration.reserve(n);
  to.name.reserve(n);
  to.parent.assign(n, StringId::kNone);
  to.depth.assign(n, 0);
  const bool waits = std::any_of(from.slices.begin(), from.slices.end(),
                                 [](const auto& slice) { return slice.wait.value() != 0; });
  if (waits) to.wait.reserve(n);
  for (std::size_t row = 0; row < n; ++row) {
    const auto& slice = from.slices[row];
    to.start.push_back(slice.start.value());
    to.duration.push_back(slice.duration.value());
    to.name.push_back(slice.name);
    if (waits) to.wait.push_back(slice.wait.value());
    final_id[slice.id.index()] = SliceId(first_slice + row);
  }
  if (track.layout == TrackLayout::kFlat) {
    lay_out_flat(track);
  } else {
    diagnose("overlapping_slices", Severity::kInfo, lay_out_nested(track),
             fmt::format("on track '{}': moved to the next free level", name));
  }
  std::vector<TraceBatch::Slice>().swap(from.slices);

  std::stable_sort(from.counters.begin(), from.counters.end(),
                   [](const auto& a, const auto& b) { return a.time < b.time; });
  track.counters.time.reserve(from.counters.size());
  track.counters.value.reserve(from.counters.size());
  for (const auto& sample : from.counters) {
    track.counters.time.push_back(sample.time.value());
    track.counters.value.push_back(sample.value);
  }
}

std::shared_ptr<const Trace> TraceBuilder::Pending::assemble() {
  TraceAssembler out;
  out.time_base() = time_base;
  const std::vector<std::uint32_t> order = display_order(tracks);
  std::vector<TrackId> final_track(tracks.size());
  for (std::size_t i = 0; i < order.size(); ++i) final_track[order[i]] = TrackId(i);

  std::vector<SliceId> final_id(slice_place.size());
  std::uint32_t first_slice = 0;
  out.tracks().reserve(tracks.size());
  for (const std::uint32_t source : order) {
    const auto& declared = tracks[source];
    Track track;
    track.id = TrackId(out.tracks().size());
    track.parent = declared.parent.valid() ? final_track[declared.parent.index()] : TrackId();
    track.name = declared.name;
    track.unit = declared.unit;
    track.kind = declared.kind;
    track.engine = declared.engine;
    track.slice_kind = declared.slice_kind;
    track.layout = declared.layout;
    track.core = declared.core;
    const auto count = static_cast<std::uint32_t>(parts[source].slices.size());
    fill_track(track, parts[source], final_id, first_slice);
    first_slice += count;
    out.tracks().push_back(std::move(track));
  }
  for (const auto& flow : flows) {
    out.flows().push_back({final_id[flow.from.index()], final_id[flow.to.index()], flow.kind});
  }
  out.args().reserve(args.size());
  for (const auto& arg : args) {
    out.args().push_back({final_id[arg.slice.index()], arg.key, arg.value});
  }
  out.strings() = std::move(strings);
  out.properties() = std::move(properties);
  out.metrics() = std::move(metrics);
  out.diagnostics() = std::move(diagnostics);
  return out.finish();
}

std::shared_ptr<const Trace> TraceAssembler::finish() {
  Trace& trace = *trace_;
  std::int64_t begin = trace.time_base_.window_begin.value();
  std::int64_t end = trace.time_base_.window_end.value();
  std::uint32_t next_slice = 0;
  for (Track& track : trace.tracks_) {
    track.first_slice = next_slice;
    next_slice += static_cast<std::uint32_t>(track.slices.size());
    track.pyramid.build(track.slices);
    for (const std::uint16_t depth : track.slices.depth) {
      track.max_depth = std::max(track.max_depth, depth);
    }
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      begin = std::min(begin, track.slices.start[row]);
      end = std::max(end, track.slices.end(row).value());
    }
    if (track.counters.size() > 0) {
      begin = std::min(begin, track.counters.time.front());
      end = std::max(end, track.counters.time.back());
    }
  }
  trace.slice_count_ = next_slice;
  trace.begin_ = TraceTime(begin);
  trace.end_ = TraceTime(end);

  std::stable_sort(trace.args_.begin(), trace.args_.end(),
                   [](const Arg& a, const Arg& b) { return a.slice < b.slice; });
  std::sort(trace.flows_.begin(), trace.flows_.end(), [](const Flow& a, const Flow& b) {
    return std::tie(a.from, a.to, a.kind) < std::tie(b.from, b.to, b.kind);
  });
  trace.flows_by_target_.resize(trace.flows_.size());
  std::iota(trace.flows_by_target_.begin(), trace.flows_by_target_.end(), 0u);
  std::stable_sort(
      trace.flows_by_target_.begin(), trace.flows_by_target_.end(),
      [&](std::uint32_t a, std::uint32_t b) { return trace.flows_[a].to < trace.flows_[b].to; });
  return std::move(trace_);
}

TraceBuilder::TraceBuilder() : pending_(std::make_unique<Pending>()) {}
TraceBuilder::~TraceBuilder() = default;

bool TraceBuilder::push(TraceBatch&& batch) {
  pending_->take(std::move(batch));
  return true;
}

std::size_t TraceBuilder::slice_count() const {
  return pending_->slice_place.size();
}

std::shared_ptr<const Trace> TraceBuilder::snapshot() const {
  Pending copy = *pending_;
  return copy.assemble();
}

std::shared_ptr<const Trace> TraceBuilder::finish() {
  const std::unique_ptr<Pending> pending = std::exchange(pending_, std::make_unique<Pending>());
  return pending->assemble();
}

}  // namespace nscope
