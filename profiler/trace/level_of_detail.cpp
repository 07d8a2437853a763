#include "profiler/trace/level_of_detail.h"

namespace nscope {
namespace {

/// Ticks covered by two parts of a lane that is `width` ticks long. Parts can only
/// overlap where a track has more depths than there are.
std::int64_t sum_of_busy(std::int64_t a, std::int64_t b, std::int64_t width) {
  const std::uint64_t sum = static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b);
  return static_cast<std::int64_t>(std::min(sum, static_cast<std::uint64_t>(width)));
}

LanePyramid::Level build_leaves(const LanePyramid& lane, const SliceColumns& columns) {
  LanePyramid::Level leaves;
  std::uint32_t rows[LanePyramid::kLeafSlices];
  std::int64_t starts[LanePyramid::kLeafSlices];
  std::int64_t durations[LanePyramid::kLeafSlices];
  for (std::size_t at = 0; at < lane.slices; at += lane.leaf_slices) {
    const std::size_t count = std::min(lane.leaf_slices, lane.slices - at);
    lane.read(columns, at, count, rows, starts, durations);
    LodNode node{.begin = starts[0], .longest = -1};
    std::int64_t end = starts[0];
    std::int64_t gap = 0;
    for (std::size_t i = 0; i < count; ++i) {
      gap = std::max(gap, starts[i] - end);
      end = std::max(end, starts[i] + durations[i]);
      node.busy = sum_of_busy(node.busy, durations[i], end - node.begin);
      if (durations[i] > node.longest) {
        node.longest = durations[i];
        node.row = rows[i];
      }
    }
    node.width = end - node.begin;
    node.gap = RoundedUp(gap);
    node.name = columns.name[node.row];
    leaves.push_back(node);
  }
  leaves.materialise();
  return leaves;
}

LanePyramid::Level build_level(const LanePyramid::Level& below) {
  LanePyramid::Level level;
  for (std::size_t first = 0; first < below.size(); first += LanePyramid::kFanOut) {
    LodNode node = below[first];
    std::int64_t end = node.end();
    std::int64_t gap = node.gap.ticks();
    const std::size_t last = std::min(first + LanePyramid::kFanOut, below.size());
    for (std::size_t i = first + 1; i < last; ++i) {
      const LodNode child = below[i];
      gap = std::max({gap, child.gap.ticks(), child.begin - end});
      end = std::max(end, child.end());
      node.busy = sum_of_busy(node.busy, child.busy, end - node.begin);
      if (child.longest > node.longest) {
        node.longest = child.longest;
        node.row = child.row;
        node.name = child.name;
      }
    }
    node.width = end - node.begin;
    node.gap = RoundedUp(gap);
    level.push_back(node);
  }
  level.materialise();
  return level;
}

/// Ticks of [begin, end) covered by a lane, whose slices do not overlap.
std::int64_t busy_of(const LanePyramid& lane, const SliceColumns& slices, std::int64_t begin,
                     std::int64_t end) {
  if (lane.levels.empty()) return 0;
  std::int64_t total = 0;
  const auto descend = [&](const auto& self, std::size_t level, std::size_t index) -> void {
    const LodNode node = lane.levels[level][index];
    if (node.begin >= end || node.end() <= begin) return;
    if (node.begin >= begin && node.end() <= end) {
      total += node.busy;
      return;
    }
    if (level > 0) {
      const std::size_t first = index * LanePyramid::kFanOut;
      const std::size_t last =
          std::min(first + LanePyramid::kFanOut, lane.levels[level - 1].size());
      for (std::size_t child = first; child < last; ++child) self(self, level - 1, child);
      return;
    }
    const std::size_t last = std::min((index + 1) * lane.leaf_slices, lane.slices);
    for (std::size_t i = index * lane.leaf_slices; i < last; ++i) {
      const std::size_t row = lane.row(i);
      const std::int64_t from = std::max(slices.start[row], begin);
      const std::int64_t to = std::min(slices.start[row] + slices.duration[row], end);
      total += std::max<std::int64_t>(0, to - from);
    }
  };
  descend(descend, lane.levels.size() - 1, 0);
  return total;
}

/// The slice of a lane that covers `time`; Id::kNone where none does.
std::uint32_t at_time(const LanePyramid& lane, const SliceColumns& slices, std::int64_t time) {
  std::uint32_t found = Id<void>::kNone;
  if (lane.levels.empty()) return found;
  const auto descend = [&](const auto& self, std::size_t level, std::size_t index) -> bool {
    const LodNode node = lane.levels[level][index];
    if (node.begin > time || node.end() <= time) return false;
    if (level > 0) {
      const std::size_t first = index * LanePyramid::kFanOut;
      const std::size_t last =
          std::min(first + LanePyramid::kFanOut, lane.levels[level - 1].size());
      for (std::size_t child = last; child-- > first;) {
        if (self(self, level - 1, child)) return true;
      }
      return false;
    }
    const std::size_t first = index * lane.leaf_slices;
    for (std::size_t i = std::min(first + lane.leaf_slices, lane.slices); i-- > first;) {
      const std::size_t row = lane.row(i);
      const std::int64_t from = slices.start[row];
      if (from <= time && time < from + slices.duration[row]) {
        found = static_cast<std::uint32_t>(row);
        return true;
      }
    }
    return false;
  };
  descend(descend, lane.levels.size() - 1, 0);
  return found;
}

/// What a slice covers beyond `covered_to`, which moves to its end.
std::int64_t newly_covered(const SliceColumns& slices, std::size_t row, std::int64_t& covered_to) {
  const std::int64_t from = std::max(slices.start[row], covered_to);
  const std::int64_t to = slices.start[row] + slices.duration[row];
  if (to <= from) return 0;
  covered_to = to;
  return to - from;
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

void LanePyramid::build(const SliceColumns& columns) {
  levels.clear();
  if (slices == 0) return;
  levels.push_back(build_leaves(*this, columns));
  while (levels.back().size() > 1) levels.push_back(build_level(levels.back()));
}

std::vector<std::size_t> LanePyramid::level_sizes() const {
  std::vector<std::size_t> sizes;
  if (slices == 0) return sizes;
  sizes.push_back((slices + leaf_slices - 1) / leaf_slices);
  while (sizes.back() > 1) sizes.push_back((sizes.back() + kFanOut - 1) / kFanOut);
  return sizes;
}

void choose_leaves(std::vector<LanePyramid>& lanes) {
  // The sparsest depths, together up to an eighth of the slices: bounds what
  // their nodes cost to 5 bytes per slice of the track.
  std::vector<LanePyramid*> order;
  std::size_t total = 0;
  for (LanePyramid& lane : lanes) {
    order.push_back(&lane);
    total += lane.slices;
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* a, const auto* b) { return a->slices < b->slices; });
  std::size_t left = total / 8;
  for (LanePyramid* lane : order) {
    if (lane->slices > left) return;
    left -= lane->slices;
    lane->leaf_slices = 1;
  }
}

void SlicePyramid::build(const SliceColumns& slices) {
  lanes_.clear();
  set_roots_cover(true);
  const std::size_t n = slices.size();
  if (n == 0) return;
  if (slices.depth.constant() && slices.depth.fill() == 0) {
    lanes_.emplace_back();
    lanes_[0].slices = n;
  } else {
    std::int64_t covered_to = std::numeric_limits<std::int64_t>::min();
    slices.for_each([&](std::size_t row, std::int64_t, std::int64_t end) {
      const std::size_t depth = slices.depth[row];
      if (depth == 0) covered_to = std::max(covered_to, end);
      if (end > covered_to && roots_cover_) set_roots_cover(false);
      if (depth >= lanes_.size()) lanes_.resize(depth + 1);
      lanes_[depth].rows.push_back(static_cast<std::uint32_t>(row));
    });
    for (LanePyramid& lane : lanes_) {
      lane.every_row = false;
      lane.slices = lane.rows.size();
    }
    choose_leaves(lanes_);
  }
  for (LanePyramid& lane : lanes_) lane.build(slices);
}

std::int64_t SlicePyramid::busy(const SliceColumns& slices, std::int64_t begin,
                                std::int64_t end) const {
  if (lanes_.empty() || begin >= end) return 0;
  if (roots_cover_) return busy_of(lanes_[0], slices, begin, end);
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

/// What the slices cover of the time before `time`. Those that start before it reach over
/// it by one stretch at most: the one to the latest of their ends.
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
    return lane < lanes_.size() ? at_time(lanes_[lane], slices, time) : Id<void>::kNone;
  }
  std::uint32_t found = Id<void>::kNone;
  for (const LanePyramid& lane : lanes_) {
    const std::uint32_t row = at_time(lane, slices, time);
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
