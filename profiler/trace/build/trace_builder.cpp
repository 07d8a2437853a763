#include "profiler/trace/build/trace_builder.h"

#include "profiler/trace/build/slice_places.h"
#include "profiler/trace/build/text_repair.h"
#include "profiler/trace/build/trace_assembler.h"
#include "profiler/trace/columns/diagnostic_list.h"
#include "profiler/trace/limits.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

namespace nscope {
namespace {

/// All data for one track, in order of arrival.
struct TrackParts {
  SliceColumns slices;  // without depths, which are computed at the end
  bool any_negative = false;
  CounterColumns counters;
  ArgColumnsBuilder args;

  /// Prefetches the memory to which slices are appended next, in steps 0, 1 and 2.
  void prefetch(std::size_t step) {
    constexpr std::size_t kLine = 64;
    if (step == 0) {
      const auto* const bytes = reinterpret_cast<const char*>(this);
      for (std::size_t at = 0; at < sizeof(*this); at += kLine) __builtin_prefetch(bytes + at, 1);
    } else if (step == 1) {
      slices.start.prefetch_end();
      slices.duration.prefetch_end();
      slices.name.prefetch_end();
      const auto bytes = std::as_bytes(std::span(args.columns()));
      for (std::size_t at = 0; at < bytes.size(); at += kLine) __builtin_prefetch(&bytes[at], 1);
    } else {
      for (const ArgColumn& column : args.columns()) column.prefetch_end();
    }
  }
};

/// Takes the first `args` at once if they are those of several adjacent slices with the same keys
/// and types. The first of these is in `row`, and its track has `slices` slices from there on.
/// Returns the number of properties taken, 0 if too few slices are equal.
std::size_t take_equal_args(std::span<const TraceBatch::Arg> args, std::size_t slices,
                            std::uint32_t row, ArgColumnsBuilder& to) {
  constexpr std::size_t kFewSlices = 4;
  constexpr std::size_t kMostKeys = 16;
  std::size_t stride = 1;
  while (stride < args.size() && args[stride].slice == args.front().slice) ++stride;
  const std::size_t most = std::min(args.size(), stride * slices);
  if (stride > kMostKeys || most < kFewSlices * stride) return 0;
  const auto like_above = [&](std::size_t i) {
    const TraceBatch::Arg& arg = args[i];
    const TraceBatch::Arg& above = args[i - stride];
    return arg.slice.value == above.slice.value + 1 && arg.key == above.key &&
           arg.value.index() == above.value.index();
  };
  std::size_t count = stride;
  while (count < most && like_above(count)) ++count;
  count -= count % stride;
  if (count < kFewSlices * stride) return 0;
  for (std::size_t i = 0; i < stride; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (args[i].key == args[k].key) return 0;  // their order would change
    }
  }
  to.append_rows(row, args.first(count), stride);
  return count;
}

/// Number of repairs of one track.
struct Repairs {
  std::int64_t open = 0;
  std::int64_t negative = 0;
  std::int64_t moved = 0;
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
  std::vector<std::uint32_t> next(roots.rbegin(), roots.rend());
  while (!next.empty()) {
    const std::uint32_t track = next.back();
    next.pop_back();
    result.push_back(track);
    next.insert(next.end(), children[track].rbegin(), children[track].rend());
  }
  return result;
}

/// Assigns each slice of a flat track to the first lane that is free at its start.
void lay_out_flat(SliceColumns& slices) {
  std::vector<std::int64_t> lane_end;
  slices.for_each([&](std::size_t, std::int64_t start, std::int64_t end) {
    std::size_t lane = 0;
    while (lane < lane_end.size() && lane_end[lane] > start && lane + 1 < limits::kSliceDepths)
      ++lane;
    if (lane == lane_end.size()) lane_end.push_back(0);
    lane_end[lane] = end;
    slices.depth.push_back(static_cast<std::uint16_t>(lane));
  });
}

/// Computes the depths of call stacks: slices of one depth do not overlap, except at the
/// maximum depth. A slice that ends after its parent cannot be a child; it is moved to the
/// first deeper level that is free. Returns the number of moved slices.
std::int64_t lay_out_nested(SliceColumns& slices) {
  struct Open {
    std::int64_t end = 0;
    std::size_t depth = 0;
  };
  std::int64_t moved = 0;
  std::vector<Open> open;                // outermost first
  std::vector<std::int64_t> busy_until;  // per depth
  slices.for_each([&](std::size_t, std::int64_t start, std::int64_t end) {
    while (!open.empty() && open.back().end <= start) open.pop_back();
    std::size_t depth = open.empty() ? 0 : open.back().depth + 1;
    while (depth < busy_until.size() && busy_until[depth] > start) ++depth;
    depth = std::min(depth, limits::kSliceDepths - 1);
    if (!open.empty() && end > open.back().end) {
      ++moved;
    } else {
      open.push_back({end, depth});
    }
    slices.depth.push_back(static_cast<std::uint16_t>(depth));
    if (busy_until.size() <= depth) {
      busy_until.resize(depth + 1, std::numeric_limits<std::int64_t>::min());
    }
    busy_until[depth] = std::max(busy_until[depth], end);
  });
  return moved;
}

bool is_sorted(const SliceColumns& slices) {
  bool sorted = true;
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  slices.start.for_each_chunk([&](std::size_t first, std::size_t count, const auto& starts) {
    for (std::size_t i = 0; sorted && i < count; ++i) {
      const std::int64_t start = starts[i];
      if (start <= last) {
        const std::size_t row = first + i;
        sorted = start == last && row > 0 && slices.duration[row] <= slices.duration[row - 1];
      }
      last = start;
    }
  });
  return sorted;
}

/// Sorts by (start, longest first). Returns the new row of each old row; empty if the order
/// did not change.
std::vector<std::uint32_t> sort_slices(SliceColumns& slices) {
  if (is_sorted(slices)) return {};
  std::vector<std::uint32_t> order(slices.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const std::int64_t start_a = slices.start[a];
    const std::int64_t start_b = slices.start[b];
    return start_a != start_b ? start_a < start_b : slices.duration[a] > slices.duration[b];
  });
  slices.start = slices.start.reordered(order);
  slices.duration = slices.duration.reordered(order);
  slices.name = slices.name.reordered(order);
  slices.wait = slices.wait.reordered(order);
  std::vector<std::uint32_t> new_row(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) new_row[order[i]] = static_cast<std::uint32_t>(i);
  return new_row;
}

void sort_counters(CounterColumns& counters) {
  if (std::is_sorted(counters.time.begin(), counters.time.end())) return;
  std::vector<std::uint32_t> order(counters.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return counters.time[a] < counters.time[b];
  });
  counters.time = counters.time.reordered(order);
  counters.value = counters.value.reordered(order);
}

/// Sorts the data of a track. Returns the new rows, see sort_slices().
std::vector<std::uint32_t> order_track(TrackParts& from, TrackLayout layout, Repairs& repairs) {
  if (from.any_negative) {
    TickColumn& durations = from.slices.duration;
    for (std::size_t row = 0; row < durations.size(); ++row) {
      if (durations[row] >= 0) continue;
      durations.set(row, 0);
      ++repairs.negative;
    }
  }
  std::vector<std::uint32_t> new_row = sort_slices(from.slices);
  if (layout == TrackLayout::kFlat) {
    lay_out_flat(from.slices);
  } else {
    repairs.moved = lay_out_nested(from.slices);
  }
  for (ArgColumn& column : from.args.columns()) column.renumber(new_row);
  sort_counters(from.counters);
  return new_row;
}

}  // namespace

struct TraceBuilder::Pending {
  StringTable strings;
  std::vector<TraceBatch::Track> tracks;
  std::vector<std::uint32_t> track_levels;  // 0: a root
  std::vector<TrackParts> parts;
  SlicePlaces places;                // by the producer's slice id
  std::unordered_set<SliceId> open;  // without an end yet
  FlowColumn flows;
  std::vector<std::pair<std::string, PropertyValue>> properties;
  std::vector<Metric> metrics;
  DiagnosticList diagnostics;
  TimeBase time_base;
  std::int64_t latest = std::numeric_limits<std::int64_t>::min();

  void take(TraceBatch&& batch);
  void take_track(TraceBatch::Track track);
  void take_time_base(TimeBase base);
  void diagnose_time(std::int64_t time, std::int64_t instead, TrackId track) {
    diagnostics.add("impossible_time", Severity::kWarning,
                    tr("a time on track '{}' is out of range: {} ticks; {} is used instead",
                       strings.view(tracks[track.index()].name), time, instead));
  }
  /// The time, clamped to the time axis.
  std::int64_t possible_time(std::int64_t time, TrackId track);
  /// The same for the duration of a slice; negative durations are repaired later.
  std::int64_t possible_duration(std::int64_t start, std::int64_t duration, TrackId track);
  /// The repaired times of a slice of a batch, as they are stored.
  struct SliceTimes {
    std::int64_t start = 0;
    std::int64_t duration = 0;  ///< 0 while the slice is open
  };
  SliceTimes possible_times(SliceId id, TrackId track, std::int64_t start, std::int64_t duration);
  static constexpr std::size_t kMostTogether = ArgColumn::kMostTogether;
  /// Takes at most kMostTogether slices of one track.
  void take_slices(std::span<const TraceBatch::Slice> slices);
  void take_events(const TraceBatch& batch);
  void take_table(const TraceBatch::SliceTable& table);
  void take_causes(const TraceBatch::SliceTable& table);
  void close_slice(SliceId id, std::int64_t end);
  void close_open_slices(std::vector<Repairs>& repairs);
  std::shared_ptr<const Trace> assemble();
};

void TraceBuilder::Pending::take_track(TraceBatch::Track track) {
  if (track.core > limits::kHighestCore || track.core < -1) {
    diagnostics.add("impossible_core", Severity::kWarning,
                    tr("core {} of track '{}' is out of range; the track is assigned to no core",
                       track.core, strings.view(track.name)));
    track.core = -1;
  }
  std::uint32_t level = 0;
  if (track.parent.valid()) level = track_levels[track.parent.index()] + 1;
  if (level > limits::kDeepestTrack) {
    diagnostics.add(
        "track_too_deep", Severity::kWarning,
        tr("track '{}' has more than {} ancestors; it is moved to the level of its parent",
           strings.view(track.name), limits::kDeepestTrack));
    track.parent = tracks[track.parent.index()].parent;
    level = limits::kDeepestTrack;
  }
  tracks.push_back(track);
  track_levels.push_back(level);
  parts.emplace_back();
}

void TraceBuilder::Pending::take_time_base(TimeBase base) {
  const TimeBase stated = base;
  const auto possible = [](TraceTime time) {
    return TraceTime(std::clamp(time.value(), -limits::kFarthestTime, limits::kFarthestTime));
  };
  base.ticks_per_ns = std::clamp<std::int64_t>(base.ticks_per_ns, 1, limits::kFinestTimeBase);
  base.window_begin = possible(base.window_begin);
  base.window_end = possible(base.window_end);
  time_base = base;
  if (base.ticks_per_ns == stated.ticks_per_ns && base.window_begin == stated.window_begin &&
      base.window_end == stated.window_end) {
    return;
  }
  diagnostics.add("impossible_time_base", Severity::kWarning,
                  tr("{} ticks per ns and a window from {} to {}: clamped to the valid range",
                     stated.ticks_per_ns, stated.window_begin.value(), stated.window_end.value()));
}

inline std::int64_t TraceBuilder::Pending::possible_time(std::int64_t time, TrackId track) {
  const std::int64_t nearest = std::clamp(time, -limits::kFarthestTime, limits::kFarthestTime);
  if (nearest != time) diagnose_time(time, nearest, track);
  return nearest;
}

inline std::int64_t TraceBuilder::Pending::possible_duration(std::int64_t start,
                                                             std::int64_t duration, TrackId track) {
  const std::int64_t longest = limits::kFarthestTime - std::max<std::int64_t>(start, 0);
  if (duration > longest) diagnose_time(duration, longest, track);
  return std::min(duration, longest);
}

inline TraceBuilder::Pending::SliceTimes TraceBuilder::Pending::possible_times(
    SliceId id, TrackId track, std::int64_t start, std::int64_t duration) {
  const bool is_open = duration == kOpenDuration.value();
  SliceTimes times{.start = possible_time(start, track)};
  if (!is_open) times.duration = possible_duration(times.start, duration, track);
  if (is_open) open.insert(id);
  if (times.duration < 0) parts[track.index()].any_negative = true;
  latest = std::max(latest, times.start + std::max<std::int64_t>(times.duration, 0));
  return times;
}

void TraceBuilder::Pending::take_slices(std::span<const TraceBatch::Slice> slices) {
  const TrackId track = slices.front().track;
  SliceColumns& to = parts[track.index()].slices;
  std::int64_t starts[kMostTogether];
  std::int64_t durations[kMostTogether];
  std::int64_t waits[kMostTogether];
  StringId names[kMostTogether];
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const TraceBatch::Slice& slice = slices[i];
    const SliceTimes times = possible_times(SliceId(places.size() + i), track, slice.start.value(),
                                            slice.duration.value());
    starts[i] = times.start;
    durations[i] = times.duration;
    waits[i] = std::clamp<std::int64_t>(slice.wait.value(), 0, limits::kFarthestTime);
    names[i] = slice.name;
    if (waits[i] != slice.wait.value()) diagnose_time(slice.wait.value(), waits[i], track);
  }
  places.push_back(track, to.size(), slices.size());
  to.start.push_back({starts, slices.size()});
  to.duration.push_back({durations, slices.size()});
  to.name.push_back({names, slices.size()});
  to.wait.push_back({waits, slices.size()});
}

/// Takes the slices in runs of one track, with their properties.
void TraceBuilder::Pending::take_events(const TraceBatch& batch) {
  const std::span<const TraceBatch::Slice> slices(batch.slices);
  const auto end_of_run = [&](std::size_t from) {
    const std::size_t most = std::min(slices.size(), from + kMostTogether);
    std::size_t to = from + 1;
    while (to < most && slices[to].track == slices[from].track) ++to;
    return to;
  };
  std::span<const TraceBatch::Arg> args(batch.args);
  // Takes the properties of the slices so far, of which the last `in_run` are those of a run.
  const auto take_args = [&](std::size_t in_run) {
    const std::size_t end = places.size();
    while (!args.empty() && args.front().slice.index() < end) {
      const SliceId slice = args.front().slice;
      const SlicePlaces::Place place = places[slice];
      ArgColumnsBuilder& to = parts[place.track].args;
      const std::size_t from_here = end - slice.index();
      std::size_t taken = 0;
      if (from_here <= in_run) taken = take_equal_args(args, from_here, place.row, to);
      if (taken == 0) {
        for (; taken < args.size() && args[taken].slice == slice; ++taken) {
          to.append(place.row, args[taken].key, args[taken].value);
        }
      }
      args = args.subspan(taken);
    }
  };
  // If the slices alternate between many tracks, the ends of their columns are rarely in the
  // processor's cache. They are prefetched in three steps; each step depends on the one before.
  constexpr std::size_t kManyTracks = 16;
  constexpr std::size_t kAhead = 3;
  const bool fetch = parts.size() > kManyTracks;
  std::size_t ends[kAhead + 1];  // of the current run and of the next runs
  ends[0] = 0;
  for (std::size_t i = 1; i <= kAhead; ++i) {
    ends[i] = ends[i - 1] < slices.size() ? end_of_run(ends[i - 1]) : slices.size();
  }
  for (std::size_t first = 0; first < slices.size();) {
    std::copy(ends + 1, ends + kAhead + 1, ends);
    if (ends[kAhead - 1] < slices.size()) ends[kAhead] = end_of_run(ends[kAhead - 1]);
    if (fetch) {
      for (std::size_t i = 0; i < kAhead; ++i) {
        if (ends[i] < slices.size()) parts[slices[ends[i]].track.index()].prefetch(kAhead - 1 - i);
      }
    }
    const auto run = slices.subspan(first, ends[0] - first);
    take_slices(run);
    take_args(run.size());
    first = ends[0];
  }
  take_args(0);
}

/// Takes the flows to the slices of a table that is taken next.
void TraceBuilder::Pending::take_causes(const TraceBatch::SliceTable& table) {
  for (std::size_t row = 0; row < table.causes.size();) {
    Flow together[kMostTogether];
    std::size_t count = 0;
    for (; row < table.causes.size() && count < kMostTogether; ++row) {
      together[count] = {table.causes[row], SliceId(places.size() + row), table.cause_kind};
      count += table.causes[row].valid() ? 1 : 0;
    }
    flows.push_back({together, count});
  }
}

void TraceBuilder::Pending::take_table(const TraceBatch::SliceTable& table) {
  if (table.size() == 0) return;
  take_causes(table);
  TrackParts& part = parts[table.track.index()];
  SliceColumns& to = part.slices;
  const std::size_t first_row = to.size();
  for (std::size_t first = 0; first < table.size(); first += kMostTogether) {
    const std::size_t count = std::min(kMostTogether, table.size() - first);
    std::int64_t starts[kMostTogether];
    std::int64_t durations[kMostTogether];
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t row = first + i;
      const SliceTimes times = possible_times(SliceId(places.size() + row), table.track,
                                              table.start[row], table.duration[row]);
      starts[i] = times.start;
      durations[i] = times.duration;
    }
    to.start.push_back({starts, count});
    to.duration.push_back({durations, count});
  }
  to.name.push_back(table.name, table.size());
  to.wait.push_back(0, table.size());
  places.push_back(table.track, first_row, table.size());
  part.args.append_rows(static_cast<std::uint32_t>(first_row), table);
}

void TraceBuilder::Pending::close_slice(SliceId id, std::int64_t end) {
  const SlicePlaces::Place place = places[id];
  TrackParts& part = parts[place.track];
  const TrackId track(place.track);
  const std::int64_t start = part.slices.start[place.row];
  const std::int64_t duration = possible_duration(start, possible_time(end, track) - start, track);
  part.slices.duration.set(place.row, duration);
  if (duration < 0) part.any_negative = true;
  latest = std::max(latest, start + std::max<std::int64_t>(duration, 0));
  open.erase(id);
}

void TraceBuilder::Pending::take(TraceBatch&& batch) {
  TextRepair(diagnostics).repair(batch);
  for (std::string& text : batch.strings) strings.append(std::move(text));
  for (const auto& track : batch.tracks) take_track(track);
  take_events(batch);
  take_table(batch.table);
  for (const auto& end : batch.slice_ends) close_slice(end.slice, end.end.value());
  for (const auto& sample : batch.counters) {
    CounterColumns& counters = parts[sample.track.index()].counters;
    const std::int64_t time = possible_time(sample.time.value(), sample.track);
    counters.time.push_back(time);
    counters.value.push_back(sample.value);
    latest = std::max(latest, time);
  }
  flows.push_back(std::span<const TraceBatch::Flow>(batch.flows));
  for (auto& property : batch.properties) properties.push_back(std::move(property));
  for (auto& metric : batch.metrics) metrics.push_back(std::move(metric));
  for (auto& d : batch.diagnostics) {
    diagnostics.add(d.code, d.severity, std::move(d.example), d.count);
  }
  if (batch.time_base) take_time_base(*batch.time_base);
}

void TraceBuilder::Pending::close_open_slices(std::vector<Repairs>& repairs) {
  const std::int64_t last = std::max(latest, time_base.window_end.value());
  std::vector<SliceId> ids(open.begin(), open.end());
  std::sort(ids.begin(), ids.end());
  for (const SliceId id : ids) {
    ++repairs[places[id].track].open;
    close_slice(id, last);
  }
}

std::shared_ptr<const Trace> TraceBuilder::Pending::assemble() {
  std::vector<Repairs> repairs(parts.size());
  close_open_slices(repairs);
  std::vector<std::vector<std::uint32_t>> new_rows(parts.size());
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
    new_rows[i] = order_track(parts[i], tracks[i].layout, repairs[i]);
  });

  TraceAssembler out;
  out.time_base() = time_base;
  const std::vector<std::uint32_t> order = display_order(tracks);
  std::vector<TrackId> final_track(tracks.size());
  for (std::size_t i = 0; i < order.size(); ++i) final_track[order[i]] = TrackId(i);
  std::vector<std::uint32_t> first_slice(tracks.size());
  std::uint32_t next_slice = 0;
  out.tracks().reserve(tracks.size());
  for (const std::uint32_t source : order) {
    const auto& declared = tracks[source];
    TrackParts& part = parts[source];
    first_slice[source] = next_slice;
    next_slice += static_cast<std::uint32_t>(part.slices.size());
    out.tracks().push_back(
        {.id = TrackId(out.tracks().size()),
         .parent = declared.parent.valid() ? final_track[declared.parent.index()] : TrackId(),
         .name = declared.name,
         .unit = declared.unit,
         .kind = declared.kind,
         .engine = declared.engine,
         .slice_kind = declared.slice_kind,
         .layout = declared.layout,
         .core = declared.core,
         .slices = std::move(part.slices),
         .counters = std::move(part.counters),
         .args = std::move(part.args.columns())});
    const std::string_view name = strings.view(declared.name);
    const Repairs& done = repairs[source];
    diagnostics.add(
        "slice_without_end", Severity::kWarning,
        tr_plural(done.open,
                  "{} slice on track '{}' has no end and is closed at the end of the trace",
                  "{} slices on track '{}' have no end and are closed at the end of the trace",
                  done.open, name),
        done.open);
    diagnostics.add("negative_duration", Severity::kWarning,
                    tr_plural(done.negative,
                              "{} slice on track '{}' has a negative duration, which is set to 0",
                              "{} slices on track '{}' have a negative duration, which is set to 0",
                              done.negative, name),
                    done.negative);
    diagnostics.add(
        kRecountedDiagnostic, Severity::kInfo,
        tr("slices on track '{}' overlap without nesting and are moved to the next free level",
           name),
        done.moved);
  }

  flows.materialise();
  tbb::parallel_for(std::size_t{0}, flows.chunk_count(), [&](std::size_t chunk) {
    const auto final_id = [&](SlicePlaces::Place place) {
      const auto& rows = new_rows[place.track];
      return SliceId(first_slice[place.track] + (rows.empty() ? place.row : rows[place.row]));
    };
    SlicePlaces::Reader from(places);
    SlicePlaces::Reader to(places);
    for (Flow& flow : std::span(flows.slot(chunk * kChunkRows), flows.rows_in(chunk))) {
      flow.from = final_id(from[flow.from]);
      flow.to = final_id(to[flow.to]);
    }
  });
  places = {};
  new_rows = {};
  out.set_flows(std::move(flows));
  out.strings() = std::move(strings);
  out.properties() = std::move(properties);
  out.metrics() = std::move(metrics);
  out.diagnostics() = diagnostics.take();
  return out.finish();
}

TraceBuilder::TraceBuilder() : pending_(std::make_unique<Pending>()) {}
TraceBuilder::~TraceBuilder() = default;

bool TraceBuilder::push(TraceBatch&& batch) {
  pending_->take(std::move(batch));
  return true;
}

std::size_t TraceBuilder::slice_count() const {
  return pending_->places.size();
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
