#pragma once

#include "profiler/trace/columns/trace_batch.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nscope {

/// Where the slices of a producer went, by their ids. Producers mostly send several
/// slices of a track after each other; these are kept as one stretch, so that most
/// slices take next to no memory.
class SlicePlaces {
 public:
  struct Place {
    std::uint32_t track = 0;
    std::uint32_t row = 0;
  };

  /// The next `count` slices went to the end of `track`, which had `rows` before.
  void push_back(TrackId track, std::size_t rows, std::size_t count) {
    if (stretches_.empty() || stretches_.back().at.track != track.value) {
      stretches_.push_back({size_, {track.value, static_cast<std::uint32_t>(rows)}});
    }
    size_ += static_cast<std::uint32_t>(count);
    while (stretch_of_.size() * kStep < size_) {
      stretch_of_.push_back(static_cast<std::uint32_t>(stretches_.size() - 1));
    }
  }

  /// `id` must have been pushed.
  Place operator[](SliceId id) const {
    const Stretch& last = stretches_.back();
    if (id.value >= last.first_id) return {last.at.track, last.at.row + (id.value - last.first_id)};
    std::size_t i = stretch_of_[id.index() / kStep];
    while (i + 1 < stretches_.size() && stretches_[i + 1].first_id <= id.value) ++i;
    const Stretch& stretch = stretches_[i];
    return {stretch.at.track, stretch.at.row + (id.value - stretch.first_id)};
  }

  std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t kStep = 16;

  struct Stretch {
    std::uint32_t first_id = 0;
    Place at;
  };
  std::vector<Stretch> stretches_;
  std::vector<std::uint32_t> stretch_of_;  // of every kStep-th slice
  std::uint32_t size_ = 0;
};

}  // namespace nscope
