#pragma once

#include "profiler/trace/trace_batch.h"

#include <cstdint>
#include <mutex>

namespace nscope {

/// What has gone through a stream so far.
struct StreamFigures {
  double played_ns = 0.0;  ///< length of the window
  std::int64_t slices = 0;
  std::int64_t samples = 0;
  std::int64_t flows = 0;
};

/// Adds up the batches of a stream, for whoever watches it. All members are safe from
/// any thread.
class StreamMeter {
 public:
  void count(const TraceBatch& batch);
  StreamFigures figures() const;

 private:
  mutable std::mutex mutex_;
  StreamFigures figures_;
};

}  // namespace nscope
