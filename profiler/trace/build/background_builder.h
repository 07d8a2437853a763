#pragma once

#include "profiler/trace/build/batch_queue.h"
#include "profiler/trace/build/trace_builder.h"

#include <atomic>
#include <exception>
#include <memory>
#include <thread>
#include <utility>

namespace nscope {

/// A TraceBuilder in a thread of its own, which takes batches while their producer fills the next
/// ones. One producer at a time.
class BackgroundBuilder final : public TraceSink {
 public:
  BackgroundBuilder();
  /// Waits for the thread.
  ~BackgroundBuilder() override;

  bool push(TraceBatch&& batch) override { return queue_.push(std::move(batch)); }
  bool takes_tables() const override { return builder_.takes_tables(); }

  /// The finished trace. Call it once, after the last push(). Throws what the builder has thrown,
  /// which can only be std::bad_alloc.
  std::shared_ptr<const Trace> finish();

 private:
  void run();
  void build();
  void stop();

  static constexpr std::size_t kBatches = 8;  // of about 0.4 MB each
  BatchQueue queue_{kBatches};
  TraceBuilder builder_;
  std::atomic<bool> wanted_ = false;  // the trace
  std::shared_ptr<const Trace> trace_;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace nscope
