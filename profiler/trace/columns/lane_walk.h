#pragma once

#include "profiler/trace/columns/lane_pyramid.h"
#include "profiler/trace/columns/run_merger.h"
#include "profiler/trace/columns/slice_columns.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace nscope {

/// The visible range of a frame and the width of a pixel, in ticks.
struct LodWindow {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t resolution = 1;
};

/// One query of the pyramid of one depth: passes the slices and nodes in the window to a
/// RunMerger in order of start, at the coarsest level that the resolution allows.
template <class Show>
class LaneWalk {
 public:
  /// `lane`, of `depth`, must have slices; all must outlive the walk.
  LaneWalk(const SliceColumns& slices, const LanePyramid& lane, std::size_t depth,
           const LodWindow& window, Show& show)
      : slices_(slices),
        lane_(lane),
        window_(window),
        runs_(slices, depth, window.resolution, show) {}

  void run() {
    const Start start = find_start();
    const std::size_t size = lane_.slices_in(start.level);
    for (std::size_t first = start.nodes.first; first < start.nodes.last;) {
      const std::size_t in_chunk = kChunkRows - first % kChunkRows;
      const std::size_t count = std::min(in_chunk, start.nodes.last - first);
      walk(start.level, first, count, size);
      first += count;
    }
    runs_.flush();
  }

 private:
  /// Nodes up to this level may be opened at once, with all slices in them.
  static constexpr std::size_t kOpenedLevel = 3;
  static constexpr std::size_t kMostOpened = LanePyramid::kLeafSlices * LanePyramid::fan_out(1) *
                                             LanePyramid::fan_out(2) * LanePyramid::fan_out(3);
  static_assert(kMostOpened <= lod::kBatch);

  struct Range {
    std::size_t first = 0;
    std::size_t last = 0;
    std::size_t count() const { return last - first; }
    /// The nodes of the level above, which have `children` nodes each.
    Range above(std::size_t children) const {
      return {first / children, (last + children - 1) / children};
    }
  };
  struct Start {
    std::size_t level = 0;
    Range nodes;
  };

  /// Chooses the highest level with at least two nodes per three pixels. It has at most four
  /// nodes per three pixels, however uneven the track is. Opening a wide node costs as much as
  /// several narrow ones, so nodes are on average narrower than the widest run.
  Start find_start() {
    const LodNode whole = lane_.levels.back()[0];
    const std::int64_t length =
        std::min(window_.end, whole.end()) - std::max(window_.begin, whole.begin());
    const std::int64_t most = window_.resolution * 3 / 2;
    const auto mean = [](std::int64_t width, std::size_t nodes) {
      return width / static_cast<std::int64_t>(std::max<std::size_t>(nodes, 1));
    };
    // Estimate by the sizes of the levels alone, so that for an even track no other level is
    // loaded.
    std::size_t level = lane_.levels.size() - 1;
    while (level > 0 && mean(whole.width, lane_.levels[level].size()) >= most) --level;
    Range range = overlapping(level);
    while (level + 1 < lane_.levels.size()) {  // busier than the average of the track
      const Range above = range.above(LanePyramid::fan_out(level + 1));
      if (mean(length, above.count()) >= most) break;
      range = above;
      ++level;
    }
    while (level > 0 && mean(length, range.count()) >= most) {  // less busy than the average
      const std::size_t children = LanePyramid::fan_out(level);
      const std::size_t size = lane_.levels[--level].size();
      range = {range.first * children, std::min(range.last * children, size)};
      while (range.count() > 0 && is_before(lane_.levels[level][range.first])) ++range.first;
    }
    opens_many_ = level == 0 && mean(length, range.count()) >= window_.resolution;
    const bool most_would_be_opened =
        level == 0 && mean(length, range.count()) >= 2 * window_.resolution;
    if (most_would_be_opened && lane_.leaf_slices > 1 && lane_.levels.size() > kOpenedLevel) {
      return {kOpenedLevel, range.above(kMostOpened / LanePyramid::kLeafSlices)};
    }
    return {level, range};
  }

  /// The nodes of a level that overlap the window.
  Range overlapping(std::size_t level) const {
    const LanePyramid::Level& nodes = lane_.levels[level];
    const auto first = std::partition_point(nodes.begin(), nodes.end(), [&](const LodNode& node) {
      return node.end() < window_.begin;
    });
    const auto last = std::partition_point(
        first, nodes.end(), [&](const LodNode& node) { return node.begin() < window_.end; });
    return {static_cast<std::size_t>(first - nodes.begin()),
            static_cast<std::size_t>(last - nodes.begin())};
  }

  /// Walks nodes [first, first + count) of a level, which are in one chunk and have `size` slices.
  void walk(std::size_t level, std::size_t first, std::size_t count, std::size_t size) {
    lane_.levels[level].with_chunk(first, [&](const auto* nodes) {
      std::size_t i = 0;
      while (i < count && is_before(nodes[i])) ++i;
      while (count > i && nodes[count - 1].begin() >= window_.end) --count;
      const std::size_t full =
          lane_.slices / size - first;  // number of nodes with all their slices
      std::size_t fetched = i;
      for (; i < count; ++i) {
        if (level == 0 && opens_many_) {
          for (; fetched < std::min(count, i + kAhead); ++fetched) {
            if (!runs_.is_run(nodes[fetched], size)) fetch(first + fetched, nodes[fetched].row);
          }
        }
        if (i < full) {
          i += runs_.add_nodes(nodes + i, std::min(count, full) - i,
                               static_cast<std::uint32_t>(size));
          if (i == count) return;
        }
        take(nodes[i], level, first + i, size);
      }
    });
  }

  template <class Node>
  bool is_before(const Node& node) const {
    const std::int64_t end = node.end();
    return end < window_.begin || (end == window_.begin && end != node.begin());
  }

  /// Processes a node that overlaps the window.
  template <class Node>
  void take(const Node& node, std::size_t level, std::size_t index, std::size_t size) {
    const std::size_t first_slice = index * size;
    if (runs_.is_run(node, size)) {
      runs_.add_node(node, static_cast<std::uint32_t>(std::min(size, lane_.slices - first_slice)));
    } else if (level == 0 || leaves_are_wide(node, level, size)) {
      open(first_slice, std::min(size, lane_.slices - first_slice));
    } else {
      const std::size_t children = LanePyramid::fan_out(level);
      const std::size_t first = index * children;
      walk(level - 1, first, std::min(children, lane_.levels[level - 1].size() - first),
           size / children);
    }
  }

  /// Whether most leaves of the node would have to be opened as well.
  template <class Node>
  bool leaves_are_wide(const Node& node, std::size_t level, std::size_t size) const {
    const auto leaves = static_cast<std::int64_t>(size / lane_.leaf_slices);
    return level <= kOpenedLevel && std::int64_t{node.width} / leaves >= 2 * window_.resolution;
  }

  void open(std::size_t first, std::size_t count) {
    std::uint32_t rows[kMostOpened];
    std::int64_t starts[kMostOpened];
    std::int64_t durations[kMostOpened];
    lane_.read(slices_, first, count, rows, starts, durations);
    if (starts[0] >= window_.begin && starts[count - 1] < window_.end) {
      runs_.add_slices(rows, starts, durations, count);
      return;
    }
    for (std::size_t i = 0; i < count && starts[i] < window_.end; ++i) {
      if (starts[i] >= window_.begin || starts[i] + durations[i] > window_.begin) {
        runs_.add_slices(&rows[i], &starts[i], &durations[i], 1);
      }
    }
  }

  /// Number of nodes to prefetch: slices of an opened node are rarely in the processor's cache.
  static constexpr std::size_t kAhead = 32;
  void fetch(std::size_t node, std::size_t row) const {
    if (!lane_.every_row) lane_.rows.prefetch(node * lane_.leaf_slices);
    slices_.start.prefetch(row);
    slices_.duration.prefetch(row);
    slices_.name.prefetch(row);
  }

  const SliceColumns& slices_;
  const LanePyramid& lane_;
  LodWindow window_;
  lod::RunMerger<Show> runs_;
  bool opens_many_ = false;  ///< whether many of the walked leaves are opened
};

}  // namespace nscope
