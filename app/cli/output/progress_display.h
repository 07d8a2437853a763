#pragma once

#include "profiler/base/task_control.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace nscope::cli {

/// Shows the progress of `control`, or what `line` says, on standard error while it lives, from a
/// thread of its own: one line that is rewritten on a terminal ("auto"), or
/// a line a second ("plain"), or nothing ("none"). Operations shorter than a moment show nothing.
class ProgressDisplay {
 public:
  ProgressDisplay(const TaskControl& control, std::string_view style);
  /// `line` is called in that thread.
  ProgressDisplay(std::function<std::string()> line, std::string_view style);
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

 private:
  void run();

  std::function<std::string()> line_;
  bool rewrite_ = false;
  std::mutex mutex_;
  std::condition_variable stopping_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace nscope::cli
