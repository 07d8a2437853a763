#include "profiler/trace/columns/counter_pyramid.h"

#include <algorithm>
#include <cmath>

namespace nscope {
namespace {

/// Extends [least, most] to include another range. NaN values are ignored.
void widen(double& least, double& most, double other_least, double other_most) {
  if (other_least < least || std::isnan(least)) least = other_least;
  if (other_most > most || std::isnan(most)) most = other_most;
}

}  // namespace

std::vector<std::size_t> CounterPyramid::level_sizes(std::size_t samples) {
  std::vector<std::size_t> sizes;
  if (samples == 0) return sizes;
  sizes.push_back((samples + kLeafSamples - 1) / kLeafSamples);
  while (sizes.back() > 1) sizes.push_back((sizes.back() + kFanOut - 1) / kFanOut);
  return sizes;
}

void CounterPyramid::build(const CounterColumns& samples) {
  levels_.clear();
  const std::size_t n = samples.size();
  if (n == 0) return;
  Level leaves;
  for (std::size_t first = 0; first < n; first += kLeafSamples) {
    CounterNode node{samples.time[first], samples.value[first], samples.value[first]};
    for (std::size_t i = first + 1; i < std::min(n, first + kLeafSamples); ++i) {
      const double value = samples.value[i];
      widen(node.least, node.most, value, value);
    }
    leaves.push_back(node);
  }
  levels_.push_back(std::move(leaves));
  while (levels_.back().size() > 1) {
    const Level& below = levels_.back();
    Level level;
    for (std::size_t first = 0; first < below.size(); first += kFanOut) {
      CounterNode node = below[first];
      for (std::size_t i = first + 1; i < std::min(below.size(), first + kFanOut); ++i) {
        const CounterNode child = below[i];
        widen(node.least, node.most, child.least, child.most);
      }
      level.push_back(node);
    }
    levels_.push_back(std::move(level));
  }
}

CounterPyramid::Range CounterPyramid::range(const CounterColumns& samples, std::size_t first,
                                            std::size_t last) const {
  Range range{samples.value[first], samples.value[first]};
  const auto add_samples = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      const double value = samples.value[i];
      widen(range.least, range.most, value, value);
    }
  };
  const auto add_nodes = [&](const Level& level, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      const CounterNode node = level[i];
      widen(range.least, range.most, node.least, node.most);
    }
  };
  // Complete groups are left to the level above; the incomplete groups at both ends are added.
  std::size_t group = kLeafSamples;
  std::size_t from = (first + group - 1) / group;
  std::size_t to = last / group;
  if (from >= to) {
    add_samples(first, last);
    return range;
  }
  add_samples(first, from * group);
  add_samples(to * group, last);
  for (const Level& level : levels_) {
    const std::size_t above_from = (from + kFanOut - 1) / kFanOut;
    const std::size_t above_to = to / kFanOut;
    if (above_from >= above_to) {
      add_nodes(level, from, to);
      break;
    }
    add_nodes(level, from, above_from * kFanOut);
    add_nodes(level, above_to * kFanOut, to);
    from = above_from;
    to = above_to;
  }
  return range;
}

}  // namespace nscope
