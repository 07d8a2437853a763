#include "profiler/trace/stream_meter.h"

namespace nscope {

void StreamMeter::count(const TraceBatch& batch) {
  const std::scoped_lock lock(mutex_);
  figures_.slices += static_cast<std::int64_t>(batch.slices.size());
  figures_.samples += static_cast<std::int64_t>(batch.counters.size());
  figures_.flows += static_cast<std::int64_t>(batch.flows.size());
  if (!batch.time_base) return;
  const TimeBase& base = *batch.time_base;
  figures_.played_ns = static_cast<double>((base.window_end - base.window_begin).value()) /
                       static_cast<double>(base.ticks_per_ns);
}

StreamFigures StreamMeter::figures() const {
  const std::scoped_lock lock(mutex_);
  return figures_;
}

}  // namespace nscope
