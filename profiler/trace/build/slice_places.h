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

  /// Slices with adjacent ids in adjacent rows of one track.
  struct Run {
    std::uint32_t first_id = 0;
    Place at{};

    Place place(SliceId id) const { return {at.track, at.row + (id.value - first_id)}; }
  };

  /// `id` must have been pushed.
  Place operator[](SliceId id) const { return runs_[run_of(id)].place(id); }

  /// The run of a slice, for reading many places: adjacent slices are mostly in the same run.
  class Reader {
   public:
    explicit Reader(const SlicePlaces& places) : places_(places) {}

    Place operator[](SliceId id) {
      if (id.value - run_.first_id >= count_) {
        const std::size_t run = places_.run_of(id);
        run_ = places_.runs_[run];
        const bool last = run + 1 == places_.runs_.size();
        count_ = (last ? places_.size_ : places_.runs_[run + 1].first_id) - run_.first_id;
      }
      return run_.place(id);
    }

   private:
    const SlicePlaces& places_;
    Run run_;
    std::uint32_t count_ = 0;  // of `run_`
  };

  std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t kStep = 16;

  std::size_t run_of(SliceId id) const {
    if (id.value >= runs_.back().first_id) return runs_.size() - 1;
    std::size_t run = run_of_[id.index() / kStep];
    while (run + 1 < runs_.size() && runs_[run + 1].first_id <= id.value) ++run;
    return run;
  }

  std::vector<Run> runs_;
  std::vector<std::uint32_t> run_of_;  // of every kStep-th slice
  std::uint32_t size_ = 0;
};

}  // namespace nscope
