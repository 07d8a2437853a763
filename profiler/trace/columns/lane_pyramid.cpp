#include "profiler/trace/columns/lane_pyramid.h"

#include "profiler/trace/columns/node_builder.h"

#include <algorithm>

namespace nscope {
namespace {

LanePyramid::Level build_level(const LanePyramid::Level& below, std::size_t fan_out) {
  LanePyramid::Level level;
  NodeBuilder node;
  below.for_each_chunk([&](std::size_t, std::size_t count, const auto* nodes) {
    for (std::size_t i = 0; i < count; ++i) {
      node.add(LodNode(nodes[i]));
      if (node.count() == fan_out) level.push_back(node.take());
    }
  });
  if (node.count() > 0) level.push_back(node.take());
  level.materialise();
  return level;
}

}  // namespace

void LanePyramid::read(const SliceColumns& columns, std::size_t first, std::size_t count,
                       std::uint32_t* row_ids, std::int64_t* starts,
                       std::int64_t* durations) const {
  if (every_row) {
    for (std::size_t i = 0; i < count; ++i) row_ids[i] = static_cast<std::uint32_t>(first + i);
    columns.start.read(first, count, starts);
    columns.duration.read(first, count, durations);
    return;
  }
  rows.read(first, count, row_ids);
  columns.start.gather({row_ids, count}, starts);
  columns.duration.gather({row_ids, count}, durations);
}

std::size_t LanePyramid::slices_in(std::size_t level) const {
  std::size_t count = leaf_slices;
  for (std::size_t i = 1; i <= level; ++i) count *= fan_out(i);
  return count;
}

void LanePyramid::build_levels() {
  while (levels.back().size() > 1) {
    levels.push_back(build_level(levels.back(), fan_out(levels.size())));
  }
}

std::vector<std::size_t> LanePyramid::level_sizes() const {
  std::vector<std::size_t> sizes;
  if (slices == 0) return sizes;
  sizes.push_back((slices + leaf_slices - 1) / leaf_slices);
  while (sizes.back() > 1) {
    const std::size_t nodes = fan_out(sizes.size());
    sizes.push_back((sizes.back() + nodes - 1) / nodes);
  }
  return sizes;
}

void choose_leaves(std::vector<LanePyramid>& lanes) {
  // The sparsest depths, together up to a ninth of the slices. This limits the memory of
  // their nodes to 5 bytes per slice of the track.
  std::vector<LanePyramid*> order;
  std::size_t total = 0;
  for (LanePyramid& lane : lanes) {
    order.push_back(&lane);
    total += lane.slices;
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* a, const auto* b) { return a->slices < b->slices; });
  std::size_t left = total / 9;
  for (LanePyramid* lane : order) {
    if (lane->slices > left) return;
    left -= lane->slices;
    lane->leaf_slices = 1;
  }
}

std::int64_t LanePyramid::busy(const SliceColumns& columns, std::int64_t begin,
                               std::int64_t end) const {
  if (levels.empty()) return 0;
  std::int64_t total = 0;
  const auto descend = [&](const auto& self, std::size_t level, std::size_t index) -> void {
    const LodNode node = levels[level][index];
    if (node.start >= end || node.end() <= begin) return;
    if (node.start >= begin && node.end() <= end) {
      total += node.busy;
      return;
    }
    if (level > 0) {
      const std::size_t first = index * fan_out(level);
      const std::size_t last = std::min(first + fan_out(level), levels[level - 1].size());
      for (std::size_t child = first; child < last; ++child) self(self, level - 1, child);
      return;
    }
    const std::size_t last = std::min((index + 1) * leaf_slices, slices);
    for (std::size_t i = index * leaf_slices; i < last; ++i) {
      const std::size_t at = row(i);
      const std::int64_t from = std::max(columns.start[at], begin);
      const std::int64_t to = std::min(columns.start[at] + columns.duration[at], end);
      total += std::max<std::int64_t>(0, to - from);
    }
  };
  descend(descend, levels.size() - 1, 0);
  return total;
}

std::uint32_t LanePyramid::at(const SliceColumns& columns, std::int64_t time) const {
  std::uint32_t found = Id<void>::kNone;
  if (levels.empty()) return found;
  const auto descend = [&](const auto& self, std::size_t level, std::size_t index) -> bool {
    const LodNode node = levels[level][index];
    if (node.start > time || node.end() <= time) return false;
    if (level > 0) {
      const std::size_t first = index * fan_out(level);
      const std::size_t last = std::min(first + fan_out(level), levels[level - 1].size());
      for (std::size_t child = last; child-- > first;) {
        if (self(self, level - 1, child)) return true;
      }
      return false;
    }
    const std::size_t first = index * leaf_slices;
    for (std::size_t i = std::min(first + leaf_slices, slices); i-- > first;) {
      const std::size_t at = row(i);
      const std::int64_t from = columns.start[at];
      if (from <= time && time < from + columns.duration[at]) {
        found = static_cast<std::uint32_t>(at);
        return true;
      }
    }
    return false;
  };
  descend(descend, levels.size() - 1, 0);
  return found;
}

}  // namespace nscope
