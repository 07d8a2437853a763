#include "profiler/trace/columns/level_of_detail.h"

#include "profiler/trace/columns/node_builder.h"

#include <algorithm>
#include <limits>

namespace nscope {
namespace {

/// The ticks that a slice covers after `covered_to`, which is then moved to its end.
std::int64_t newly_covered(const SliceColumns& slices, std::size_t row, std::int64_t& covered_to) {
  const std::int64_t from = std::max(slices.start[row], covered_to);
  const std::int64_t to = slices.start[row] + slices.duration[row];
  if (to <= from) return 0;
  covered_to = to;
  return to - from;
}

}  // namespace

void SlicePyramid::count_lanes(const SliceColumns& slices) {
  lanes_.clear();
  slices.depth.for_each_chunk([&](std::size_t, std::size_t count, const auto* depths) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t depth = depths[i];
      if (depth >= lanes_.size()) lanes_.resize(depth + 1);
      ++lanes_[depth].slices;
    }
  });
  if (lanes_.size() < 2) return;
  for (LanePyramid& lane : lanes_) lane.every_row = false;
  choose_leaves(lanes_);
}

void SlicePyramid::build(const SliceColumns& slices) {
  set_roots_cover(true);
  count_lanes(slices);
  for (LanePyramid& lane : lanes_) lane.levels.assign(1, {});
  std::vector<NodeBuilder> leaves(lanes_.size());
  const auto finish = [&](std::size_t depth) {
    LodNode leaf = leaves[depth].take();
    leaf.name = slices.name[leaf.row];
    lanes_[depth].levels[0].push_back(leaf);
  };
  const bool nested = lanes_.size() > 1;
  std::int64_t covered_to = std::numeric_limits<std::int64_t>::min();
  slices.for_each([&](std::size_t row, std::int64_t start, std::int64_t end) {
    const std::size_t depth = nested ? slices.depth[row] : 0;
    LanePyramid& lane = lanes_[depth];
    if (nested) {
      if (depth == 0) covered_to = std::max(covered_to, end);
      if (end > covered_to && roots_cover_) set_roots_cover(false);
      lane.rows.push_back(static_cast<std::uint32_t>(row));
    }
    leaves[depth].add(start, end, end - start, end - start, static_cast<std::uint32_t>(row));
    if (leaves[depth].count() == lane.leaf_slices) finish(depth);
  });
  for (std::size_t depth = 0; depth < lanes_.size(); ++depth) {
    if (leaves[depth].count() > 0) finish(depth);
    lanes_[depth].levels[0].materialise();
    lanes_[depth].build_levels();
  }
}

std::int64_t SlicePyramid::busy(const SliceColumns& slices, std::int64_t begin,
                                std::int64_t end) const {
  if (lanes_.empty() || begin >= end) return 0;
  if (roots_cover_) return lanes_[0].busy(slices, begin, end);
  return covered_before(slices, end) - covered_before(slices, begin);
}

void SlicePyramid::set_roots_cover(bool cover) {
  roots_cover_ = cover;
  cover_ = cover ? nullptr : std::make_shared<Cover>();
}

const SlicePyramid::Cover& SlicePyramid::cover(const SliceColumns& slices) const {
  std::call_once(cover_->once, [&] {
    std::int64_t ticks = 0;
    std::int64_t covered_to = std::numeric_limits<std::int64_t>::min();
    for (std::size_t row = 0; row < slices.size(); ++row) {
      if (row % Cover::kStep == 0) {
        cover_->ticks.push_back(ticks);
        cover_->end.push_back(covered_to);
      }
      ticks += newly_covered(slices, row, covered_to);
    }
  });
  return *cover_;
}

/// The ticks before `time` that are covered by slices. Slices that start before `time` cover at
/// most one interval after it, which ends at the latest of their ends.
std::int64_t SlicePyramid::covered_before(const SliceColumns& slices, std::int64_t time) const {
  const auto after = std::lower_bound(slices.start.begin(), slices.start.end(), time);
  const auto count = static_cast<std::size_t>(after - slices.start.begin());
  if (count == 0) return 0;
  const Cover& known = cover(slices);
  const std::size_t step = (count - 1) / Cover::kStep;
  std::int64_t ticks = known.ticks[step];
  std::int64_t covered_to = known.end[step];
  for (std::size_t row = step * Cover::kStep; row < count; ++row) {
    ticks += newly_covered(slices, row, covered_to);
  }
  return covered_to > time ? ticks - (covered_to - time) : ticks;
}

std::uint32_t SlicePyramid::at(const SliceColumns& slices, std::int64_t time, int depth) const {
  if (depth >= 0) {
    const auto lane = static_cast<std::size_t>(depth);
    return lane < lanes_.size() ? lanes_[lane].at(slices, time) : Id<void>::kNone;
  }
  std::uint32_t found = Id<void>::kNone;
  for (const LanePyramid& lane : lanes_) {
    const std::uint32_t row = lane.at(slices, time);
    if (row != Id<void>::kNone && (found == Id<void>::kNone || row > found)) found = row;
  }
  return found;
}

std::int64_t SlicePyramid::latest_end() const {
  std::int64_t end = std::numeric_limits<std::int64_t>::min();
  for (const LanePyramid& lane : lanes_) {
    if (!lane.levels.empty()) end = std::max(end, lane.levels.back()[0].end());
  }
  return end;
}

}  // namespace nscope
