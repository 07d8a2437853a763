#pragma once

#include "profiler/base/language.h"
#include "profiler/base/task_control.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace nscope::cli {

/// Shows the progress of an operation on standard error until it is destroyed, from its own
/// thread. Styles: "auto" rewrites one line, only if standard error is a terminal; "plain" prints
/// one line per second; "none" prints nothing. Operations of less than 300 ms show nothing.
class ProgressDisplay {
 public:
  /// Shows the phase and the completed share of `control`, which must outlive this object.
  ProgressDisplay(const TaskControl& control, std::string_view style, const Language& language);
  /// Shows the result of `line`, which is called in the thread of the display.
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
