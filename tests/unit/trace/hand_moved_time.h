#pragma once

#include "profiler/trace/build/playback_clock.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace nscope {

/// A clock that advances when it is waited for, without an actual wait. One thread.
class HandMovedTime final : public TimeSource {
 public:
  std::chrono::nanoseconds now() const override { return now_; }

  void wait_until(std::chrono::nanoseconds until, std::condition_variable&,
                  std::unique_lock<std::mutex>& lock) override {
    ++waits;
    now_ = until;
    if (!on_wait) return;
    lock.unlock();
    on_wait();
    lock.lock();
  }

  void pass(std::chrono::nanoseconds time) { now_ += time; }

  int waits = 0;
  std::function<void()> on_wait;  ///< called during a wait, instead of another thread

 private:
  std::chrono::nanoseconds now_{1'000'000};
};

}  // namespace nscope
