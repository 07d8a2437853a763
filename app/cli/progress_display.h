#pragma once

#include "profiler/base/task_control.h"

#include <condition_variable>
#include <mutex>
#include <string_view>
#include <thread>

namespace nscope::cli {

/// Shows the progress of `control` on standard error while it lives, from a
/// thread of its own: one line that is rewritten on a terminal ("auto"), or
/// a line a second ("plain"), or nothing ("none"). Operations shorter than a moment show nothing.
class ProgressDisplay {
 public:
  ProgressDisplay(const TaskControl& control, std::string_view style);
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

 private:
  void run();

  const TaskControl& control_;
  bool rewrite_ = false;
  std::mutex mutex_;
  std::condition_variable stopping_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace nscope::cli
