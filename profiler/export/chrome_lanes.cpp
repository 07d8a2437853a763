#include "profiler/export/chrome_lanes.h"

namespace nscope {

std::uint32_t ChromeLanes::lane_of(std::size_t row) {
  const std::int64_t start = track_->slices.start[row];
  const std::int64_t end = start + track_->slices.duration[row];
  const bool nests = track_->layout == TrackLayout::kNested;
  for (std::size_t lane = 0; lane < open_.size(); ++lane) {
    auto& ends = open_[lane];
    while (!ends.empty() && ends.back() <= start) ends.pop_back();
    if (ends.empty() || (nests && end <= ends.back())) {
      ends.push_back(end);
      return static_cast<std::uint32_t>(lane);
    }
  }
  open_.push_back({end});
  return static_cast<std::uint32_t>(open_.size() - 1);
}

}  // namespace nscope
