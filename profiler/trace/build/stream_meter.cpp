#include "profiler/trace/build/stream_meter.h"

#include <algorithm>

namespace nscope {

void StreamMeter::see(TraceTime time) {
  first_ = begun_ ? std::min(first_, time.value()) : time.value();
  last_ = begun_ ? std::max(last_, time.value()) : time.value();
  begun_ = true;
}

void StreamMeter::count(const TraceBatch& batch) {
  const std::scoped_lock lock(mutex_);
  figures_.slices += static_cast<std::int64_t>(batch.slices.size());
  figures_.samples += static_cast<std::int64_t>(batch.counters.size());
  figures_.flows += static_cast<std::int64_t>(batch.flows.size());
  for (const auto& slice : batch.slices) {
    see(slice.start);
    if (slice.duration != kOpenDuration) see(slice.start + slice.duration);
  }
  for (const auto& end : batch.slice_ends) see(end.end);
  for (const auto& sample : batch.counters) see(sample.time);
  if (batch.time_base) {
    ticks_per_ns_ = batch.time_base->ticks_per_ns;
    see(batch.time_base->window_begin);
    see(batch.time_base->window_end);
  }
  figures_.played_ns = (static_cast<double>(last_) - static_cast<double>(first_)) /
                       static_cast<double>(ticks_per_ns_);
}

StreamFigures StreamMeter::figures() const {
  const std::scoped_lock lock(mutex_);
  return figures_;
}

}  // namespace nscope
