#include "profiler/export/perfetto_events.h"

#include <algorithm>
#include <tuple>

namespace nscope {

bool PerfettoEvents::later(const Open& a, const Open& b) {
  return std::tie(a.end, a.lane, b.row) > std::tie(b.end, b.lane, a.row);
}

bool PerfettoEvents::end_is_next() const {
  if (open_.empty()) return false;
  return row_ == track_->slices.size() || open_.front().end <= track_->slices.start[row_];
}

bool PerfettoEvents::sample_is_next() const {
  if (sample_ == track_->counters.size()) return false;
  const std::int64_t time = track_->counters.time[sample_];
  if (end_is_next()) return time < open_.front().end;
  return row_ == track_->slices.size() || time < track_->slices.start[row_];
}

TraceTime PerfettoEvents::time() const {
  if (sample_is_next()) return TraceTime(track_->counters.time[sample_]);
  if (end_is_next()) return TraceTime(open_.front().end);
  return TraceTime(track_->slices.start[row_]);
}

std::uint32_t PerfettoEvents::lane_for(std::int64_t end) {
  const bool nested = track_->layout == TrackLayout::kNested;
  const auto free = std::find_if(lanes_.begin(), lanes_.end(), [&](const auto& lane) {
    return lane.empty() || (nested && lane.back() >= end);
  });
  const auto lane = static_cast<std::uint32_t>(free - lanes_.begin());
  if (free == lanes_.end()) lanes_.emplace_back();
  return lane;
}

PerfettoEvents::Event PerfettoEvents::next() {
  if (sample_is_next()) {
    const std::size_t row = sample_++;
    return {Type::kCounter, 0, row, TraceTime(track_->counters.time[row])};
  }
  if (end_is_next()) {
    std::pop_heap(open_.begin(), open_.end(), later);
    const Open closed = open_.back();
    open_.pop_back();
    lanes_[closed.lane].pop_back();
    return {Type::kEnd, closed.lane, closed.row, TraceTime(closed.end)};
  }
  const std::size_t row = row_++;
  const std::int64_t start = track_->slices.start[row];
  const std::int64_t end = track_->slices.end(row).value();
  const std::uint32_t lane = lane_for(end);
  if (end == start) return {Type::kInstant, lane, row, TraceTime(start)};
  lanes_[lane].push_back(end);
  open_.push_back({end, lane, row});
  std::push_heap(open_.begin(), open_.end(), later);
  return {Type::kBegin, lane, row, TraceTime(start)};
}

}  // namespace nscope
