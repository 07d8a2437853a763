#pragma once

#include "profiler/trace/build/merge.h"
#include "profiler/trace/columns/diagnostic_list.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace nscope {

/// By how much the collectives of one part end later than the same collectives of another.
struct CollectiveSkew {
  std::int64_t median_ns = 0;
  std::int64_t spread_ns = 0;  ///< median absolute deviation from the median
  std::size_t count = 0;       ///< number of pairs
};

/// Compares the ends of collectives that end together on all ranks (all-reduce,
/// all-gather, reduce-scatter, all-to-all, barrier). They are paired by process
/// group and sequence number if the capture has them. Otherwise the n-th collectives of the
/// same name and size are paired, if both parts have the same number of them. Times are on
/// the time axis of each part. nullopt if there are no pairs.
std::optional<CollectiveSkew> collective_skew(const Trace& reference, const Trace& part);

/// The position of a part on the time axis of the first part.
struct Placement {
  std::int64_t offset_ns = 0;
  std::string_view from = "reference";   ///< clock, sync_points, measured, given, assumed
  std::optional<CollectiveSkew> skew{};  ///< before the correction of MergeAlign::kCollectives
};

struct Placements {
  std::vector<Placement> parts;  ///< one for each part
  DiagnosticList diagnostics;
};

/// The ticks per nanosecond of an axis for all parts. 0 if it would be finer than
/// limits::kFinestTimeBase.
std::int64_t common_ticks_per_ns(std::span<const RunPart> parts);

/// The place of a time of `trace` on an axis, in ticks of the axis, if tick 0 of the trace is
/// `offset_ns` from that of the axis. nullopt if the axis does not reach so far.
std::optional<std::int64_t> axis_time(const Trace& trace, TraceTime time, std::int64_t offset_ns,
                                      std::int64_t ticks_per_ns);
/// Whether all events and the window of the trace are on the axis.
bool fits_axis(const Trace& trace, std::int64_t offset_ns, std::int64_t ticks_per_ns);

Placements place_parts(std::span<const RunPart> parts, MergeAlign align);

}  // namespace nscope
