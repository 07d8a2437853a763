#pragma once

#include "profiler/trace/build/trace_builder.h"

#include <cstdint>
#include <memory>

namespace nscope::app {

/// A recording in memory with a maximum number of events. Further events are only counted, and the
/// finished trace has a diagnostic (`recording_full`). One thread.
class BoundedRecording {
 public:
  /// About 3 GB for a simulated run.
  static constexpr std::int64_t kMostEvents = 50'000'000;

  explicit BoundedRecording(std::int64_t most_events = kMostEvents) : most_(most_events) {}

  void take(TraceBatch&& batch);
  std::int64_t kept() const { return kept_; }  ///< slices and samples
  std::int64_t not_kept() const { return not_kept_; }
  /// The finished trace. The recording is empty afterwards.
  std::shared_ptr<const Trace> finish();

 private:
  std::int64_t most_;
  std::int64_t kept_ = 0;
  std::int64_t not_kept_ = 0;
  std::uint32_t slices_ = 0;  ///< kept
  TraceBuilder builder_;
};

}  // namespace nscope::app
