#pragma once

#include "profiler/trace/columns/lane_pyramid.h"
#include "profiler/trace/columns/lane_walk.h"
#include "profiler/trace/columns/slice_columns.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace nscope {

/// Level of detail of one track: one pyramid for each depth, so that short children are
/// visible below their parents. The cost of a query depends on the number of pixels, not of
/// slices. Immutable after build(); safe to read from any thread.
class SlicePyramid {
 public:
  /// `slices` must be sorted by start and outlive the queries.
  void build(const SliceColumns& slices);

  /// Calls show(const LodSpan&) for all slices that overlap [begin, end), depth by depth, in
  /// order of start. A run is shorter than twice `resolution` (ticks), so that longer slices are
  /// passed individually, and contains no idle time of `resolution` or more.
  template <class Show>
  void visit(const SliceColumns& slices, std::int64_t begin, std::int64_t end,
             std::int64_t resolution, Show&& show) const {
    for (std::size_t depth = 0; depth < lanes_.size(); ++depth) {
      visit_depth(slices, depth, begin, end, resolution, show);
    }
  }
  /// The same for one depth.
  template <class Show>
  void visit_depth(const SliceColumns& slices, std::size_t depth, std::int64_t begin,
                   std::int64_t end, std::int64_t resolution, Show& show) const {
    const LanePyramid& lane = lanes_[depth];
    if (lane.levels.empty() || begin >= end) return;
    LaneWalk<Show>(slices, lane, depth, {begin, end, resolution}, show).run();
  }

  /// Ticks of [begin, end) covered by at least one slice. If slices overlap without nesting, the
  /// first call reads all slices of the track.
  std::int64_t busy(const SliceColumns& slices, std::int64_t begin, std::int64_t end) const;

  /// The row of the slice that covers `time` and starts last, at any depth or (depth >= 0) at
  /// that depth. Id::kNone if there is none.
  std::uint32_t at(const SliceColumns& slices, std::int64_t time, int depth = -1) const;

  /// The latest end of all slices; there must be one.
  std::int64_t latest_end() const;

  /// One pyramid for each depth, for storing.
  std::vector<LanePyramid>& lanes() { return lanes_; }
  const std::vector<LanePyramid>& lanes() const { return lanes_; }
  /// Whether the slices of depth 0 cover all other slices, as in a call stack.
  bool roots_cover() const { return roots_cover_; }
  void set_roots_cover(bool cover);

 private:
  /// Checkpoints of the covered time: one for every kStep slices.
  struct Cover {
    static constexpr std::size_t kStep = 256;
    std::once_flag once;
    std::vector<std::int64_t> ticks;
    std::vector<std::int64_t> end;
  };
  /// Creates the lanes, without nodes.
  void count_lanes(const SliceColumns& slices);
  const Cover& cover(const SliceColumns& slices) const;
  std::int64_t covered_before(const SliceColumns& slices, std::int64_t time) const;

  std::vector<LanePyramid> lanes_;
  bool roots_cover_ = true;
  std::shared_ptr<Cover> cover_;  ///< null if the roots cover all slices
};

}  // namespace nscope
