#pragma once

#include "profiler/base/ids.h"
#include "profiler/trace/column.h"
#include "profiler/trace/run_merger.h"
#include "profiler/trace/slice_columns.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

namespace nscope {

/// A length rounded up to 10 significant bits, so that it fits 16.
class RoundedUp {
 public:
  RoundedUp() = default;
  /// `ticks` must not be negative.
  explicit RoundedUp(std::int64_t ticks) {
    auto value = static_cast<std::uint64_t>(ticks);
    unsigned shift = 0;
    while (value >= kUnits) {
      value = (value + 1) / 2;
      ++shift;
    }
    code_ = static_cast<std::uint16_t>(shift * kUnits | value);
  }
  std::int64_t ticks() const { return std::int64_t{code_ % kUnits} << (code_ / kUnits); }
  friend bool operator==(RoundedUp, RoundedUp) = default;

 private:
  static constexpr unsigned kUnits = 1024;
  std::uint16_t code_ = 0;
};

/// Sums up neighbouring slices of one depth.
struct LodNode {
  std::int64_t begin = 0;     ///< ticks
  std::int64_t width = 0;     ///< ticks from begin to the latest end
  std::int64_t busy = 0;      ///< ticks covered by its slices
  std::int64_t longest = 0;   ///< duration of the longest slice, ticks
  std::uint32_t row = 0;      ///< the longest slice
  StringId name{};            ///< its name
  RoundedUp gap{};            ///< the longest idle time between its slices, ticks
  std::uint16_t unused1 = 0;  // no padding: nodes are stored as they are
  std::uint32_t unused2 = 0;

  std::int64_t end() const { return begin + width; }
  friend bool operator==(const LodNode&, const LodNode&) = default;
};

/// A node whose times fit 32 bits, as nearly all do.
struct SmallLodNode {
  std::int64_t begin = 0;
  std::uint32_t width = 0;
  std::uint32_t busy = 0;
  std::uint32_t longest = 0;
  std::uint32_t row = 0;
  StringId name;
  RoundedUp gap;
  std::uint16_t unused = 0;

  SmallLodNode() = default;
  explicit SmallLodNode(const LodNode& node)
      : begin(node.begin),
        width(static_cast<std::uint32_t>(node.width)),
        busy(static_cast<std::uint32_t>(node.busy)),
        longest(static_cast<std::uint32_t>(node.longest)),
        row(node.row),
        name(node.name),
        gap(node.gap) {}
  explicit operator LodNode() const { return {begin, width, busy, longest, row, name, gap, 0, 0}; }
  std::int64_t end() const { return begin + width; }
  static bool fits(const LodNode& node) {
    constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
    return node.width <= kMost && node.busy <= kMost && node.longest <= kMost;
  }
};

/// Level-of-detail pyramid over the slices of one depth, which never overlap:
/// nodes of 8 slices, then of 4 nodes. A depth with few of the track's slices,
/// which lie far apart in its columns, has a node for each.
struct LanePyramid {
  using Level = Column<LodNode, SmallLodNode>;
  static constexpr std::size_t kLeafSlices = 8;
  static constexpr std::size_t kFanOut = 4;

  /// Rows of the slices, ascending; unused where the track has one depth.
  Column<std::uint32_t> rows;
  bool every_row = true;
  std::size_t slices = 0;
  std::size_t leaf_slices = kLeafSlices;  ///< 1 or kLeafSlices
  std::vector<Level> levels;  ///< levels[0] has a node for each leaf_slices, the last one node

  std::size_t row(std::size_t index) const { return every_row ? index : rows[index]; }
  /// Start and duration of slices [first, first + count) of the lane, count <= kLeafSlices.
  void read(const SliceColumns& columns, std::size_t first, std::size_t count,
            std::uint32_t* row_ids, std::int64_t* starts, std::int64_t* durations) const;
  void build(const SliceColumns& columns);
  /// Nodes of each level for so many slices, the lowest first.
  std::vector<std::size_t> level_sizes() const;
};

/// Sets leaf_slices of all depths of a track from their numbers of slices.
void choose_leaves(std::vector<LanePyramid>& lanes);

/// Level of detail of one track: a pyramid for each depth, so that short
/// children never hide behind their parents. A query costs about the number of
/// pixels, not of slices. Immutable after build(); safe to read from any thread.
class SlicePyramid {
 public:
  /// `slices` must be sorted by start and outlive the queries.
  void build(const SliceColumns& slices);

  /// Calls show(const LodSpan&) for everything that overlaps [begin, end), depth
  /// by depth, in order of start. A run is shorter than twice `resolution` (ticks), so
  /// slices of that length come alone, and covers no idle time as long as `resolution`.
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
                   std::int64_t end, std::int64_t resolution, Show& show) const;

  /// Ticks of [begin, end) covered by at least one slice. Where depths overlap without
  /// parents, the first call walks over all slices of the track.
  std::int64_t busy(const SliceColumns& slices, std::int64_t begin, std::int64_t end) const;

  /// The slice drawn at `time`: the latest-starting one that covers it, at any
  /// depth or (depth >= 0) at that depth. Id::kNone where nothing does.
  std::uint32_t at(const SliceColumns& slices, std::int64_t time, int depth = -1) const;

  /// End of the slice that ends last; there must be one.
  std::int64_t latest_end() const;

  /// One for each depth, for storing.
  std::vector<LanePyramid>& lanes() { return lanes_; }
  const std::vector<LanePyramid>& lanes() const { return lanes_; }
  /// Whether the slices of depth 0 cover all others, as in a call stack.
  bool roots_cover() const { return roots_cover_; }
  void set_roots_cover(bool cover);

 private:
  /// Every so many slices, what those before it cover together.
  struct Cover {
    static constexpr std::size_t kStep = 256;
    std::once_flag once;
    std::vector<std::int64_t> ticks;
    std::vector<std::int64_t> end;
  };
  const Cover& cover(const SliceColumns& slices) const;
  std::int64_t covered_before(const SliceColumns& slices, std::int64_t time) const;

  std::vector<LanePyramid> lanes_;
  bool roots_cover_ = true;
  std::shared_ptr<Cover> cover_;  ///< null where the roots cover all
};

template <class Show>
void SlicePyramid::visit_depth(const SliceColumns& slices, std::size_t depth, std::int64_t begin,
                               std::int64_t end, std::int64_t resolution, Show& show) const {
  constexpr std::size_t kFanOut = LanePyramid::kFanOut;
  constexpr std::size_t kAhead = 3;
  const LanePyramid& lane = lanes_[depth];
  if (lane.levels.empty() || begin >= end) return;
  lod::RunMerger<Show> runs(slices, depth, resolution, show);
  const std::size_t n = lane.slices;

  const auto open_leaf = [&](std::size_t first) {
    const std::size_t count = std::min(lane.leaf_slices, n - first);
    std::uint32_t rows[LanePyramid::kLeafSlices];
    std::int64_t starts[LanePyramid::kLeafSlices];
    std::int64_t durations[LanePyramid::kLeafSlices];
    lane.read(slices, first, count, rows, starts, durations);
    if (starts[0] >= begin && starts[count - 1] < end) {
      runs.add_slices(rows, starts, durations, count);
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (starts[i] >= end) return;
      if (starts[i] >= begin || starts[i] + durations[i] > begin) {
        runs.add_slice(starts[i], durations[i], rows[i]);
      }
    }
  };
  /// Whether a node is small enough to be shown as one run.
  const auto is_run = [resolution](const auto& node, std::size_t size) {
    return size == 1 ||
           (std::int64_t{node.width} < 2 * resolution && node.gap.ticks() < resolution);
  };
  // The slices of a node that is opened are seldom in the processor's cache.
  const auto fetch_leaf = [&](std::size_t node, std::size_t row) {
    if (!lane.every_row) lane.rows.prefetch(node * lane.leaf_slices);
    slices.start.prefetch(row);
    slices.start.prefetch(row + LanePyramid::kLeafSlices / 2);
    slices.duration.prefetch(row);
    slices.name.prefetch(row);
  };
  // Nodes [first, first + count) of a level, which lie in one chunk; `size` slices in each.
  const auto walk = [&](const auto& self, std::size_t level, std::size_t first, std::size_t count,
                        std::size_t size) -> void {
    lane.levels[level].with_chunk(first, [&](const auto* nodes) {
      for (std::size_t i = 0; i < count; ++i) {
        const auto& node = nodes[i];
        if (node.begin >= end) return;
        const std::int64_t node_end = node.end();
        if (node_end <= begin && (node_end != node.begin || node_end < begin)) continue;
        if (level == 0 && i + kAhead < count && !is_run(nodes[i + kAhead], size)) {
          fetch_leaf(first + i + kAhead, nodes[i + kAhead].row);
        }
        const std::size_t first_slice = (first + i) * size;
        if (is_run(node, size)) {
          const auto slices_in = static_cast<std::uint32_t>(std::min(size, n - first_slice));
          runs.add(node.begin, node_end, node.busy, node.longest, node.row, slices_in, node.name);
        } else if (level == 0) {
          open_leaf(first_slice);
        } else {
          const std::size_t child = (first + i) * kFanOut;
          self(self, level - 1, child, std::min(kFanOut, lane.levels[level - 1].size() - child),
               size / kFanOut);
        }
      }
    });
  };
  // The highest level whose nodes are narrow enough on average is walked in
  // order: at most about three nodes a pixel, however uneven the track is.
  const LodNode top = lane.levels.back()[0];
  std::size_t level = lane.levels.size() - 1;
  std::size_t size = lane.leaf_slices;
  for (std::size_t i = 0; i < level; ++i) size *= kFanOut;
  for (; level > 0; --level, size /= kFanOut) {
    const auto nodes = static_cast<std::int64_t>(lane.levels[level].size());
    if (top.width / nodes < 2 * resolution) break;
  }
  const LanePyramid::Level& nodes = lane.levels[level];
  const auto first_in = std::partition_point(
      nodes.begin(), nodes.end(), [&](const LodNode& node) { return node.end() < begin; });
  for (auto first = static_cast<std::size_t>(first_in - nodes.begin()); first < nodes.size();) {
    const std::size_t in_chunk = kChunkRows - first % kChunkRows;
    const std::size_t count = std::min(in_chunk, nodes.size() - first);
    if (nodes[first].begin >= end) break;
    walk(walk, level, first, count, size);
    first += count;
  }
  runs.flush();
}

}  // namespace nscope
