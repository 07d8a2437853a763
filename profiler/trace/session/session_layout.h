#pragma once

#include "profiler/trace/limits.h"
#include "profiler/trace/session/session_columns.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include <fmt/format.h>

namespace nscope::session_file {

/// Owner of the columns of the complete trace: flows and name sums.
inline constexpr std::int64_t kTraceOwner = -1;

/// Checks of the values of a stored column, which protect code that uses them as indices: one
/// function for each kind of values. `limit` is the number of objects to which the values point.
namespace sound {

inline constexpr std::int64_t kFarthest = limits::kFarthestTime;

inline bool ascending_times(std::span<const std::int64_t> values, std::size_t, std::uint64_t) {
  std::int64_t last = -kFarthest;
  for (const std::int64_t value : values) {
    if (value < last || value > kFarthest) return false;
    last = value;
  }
  return true;
}
inline bool lengths(std::span<const std::int64_t> values, std::size_t, std::uint64_t) {
  for (const std::int64_t value : values) {
    if (value < 0 || value > kFarthest) return false;
  }
  return true;
}
inline bool strings(std::span<const StringId> values, std::size_t, std::uint64_t limit) {
  for (const StringId id : values) {
    if (id.valid() && id.value >= limit) return false;
  }
  return true;
}
inline bool depths(std::span<const std::uint16_t> values, std::size_t, std::uint64_t limit) {
  for (const std::uint16_t value : values) {
    if (value >= limit) return false;
  }
  return true;
}
inline bool nodes(std::span<const LodNode> values, std::size_t, std::uint64_t limit) {
  for (const LodNode& node : values) {
    const bool times = node.start >= -kFarthest && node.start <= kFarthest && node.width >= 0 &&
                       node.width <= kFarthest - node.start && node.busy >= 0 &&
                       node.busy <= node.width;
    const bool lengths = node.longest <= RoundedUp(node.width) && node.gap <= RoundedUp(node.width);
    if (!times || !lengths || node.row >= limit) return false;
  }
  return true;
}
/// The values of a RowColumn.
inline bool ascending_rows(std::span<const std::uint32_t> skipped, std::size_t first,
                           std::uint64_t limit) {
  std::uint32_t last = 0;
  for (std::size_t i = 0; i < skipped.size(); ++i) {
    const std::uint32_t row = RowColumn::row(first + i, skipped[i]);
    if (row < last || row >= limit) return false;
    last = row;
  }
  return true;
}
inline bool rows(std::span<const std::uint32_t> values, std::size_t, std::uint64_t limit) {
  for (const std::uint32_t value : values) {
    if (value >= limit) return false;
  }
  return true;
}
/// The limit of values that point to strings and to other objects; both numbers are below 2^32.
inline std::uint64_t with_strings(std::size_t others, std::size_t strings) {
  return std::uint64_t{strings} << 32 | others;
}
inline bool name_sums(std::span<const NameSum> values, std::size_t, std::uint64_t limit) {
  const std::uint64_t tracks = limit & 0xFFFFFFFF;
  const std::uint64_t strings = limit >> 32;
  for (const NameSum& sum : values) {
    const bool points = sum.track.value < tracks && (!sum.name.valid() || sum.name.value < strings);
    const bool adds_up =
        sum.count > 0 && sum.min_ns >= 0 && sum.max_ns >= sum.min_ns && sum.total_ns >= sum.max_ns;
    if (!points || !adds_up) return false;
  }
  return true;
}
inline bool flows(std::span<const Flow> values, std::size_t, std::uint64_t limit) {
  const std::uint64_t slices = limit & 0xFFFFFFFF;
  const std::uint64_t strings = limit >> 32;
  for (const Flow& flow : values) {
    if (flow.from.value >= slices || flow.to.value >= slices) return false;
    if (flow.kind.valid() && flow.kind.value >= strings) return false;
  }
  return true;
}

}  // namespace sound

/// The columns of one track in a session: calls
/// visit(field, column, encoding, rows, check, limit) for each. Used for saving, loading
/// and prefetching. `AnyTrack` is Track or const Track; its pyramids and properties must
/// have their columns already.
template <class AnyTrack, class Visit>
void visit_columns(AnyTrack& track, std::size_t slices, std::size_t samples,
                   std::size_t string_count, Visit&& visit) {
  using enum Encoding;
  if (slices > 0) {
    auto& to = track.slices;
    visit("start", to.start, kDeltaPlanes, slices, &sound::ascending_times, 0);
    visit("duration", to.duration, kPlanes, slices, &sound::lengths, 0);
    visit("name", to.name, kPlanes, slices, &sound::strings, string_count);
    visit("depth", to.depth, kPlanes, slices, &sound::depths, track.max_depth + 1u);
    visit("wait", to.wait, kPlanes, slices, &sound::lengths, 0);
    for (std::size_t depth = 0; depth < track.pyramid.lanes().size(); ++depth) {
      auto& lane = track.pyramid.lanes()[depth];
      if (lane.slices > 0 && !lane.every_row) {
        visit(fmt::format("lane{}.row", depth), lane.rows.skipped(), kDeltaPlanes, lane.slices,
              &sound::ascending_rows, slices);
      }
      const auto sizes = lane.level_sizes();
      for (std::size_t i = 0; i < lane.levels.size(); ++i) {
        visit(fmt::format("lane{}.lod{}", depth, i), lane.levels[i], kPlanes, sizes[i],
              &sound::nodes, slices);
      }
    }
  }
  for (std::size_t i = 0; i < track.args.size(); ++i) {
    auto& column = track.args[i];
    const std::size_t entries = column.size();
    const auto field = [&](const char* part) { return fmt::format("arg{}.{}", i, part); };
    if (!column.every_row) {
      visit(field("row"), column.rows.skipped(), kDeltaPlanes, entries, &sound::ascending_rows,
            slices);
    }
    switch (column.type) {
      case ArgColumn::Type::kInteger:
        visit(field("value"), column.integers, kPlanes, entries, nullptr, 0);
        break;
      case ArgColumn::Type::kReal:
        visit(field("value"), column.reals, kPlanes, entries, nullptr, 0);
        break;
      case ArgColumn::Type::kText:
        visit(field("value"), column.texts, kPlanes, entries, &sound::strings, string_count);
        break;
    }
  }
  if (samples > 0) {
    auto& to = track.counters;
    visit("time", to.time, kDeltaPlanes, samples, &sound::ascending_times, 0);
    visit("value", to.value, kPlanes, samples, nullptr, 0);
    const auto sizes = CounterPyramid::level_sizes(samples);
    for (std::size_t i = 0; i < track.counter_pyramid.levels().size(); ++i) {
      visit(fmt::format("counter_lod{}", i), track.counter_pyramid.levels()[i], kPlanes, sizes[i],
            nullptr, 0);
    }
  }
}

/// The same for the columns of the complete trace.
template <class Flows, class Rows, class Visit>
void visit_flow_columns(Flows& flows, Rows& by_target, std::size_t count, std::size_t slices,
                        std::size_t string_count, Visit&& visit) {
  visit("flow", flows, Encoding::kPlanes, count, &sound::flows,
        sound::with_strings(slices, string_count));
  visit("flow_by_target", by_target, Encoding::kPlanes, count, &sound::rows, count);
}
template <class Sums, class Visit>
void visit_name_sums(Sums& sums, std::size_t count, std::size_t tracks, std::size_t string_count,
                     Visit&& visit) {
  visit("name_sum", sums, Encoding::kPlanes, count, &sound::name_sums,
        sound::with_strings(tracks, string_count));
}

}  // namespace nscope::session_file
