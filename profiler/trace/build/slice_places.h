#pragma once

#include "profiler/trace/columns/trace_batch.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nscope {

/// Maps the slice ids of a producer to tracks and rows. Producers mostly send several slices of
/// a track in succession; these are stored as one run, so that most slices take almost no
/// memory.
class SlicePlaces {
 public:
  struct Place {
    std::uint32_t track = 0;
    std::uint32_t row = 0;
  };

  /// The next `count` slices are at the end of `track`, which had `rows` rows before.
  void push_back(TrackId track, std::size_t rows, std::size_t count) {
    if (runs_.empty() || runs_.back().at.track != track.value) {
      runs_.push_back({size_, {track.value, static_cast<std::uint32_t>(rows)}});
    }
    size_ += static_cast<std::uint32_t>(count);
    while (run_of_.size() * kStep < size_) {
      run_of_.push_back(static_cast<std::uint32_t>(runs_.size() - 1));
    }
  }

  /// `id` must have been pushed.
  Place operator[](SliceId id) const {
    const Run& last = runs_.back();
    if (id.value >= last.first_id) return {last.at.track, last.at.row + (id.value - last.first_id)};
    std::size_t i = run_of_[id.index() / kStep];
    while (i + 1 < runs_.size() && runs_[i + 1].first_id <= id.value) ++i;
    const Run& run = runs_[i];
    return {run.at.track, run.at.row + (id.value - run.first_id)};
  }

  std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t kStep = 16;

  struct Run {
    std::uint32_t first_id = 0;
    Place at;
  };
  std::vector<Run> runs_;
  std::vector<std::uint32_t> run_of_;  // of every kStep-th slice
  std::uint32_t size_ = 0;
};

}  // namespace nscope
