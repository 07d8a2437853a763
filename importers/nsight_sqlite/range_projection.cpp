#include "importers/nsight_sqlite/range_projection.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace nscope::importers::nsight {
namespace {

struct Extent {
  std::int64_t begin = std::numeric_limits<std::int64_t>::max();
  std::int64_t end = std::numeric_limits<std::int64_t>::min();

  void include(const Extent& other) {
    begin = std::min(begin, other.begin);
    end = std::max(end, other.end);
  }
};

/// The extent of any interval of a list in logarithmic time: a binary tree in an array, whose
/// leaves are the second half.
class ExtentTree {
 public:
  explicit ExtentTree(std::size_t size) : size_(size), nodes_(2 * size) {}
  void set(std::size_t at, const Extent& extent) { nodes_[size_ + at] = extent; }
  void finish() {
    for (std::size_t i = size_; i-- > 1;) {
      nodes_[i] = nodes_[2 * i];
      nodes_[i].include(nodes_[2 * i + 1]);
    }
  }
  /// Of the elements `from` to `to`, without `to`.
  Extent over(std::size_t from, std::size_t to) const {
    Extent extent;
    for (from += size_, to += size_; from < to; from /= 2, to /= 2) {
      if (from % 2 == 1) extent.include(nodes_[from++]);
      if (to % 2 == 1) extent.include(nodes_[--to]);
    }
    return extent;
  }

 private:
  std::size_t size_;
  std::vector<Extent> nodes_;
};

}  // namespace

struct RangeProjection::Budget {
  std::int64_t left = 0;
  std::int64_t left_out = 0;
};

std::uint32_t RangeProjection::thread_index(std::uint64_t thread) {
  const auto [entry, added] =
      thread_index_.try_emplace(thread, static_cast<std::uint32_t>(threads_.size()));
  if (added) threads_.emplace_back();
  return entry->second;
}

void RangeProjection::add_call(std::uint64_t thread, SliceId call, std::int64_t start) {
  calls_.push_back({.slice = call.value, .thread = thread_index(thread), .start = start});
}

void RangeProjection::add_range(std::uint64_t thread, const Range& range) {
  threads_[thread_index(thread)].ranges.push_back(range);
}

void RangeProjection::add_work(SliceId call, const Stream& stream, std::int64_t begin,
                               std::int64_t end) {
  const auto found =
      std::lower_bound(calls_.begin(), calls_.end(), call.value,
                       [](const Call& one, std::uint32_t slice) { return one.slice < slice; });
  if (found == calls_.end() || found->slice != call.value) return;
  const auto [entry, added] =
      stream_index_.try_emplace(stream, static_cast<std::uint32_t>(streams_.size()));
  if (added) streams_.push_back(stream);
  threads_[found->thread].work.push_back(
      {.stream = entry->second, .call = found->start, .begin = begin, .end = end});
}

/// Projects the ranges of a thread, which are sorted, on one stream, whose work is sorted by calls.
bool RangeProjection::project_on(const Stream& stream, const std::vector<Range>& ranges,
                                 const Work* first, const Work* last, Budget& budget,
                                 const std::function<bool(const Projected&)>& use) {
  ExtentTree extents(static_cast<std::size_t>(last - first));
  for (const Work* work = first; work != last; ++work) {
    extents.set(static_cast<std::size_t>(work - first), {.begin = work->begin, .end = work->end});
  }
  extents.finish();
  const Work* from = first;
  for (const Range& range : ranges) {
    while (from != last && from->call < range.begin) ++from;
    if (from == last) break;
    if (from->call > range.end) continue;
    const Work* const to = std::upper_bound(
        from, last, range.end, [](std::int64_t end, const Work& work) { return end < work.call; });
    if (budget.left == 0) {
      ++budget.left_out;
      continue;
    }
    --budget.left;
    const Extent extent =
        extents.over(static_cast<std::size_t>(from - first), static_cast<std::size_t>(to - first));
    if (!use({range, stream, extent.begin, extent.end})) return false;
  }
  return true;
}

std::int64_t RangeProjection::project(const std::function<bool(const Projected&)>& use) {
  Budget budget;
  for (const Thread& thread : threads_) {
    budget.left += static_cast<std::int64_t>(thread.ranges.size() + thread.work.size());
  }
  budget.left *= kMostPerEvent;
  for (Thread& thread : threads_) {
    if (thread.ranges.empty() || thread.work.empty()) continue;
    std::stable_sort(thread.ranges.begin(), thread.ranges.end(),
                     [](const Range& a, const Range& b) {
                       return std::tuple(a.begin, b.end) < std::tuple(b.begin, a.end);
                     });
    std::sort(thread.work.begin(), thread.work.end(), [](const Work& a, const Work& b) {
      return std::tuple(a.stream, a.call) < std::tuple(b.stream, b.call);
    });
    const Work* const end = thread.work.data() + thread.work.size();
    std::size_t streams = 0;
    for (const Work* first = thread.work.data(); first != end;) {
      const Work* last = first;
      while (last != end && last->stream == first->stream) ++last;
      if (++streams > kMostStreams) {
        ++budget.left_out;
      } else if (!project_on(streams_[first->stream], thread.ranges, first, last, budget, use)) {
        return budget.left_out;
      }
      first = last;
    }
  }
  return budget.left_out;
}

}  // namespace nscope::importers::nsight
