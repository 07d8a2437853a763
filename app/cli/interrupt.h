#pragma once

#include "profiler/base/task_control.h"

namespace nscope::cli {

/// While it lives, Ctrl-C (SIGINT) and SIGTERM ask `control` to cancel; a second
/// one ends the program at once. At most one at a time: signals know no objects.
class CancelOnInterrupt {
 public:
  explicit CancelOnInterrupt(TaskControl& control);
  ~CancelOnInterrupt();
  CancelOnInterrupt(const CancelOnInterrupt&) = delete;
  CancelOnInterrupt& operator=(const CancelOnInterrupt&) = delete;
};

}  // namespace nscope::cli
