#pragma once

#include "profiler/base/text.h"

#include <atomic>
#include <cstdint>

namespace nscope {

/// Progress and cancellation of one long operation. The worker reports its progress; other
/// threads read it and may cancel. All members are safe from any thread.
class TaskControl {
 public:
  TaskControl() = default;
  /// For a part of a longer operation: its progress is not shown, and it is cancelled together
  /// with `outer`, which must outlive it.
  explicit TaskControl(const TaskControl* outer) : outer_(outer) {}

  /// Requests the worker to stop; it then returns ErrorCode::kCancelled.
  void request_cancel() { cancel_.store(true, std::memory_order_relaxed); }
  bool cancelled() const {
    return cancel_.load(std::memory_order_relaxed) || (outer_ != nullptr && outer_->cancelled());
  }
  /// Whether a loop should stop at iteration `step`. Checks every 65,536 iterations.
  bool cancelled_at(std::uint64_t step) const { return step % (1u << 16) == 0 && cancelled(); }

  /// Starts a phase, named by a present participle and a noun: phrase("Reading the capture").
  /// `total` is the number of steps; 0: unknown.
  void begin(Phrase name, std::uint64_t total) {
    phase_.store(name.english.data(), std::memory_order_relaxed);
    done_.store(0, std::memory_order_relaxed);
    total_.store(total, std::memory_order_relaxed);
  }
  void advance_to(std::uint64_t done) { done_.store(done, std::memory_order_relaxed); }

  /// The name of the current phase; empty before the first.
  Phrase phase() const { return {phase_.load(std::memory_order_relaxed)}; }

  /// Completed share of the phase, 0 to 1; negative if the total is unknown.
  double fraction() const {
    const auto total = total_.load(std::memory_order_relaxed);
    if (total == 0) return -1.0;
    const auto done = done_.load(std::memory_order_relaxed);
    return done >= total ? 1.0 : static_cast<double>(done) / static_cast<double>(total);
  }

 private:
  std::atomic<bool> cancel_{false};
  std::atomic<const char*> phase_{""};  // of a phrase, which is a literal and ends with NUL
  std::atomic<std::uint64_t> done_{0};
  std::atomic<std::uint64_t> total_{0};
  const TaskControl* outer_ = nullptr;
};

}  // namespace nscope
