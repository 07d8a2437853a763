#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>
#include <vector>

namespace nscope {

/// Gives the slices of a track, in the order of their rows, to lanes in which they
/// nest or follow one another: viewers of Chrome traces drop others. Nested tracks
/// need one lane unless slices outlive their parents. One thread.
class ChromeLanes {
 public:
  explicit ChromeLanes(const Track& track) : track_(&track) {}

  /// The lane of the next row; rows must come in order.
  std::uint32_t lane_of(std::size_t row);
  /// Lanes needed for the rows so far.
  std::uint32_t size() const { return static_cast<std::uint32_t>(open_.size()); }

 private:
  const Track* track_;
  std::vector<std::vector<std::int64_t>> open_;  // ends of the open slices of each lane
};

}  // namespace nscope
