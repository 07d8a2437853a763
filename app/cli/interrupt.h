#pragma once

#include "profiler/base/task_control.h"

namespace nscope::cli {

/// During its lifetime, Ctrl+C (SIGINT) and SIGTERM cancel `control`, which must outlive this
/// object. A second signal ends the program at once. At most one object at a time, because signal
/// handlers need a global variable.
class CancelOnInterrupt {
 public:
  explicit CancelOnInterrupt(TaskControl& control);
  ~CancelOnInterrupt();
  CancelOnInterrupt(const CancelOnInterrupt&) = delete;
  CancelOnInterrupt& operator=(const CancelOnInterrupt&) = delete;
};

}  // namespace nscope::cli
