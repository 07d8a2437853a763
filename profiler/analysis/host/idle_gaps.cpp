#include "profiler/analysis/host/idle_gaps.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>

namespace nscope::analysis {
namespace {

struct Head {
  std::int64_t begin = 0;
  std::size_t track = 0;
  std::size_t row = 0;

  bool operator>(const Head& other) const {
    return std::tuple(begin, track, row) > std::tuple(other.begin, other.track, other.row);
  }
};

}  // namespace

std::int64_t IdleTime::idle() const {
  std::int64_t sum = 0;
  for (const IdleGap& gap : gaps) sum += gap.length();
  return sum;
}

std::optional<IdleTime> idle_time(std::span<const Track* const> tracks, const TimeWindow& window,
                                  const TaskControl& control) {
  IdleTime out;
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads;
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    if (tracks[i]->slices.size() > 0) heads.push({tracks[i]->slices.start[0], i, 0});
  }
  std::int64_t steps = 0;
  while (!heads.empty()) {
    if (control.cancelled_at(steps++)) return std::nullopt;
    const Head head = heads.top();
    heads.pop();
    const SliceColumns& slices = tracks[head.track]->slices;
    if (head.row + 1 < slices.size()) {
      heads.push({slices.start[head.row + 1], head.track, head.row + 1});
    }
    const std::int64_t end = slices.end(head.row).value();
    if (!window.holds(TraceTime(head.begin), TraceTime(end))) continue;
    if (out.events++ == 0) {
      out.begin = head.begin;
      out.end = end;
      continue;
    }
    if (head.begin > out.end) {
      out.gaps.push_back({out.end, head.begin, Trace::slice_id(*tracks[head.track], head.row)});
    }
    out.end = std::max(out.end, end);
  }
  return out;
}

}  // namespace nscope::analysis
