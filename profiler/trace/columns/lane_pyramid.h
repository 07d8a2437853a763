#pragma once

#include "profiler/base/ids.h"
#include "profiler/trace/columns/column.h"
#include "profiler/trace/columns/rounded_up.h"
#include "profiler/trace/columns/row_column.h"
#include "profiler/trace/columns/slice_columns.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace nscope {

/// Summarises adjacent slices of one depth.
struct LodNode {
  std::int64_t start = 0;    ///< ticks
  std::int64_t width = 0;    ///< ticks from the start to the latest end
  std::int64_t busy = 0;     ///< ticks covered by its slices
  std::uint32_t row = 0;     ///< the longest slice; above the leaves, within 0.1 % of the longest
  StringId name{};           ///< its name
  RoundedUp longest{};       ///< its duration, ticks
  RoundedUp gap{};           ///< the longest idle time between its slices, ticks
  std::uint32_t unused = 0;  // no padding, because nodes are stored unchanged

  std::int64_t begin() const { return start; }
  std::int64_t end() const { return start + width; }
  friend bool operator==(const LodNode&, const LodNode&) = default;
};

/// A node whose times fit 32 bits, as almost all do: 28 bytes.
struct SmallLodNode {
  std::array<std::uint32_t, 2> start{};  ///< one number, aligned like the others
  std::uint32_t width = 0;
  std::uint32_t busy = 0;
  std::uint32_t row = 0;
  StringId name;
  RoundedUp longest;
  RoundedUp gap;

  SmallLodNode() = default;
  explicit SmallLodNode(const LodNode& node)
      : start(std::bit_cast<std::array<std::uint32_t, 2>>(node.start)),
        width(static_cast<std::uint32_t>(node.width)),
        busy(static_cast<std::uint32_t>(node.busy)),
        row(node.row),
        name(node.name),
        longest(node.longest),
        gap(node.gap) {}
  explicit operator LodNode() const { return {begin(), width, busy, row, name, longest, gap, 0}; }
  std::int64_t begin() const { return std::bit_cast<std::int64_t>(start); }
  std::int64_t end() const { return begin() + width; }
  static bool fits(const LodNode& node) {
    constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
    return node.width <= kMost && node.busy <= kMost;
  }
};
static_assert(sizeof(SmallLodNode) == 28);

/// Level-of-detail pyramid over the slices of one depth, which never overlap: the lowest level has
/// a node for 4 slices, the next a node for 4 nodes, each higher level a node for 2 nodes. A depth
/// with few of the track's slices, which are far apart in its columns, has a node for each slice.
struct LanePyramid {
  using Level = Column<LodNode, SmallLodNode>;
  static constexpr std::size_t kLeafSlices = 4;
  /// Number of nodes of the level below in a node of `level` >= 1. With two there is a level for
  /// each frame whose nodes are about a pixel wide. The lowest levels take the most memory, so the
  /// first has four.
  static constexpr std::size_t fan_out(std::size_t level) { return level == 1 ? 4 : 2; }

  /// Rows of the slices; unused if the track has one depth.
  RowColumn rows;
  bool every_row = true;
  std::size_t slices = 0;
  std::size_t leaf_slices = kLeafSlices;  ///< 1 or kLeafSlices
  std::vector<Level> levels;  ///< levels[0]: leaves of leaf_slices slices; the last: one node

  std::size_t row(std::size_t index) const { return every_row ? index : rows[index]; }
  /// Number of slices in a complete node of `level`.
  std::size_t slices_in(std::size_t level) const;
  /// Copies row, start and duration of slices [first, first + count) of the lane, which must be
  /// in one chunk.
  void read(const SliceColumns& columns, std::size_t first, std::size_t count,
            std::uint32_t* row_ids, std::int64_t* starts, std::int64_t* durations) const;
  /// Builds all levels above the lowest.
  void build_levels();
  /// Number of nodes of each level for the number of slices, the lowest level first.
  std::vector<std::size_t> level_sizes() const;

  /// Ticks of [begin, end) that are covered by slices.
  std::int64_t busy(const SliceColumns& columns, std::int64_t begin, std::int64_t end) const;
  /// The row of the slice that covers `time`; Id::kNone if there is none.
  std::uint32_t at(const SliceColumns& columns, std::int64_t time) const;
};

/// Sets leaf_slices of all depths of a track according to their numbers of slices.
void choose_leaves(std::vector<LanePyramid>& lanes);

}  // namespace nscope
