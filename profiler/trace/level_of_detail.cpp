#include "profiler/trace/level_of_detail.h"

#include "profiler/base/ids.h"
#include "profiler/trace/trace.h"

#include <algorithm>

namespace nscope {
namespace {

constexpr std::size_t kLeafSlices = 16;
constexpr std::size_t kFanOut = 4;

}  // namespace

void SlicePyramid::build(const SliceColumns& slices) {
  levels_.clear();
  const std::size_t n = slices.size();
  if (n == 0) return;

  std::vector<Node> leaves((n + kLeafSlices - 1) / kLeafSlices);
  // Busy time is counted once where slices overlap, also across nodes: a node
  // owns only what sticks out behind everything that started earlier.
  std::int64_t covered_to = slices.start[0];
  for (std::size_t i = 0; i < n; ++i) {
    Node& node = leaves[i / kLeafSlices];
    const std::int64_t begin = slices.start[i];
    const std::int64_t end = begin + slices.duration[i];
    if (node.count == 0) {
      node.begin = begin;
      node.end = end;
      node.longest = static_cast<std::uint32_t>(i);
    }
    node.end = std::max(node.end, end);
    if (slices.duration[i] > slices.duration[node.longest]) {
      node.longest = static_cast<std::uint32_t>(i);
    }
    node.busy += std::max<std::int64_t>(0, end - std::max(begin, covered_to));
    covered_to = std::max(covered_to, end);
    ++node.count;
  }
  levels_.push_back(std::move(leaves));

  while (levels_.back().size() > 1) {
    const std::vector<Node>& below = levels_.back();
    std::vector<Node> level((below.size() + kFanOut - 1) / kFanOut);
    for (std::size_t i = 0; i < below.size(); ++i) {
      Node& node = level[i / kFanOut];
      if (node.count == 0) {
        node = below[i];
        continue;
      }
      node.end = std::max(node.end, below[i].end);
      node.busy += below[i].busy;
      node.count += below[i].count;
      if (slices.duration[below[i].longest] > slices.duration[node.longest]) {
        node.longest = below[i].longest;
      }
    }
    levels_.push_back(std::move(level));
  }
}

namespace {

/// Joins neighbours that are together narrower than the resolution, so that a
/// frame never gets more than about two runs a pixel.
class RunMerger {
 public:
  RunMerger(std::int64_t resolution, const std::function<void(const LodSpan&)>& emit)
      : resolution_(resolution), emit_(emit) {}

  void add(const LodSpan& span, std::int64_t longest) {
    const bool joins = run_.count > 0 && std::max(run_.end, span.end) - run_.begin < resolution_;
    if (!joins) {
      flush();
      run_ = span;
      longest_ = longest;
      return;
    }
    run_.busy +=
        std::max<std::int64_t>(0, span.busy - std::max<std::int64_t>(0, run_.end - span.begin));
    run_.end = std::max(run_.end, span.end);
    run_.count += span.count;
    if (longest > longest_) {
      longest_ = longest;
      run_.row = span.row;
    }
  }
  void flush() {
    if (run_.count > 0) emit_(run_);
    run_.count = 0;
  }

 private:
  std::int64_t resolution_;
  const std::function<void(const LodSpan&)>& emit_;
  LodSpan run_{.count = 0};
  std::int64_t longest_ = 0;
};

}  // namespace

void SlicePyramid::visit(const SliceColumns& slices, std::int64_t begin, std::int64_t end,
                         std::int64_t resolution,
                         const std::function<void(const LodSpan&)>& emit) const {
  if (levels_.empty() || begin >= end) return;
  RunMerger runs(resolution, emit);
  const auto descend = [&](const auto& self, std::size_t level, std::size_t index) -> void {
    const Node& node = levels_[level][index];
    if (node.begin >= end || (node.end <= begin && node.end != node.begin)) return;
    if (node.end - node.begin < resolution) {
      runs.add({node.begin, node.end, node.busy, node.longest, node.count},
               slices.duration[node.longest]);
      return;
    }
    if (level > 0) {
      const std::size_t first = index * kFanOut;
      const std::size_t last = std::min(first + kFanOut, levels_[level - 1].size());
      for (std::size_t child = first; child < last; ++child) self(self, level - 1, child);
      return;
    }
    const std::size_t first = index * kLeafSlices;
    for (std::size_t row = first; row < first + node.count; ++row) {
      const std::int64_t from = slices.start[row];
      const std::int64_t duration = slices.duration[row];
      if (from >= end) break;
      if (from + duration > begin || (duration == 0 && from >= begin)) {
        runs.add({from, from + duration, duration, static_cast<std::uint32_t>(row), 1}, duration);
      }
    }
  };
  descend(descend, levels_.size() - 1, 0);
  runs.flush();
}

std::int64_t SlicePyramid::busy(const SliceColumns& slices, std::int64_t begin,
                                std::int64_t end) const {
  if (levels_.empty() || begin >= end) return 0;
  std::int64_t total = 0;
  std::int64_t covered_to = begin;
  const auto descend = [&](const auto& self, std::size_t level, std::size_t index) -> void {
    const Node& node = levels_[level][index];
    if (node.begin >= end || node.end <= covered_to) return;
    if (level > 0) {
      const std::size_t first = index * kFanOut;
      const std::size_t last = std::min(first + kFanOut, levels_[level - 1].size());
      // Earlier slices that reach into the node were visited already, so
      // covered_to says whether its own count holds.
      if (node.begin >= covered_to && node.end <= end) {
        total += node.busy;
        covered_to = node.end;
        return;
      }
      for (std::size_t child = first; child < last; ++child) self(self, level - 1, child);
      return;
    }
    for (std::size_t row = index * kLeafSlices; row < index * kLeafSlices + node.count; ++row) {
      const std::int64_t from = std::max(slices.start[row], covered_to);
      const std::int64_t to = std::min(slices.start[row] + slices.duration[row], end);
      if (to > from) {
        total += to - from;
        covered_to = to;
      }
    }
  };
  descend(descend, levels_.size() - 1, 0);
  return total;
}

std::uint32_t SlicePyramid::at(const SliceColumns& slices, std::int64_t time, int depth) const {
  std::uint32_t found = Id<void>::kNone;
  if (levels_.empty()) return found;
  // Rows are sorted by start: search backwards, skipping nodes that end before.
  const auto descend = [&](const auto& self, std::size_t level, std::size_t index) -> bool {
    const Node& node = levels_[level][index];
    if (node.begin > time || node.end <= time) return false;
    if (level > 0) {
      const std::size_t first = index * kFanOut;
      const std::size_t last = std::min(first + kFanOut, levels_[level - 1].size());
      for (std::size_t child = last; child-- > first;) {
        if (self(self, level - 1, child)) return true;
      }
      return false;
    }
    for (std::size_t row = index * kLeafSlices + node.count; row-- > index * kLeafSlices;) {
      const std::int64_t from = slices.start[row];
      if (from <= time && time < from + slices.duration[row] &&
          (depth < 0 || slices.depth[row] == depth)) {
        found = static_cast<std::uint32_t>(row);
        return true;
      }
    }
    return false;
  };
  descend(descend, levels_.size() - 1, 0);
  return found;
}

}  // namespace nscope
