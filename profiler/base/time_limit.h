#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace nscope {

/// Cancels `control`, which must outlive this object, when the limit has passed. Any thread may
/// call the constant members.
class TimeLimit {
 public:
  using Seconds = std::chrono::duration<double>;

  /// Without a limit, it does nothing.
  TimeLimit(TaskControl& control, std::optional<Seconds> limit);
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

  bool has_passed() const { return passed_.load(); }

  /// The error of an operation: kInvalidArgument with the limit if the limit cancelled it, else
  /// `error`.
  Error explained(Error error) const;

 private:
  void run();

  TaskControl& control_;
  std::optional<Seconds> limit_;
  std::atomic<bool> passed_{false};
  std::mutex mutex_;
  std::condition_variable stopping_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace nscope
