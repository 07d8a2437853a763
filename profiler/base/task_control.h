#pragma once

#include <atomic>
#include <cstdint>

namespace nscope {

/// Progress and cancellation of one long operation. The worker reports, any
/// other thread reads and may cancel; all members are safe from any thread.
class TaskControl {
 public:
  TaskControl() = default;
  /// Of one part of a longer operation: nobody sees its progress, and it is cancelled with
  /// `outer`, which must live longer.
  explicit TaskControl(const TaskControl* outer) : outer_(outer) {}

  /// Asks the worker to stop; it returns ErrorCode::kCancelled soon after.
  void request_cancel() { cancel_.store(true, std::memory_order_relaxed); }
  bool cancelled() const {
    return cancel_.load(std::memory_order_relaxed) || (outer_ != nullptr && outer_->cancelled());
  }
  /// Whether a loop that has come to its `step`-th round should stop. Looks every 65,536 rounds.
  bool cancelled_at(std::uint64_t step) const { return step % (1u << 16) == 0 && cancelled(); }

  /// Starts a phase. `name` must be a string literal (it is kept as a pointer).
  void begin(const char* name, std::uint64_t total) {
    phase_.store(name, std::memory_order_relaxed);
    done_.store(0, std::memory_order_relaxed);
    total_.store(total, std::memory_order_relaxed);
  }
  void advance_to(std::uint64_t done) { done_.store(done, std::memory_order_relaxed); }

  const char* phase() const { return phase_.load(std::memory_order_relaxed); }

  /// Share of the phase that is done, 0..1; negative while the total is unknown.
  double fraction() const {
    const auto total = total_.load(std::memory_order_relaxed);
    if (total == 0) return -1.0;
    const auto done = done_.load(std::memory_order_relaxed);
    return done >= total ? 1.0 : static_cast<double>(done) / static_cast<double>(total);
  }

 private:
  std::atomic<bool> cancel_{false};
  std::atomic<const char*> phase_{""};
  std::atomic<std::uint64_t> done_{0};
  std::atomic<std::uint64_t> total_{0};
  const TaskControl* outer_ = nullptr;
};

}  // namespace nscope
