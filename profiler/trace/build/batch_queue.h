#pragma once

#include "profiler/trace/columns/trace_batch.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

namespace nscope {

/// How often, and for how long in total, a producer waited for space.
struct Backpressure {
  std::int64_t waits = 0;
  std::chrono::nanoseconds waited{0};
};

/// A bounded queue between a producer thread and the thread that builds the
/// trace. push() blocks while the queue is full, so that a fast producer cannot fill the
/// memory. All members are safe from any thread.
class BatchQueue final : public TraceSink {
 public:
  explicit BatchQueue(std::size_t capacity = 64) : capacity_(capacity) {}

  /// Waits for space. Leaves an empty batch or one of give_back() in `batch`. Always true.
  bool push(TraceBatch&& batch) override;
  /// Gives the memory of a batch that has been read to a later push().
  void give_back(TraceBatch&& batch);
  /// Called by the producer after its last batch.
  void close();

  /// The next batch without waiting; nullopt if none is ready.
  std::optional<TraceBatch> try_pop();
  /// Waits for the next batch; nullopt if the queue is closed and empty.
  std::optional<TraceBatch> pop();
  std::size_t size() const;  ///< batches in the queue
  Backpressure backpressure() const;

 private:
  std::size_t capacity_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<TraceBatch> batches_;
  std::vector<TraceBatch> unused_;
  bool closed_ = false;
  Backpressure backpressure_;
};

}  // namespace nscope
