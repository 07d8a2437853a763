#pragma once

#include "profiler/trace/columns/lane_pyramid.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace nscope {

/// Summarises slices or nodes of a lane in a node; they are added in order of start.
class NodeBuilder {
 public:
  void add(std::int64_t start, std::int64_t end, std::int64_t busy, std::int64_t longest,
           std::uint32_t row) {
    if (count_++ == 0) {
      node_ = {.start = start};
      end_ = start;
      longest_ = -1;
      gap_ = 0;
    }
    gap_ = std::max(gap_, start - end_);
    end_ = std::max(end_, end);
    node_.busy = joined_busy(busy);
    if (longest > longest_) {
      longest_ = longest;
      node_.row = row;
    }
  }
  void add(const LodNode& node) {
    add(node.start, node.end(), node.busy, node.longest.ticks(), node.row);
    if (node_.row == node.row) node_.name = node.name;
    gap_ = std::max(gap_, node.gap.ticks());
  }
  std::size_t count() const { return count_; }
  /// Returns the node and begins the next one.
  LodNode take() {
    count_ = 0;
    node_.width = end_ - node_.start;
    node_.longest = RoundedUp(longest_);
    node_.gap = RoundedUp(gap_);
    return node_;
  }

 private:
  /// Covered ticks after adding `busy`, at most the width of the node: parts can overlap at the
  /// maximum depth of a track.
  std::int64_t joined_busy(std::int64_t busy) const {
    const std::uint64_t sum =
        static_cast<std::uint64_t>(node_.busy) + static_cast<std::uint64_t>(busy);
    return static_cast<std::int64_t>(std::min(sum, static_cast<std::uint64_t>(end_ - node_.start)));
  }

  LodNode node_;
  std::int64_t end_ = 0;
  std::int64_t longest_ = 0;
  std::int64_t gap_ = 0;
  std::size_t count_ = 0;
};

}  // namespace nscope
