#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>
#include <vector>

namespace nscope {

/// Assigns the slices of a track, in order of row, to lanes in which they nest or do not overlap,
/// because viewers of Chrome traces drop other slices. Nested tracks need one lane unless a slice
/// ends after its parent. One thread.
class ChromeLanes {
 public:
  explicit ChromeLanes(const Track& track) : track_(&track) {}

  /// The lane of the next row; rows must come in order.
  std::uint32_t lane_of(std::size_t row);
  /// Number of lanes for the rows so far.
  std::uint32_t size() const { return static_cast<std::uint32_t>(open_.size()); }

 private:
  const Track* track_;
  std::vector<std::vector<std::int64_t>> open_;  // ends of the open slices of each lane
};

}  // namespace nscope
