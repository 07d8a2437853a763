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

/// By how much collectives of one part end later than the same ones of another.
struct CollectiveSkew {
  std::int64_t median_ns = 0;
  std::int64_t spread_ns = 0;  ///< median distance from the median
  std::size_t count = 0;       ///< pairs compared
};

/// Compares the ends of collectives that end together on all ranks (all-reduce,
/// all-gather, reduce-scatter, all-to-all, barrier). They are paired by process
/// group and sequence number where the capture has them, else the n-th of the
/// same name and size, where both parts have equally many of it. Times are those
/// of each part's own axis. nullopt where nothing pairs.
std::optional<CollectiveSkew> collective_skew(const Trace& reference, const Trace& part);

/// Where a part lies on the axis of the first.
struct Placement {
  std::int64_t offset_ns = 0;
  std::string_view from = "reference";   ///< clock, measured, given, assumed
  std::optional<CollectiveSkew> skew{};  ///< left over before kCollectives is applied
};

struct Placements {
  std::vector<Placement> parts;  ///< parallel to the parts
  DiagnosticList diagnostics;
};

Placements place_parts(std::span<const RunPart> parts, MergeAlign align);

}  // namespace nscope
