#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace nscope {

struct SliceColumns;

/// What to draw for a part of a track: one slice, or a run of slices that are
/// together narrower than the resolution asked for.
struct LodSpan {
  std::int64_t begin = 0;   ///< ticks
  std::int64_t end = 0;     ///< ticks
  std::int64_t busy = 0;    ///< ticks covered by at least one slice
  std::uint32_t row = 0;    ///< the slice, or the longest of the run
  std::uint32_t count = 1;  ///< slices in the run
};

/// Level-of-detail pyramid over the slices of one track: nodes of 16 slices,
/// then of 4 nodes. A query costs about the number of pixels, not of slices.
/// Immutable after build(); safe to read from any thread.
class SlicePyramid {
 public:
  /// `slices` must be sorted by start and outlive the queries.
  void build(const SliceColumns& slices);

  /// Calls `emit` for everything that overlaps [begin, end), in order of start.
  /// Slices at least `resolution` ticks long always come alone.
  void visit(const SliceColumns& slices, std::int64_t begin, std::int64_t end,
             std::int64_t resolution, const std::function<void(const LodSpan&)>& emit) const;

  /// Ticks of [begin, end) covered by at least one slice.
  std::int64_t busy(const SliceColumns& slices, std::int64_t begin, std::int64_t end) const;

  /// The slice drawn at `time`: the latest-starting one that covers it, at any
  /// depth or (depth >= 0) at that depth. Id::kNone where nothing does.
  std::uint32_t at(const SliceColumns& slices, std::int64_t time, int depth = -1) const;

 private:
  struct Node {
    std::int64_t begin = 0;
    std::int64_t end = 0;  // latest end in the node
    std::int64_t busy = 0;
    std::uint32_t longest = 0;
    std::uint32_t count = 0;
  };
  std::vector<std::vector<Node>> levels_;  // levels_[0]: 16 slices a node
};

}  // namespace nscope
