#pragma once

#include "profiler/trace/columns/trace_batch.h"

#include <cstdint>
#include <mutex>

namespace nscope {

/// Totals of the data that have passed through a stream.
struct StreamFigures {
  double played_ns = 0.0;  ///< from the first event, or the start of the window, to the last
  std::int64_t slices = 0;
  std::int64_t samples = 0;
  std::int64_t flows = 0;
};

/// Adds up the batches of a stream for display. All members are safe from any thread.
class StreamMeter {
 public:
  void count(const TraceBatch& batch);
  StreamFigures figures() const;

 private:
  void see(TraceTime time);

  mutable std::mutex mutex_;
  StreamFigures figures_;
  std::int64_t ticks_per_ns_ = 1;
  std::int64_t first_ = 0;  ///< ticks, like last_
  std::int64_t last_ = 0;
  bool begun_ = false;
};

}  // namespace nscope
