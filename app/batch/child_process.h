#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace nscope::batch {

/// How to start a child process.
struct ChildOptions {
  std::string program;             ///< path
  std::vector<std::string> words;  ///< arguments; the first one is the name of the program
  std::string folder;              ///< working directory
  std::string standard_output;     ///< file to create; empty for /dev/null
  std::string standard_error;      ///< the same for standard error
  /// Maximum bytes of private memory (RLIMIT_DATA; mapped files do not count). Larger allocations
  /// of the process fail.
  std::optional<std::uint64_t> memory{};
  /// The process has the streams and the process group of this one, and gets its Ctrl+C.
  bool inherits_streams = false;
  bool appends_output = false;  ///< appends standard output to the file instead of replacing it
  std::vector<int> cpus{};      ///< processors that it may use; empty for all
};

/// A child process. It gets SIGTERM if the parent process ends first, and SIGKILL if this object is
/// destroyed first. One thread.
class ChildProcess {
 public:
  struct End {
    int exit_code = 0;              ///< 128 + signal number if a signal ended it, as in shells
    std::uint64_t peak_memory = 0;  ///< bytes of resident memory
  };

  /// Errors: kIo if the process cannot be started.
  static Result<ChildProcess> start(const ChildOptions& options);

  ChildProcess() = default;  ///< no process
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ~ChildProcess();

  /// The result of the process; empty while it runs and after the result has been returned once.
  std::optional<End> poll();
  /// The result of the process when it has ended; `watch` is called often until then. The process
  /// is killed if `control` is cancelled. Errors: kCancelled.
  Result<End> wait(const TaskControl& control, const std::function<void()>& watch = {});
  /// Requests termination (SIGTERM).
  void stop();
  /// Forces termination (SIGKILL).
  void kill();

 private:
  explicit ChildProcess(::pid_t id) : id_(id) {}

  ::pid_t id_ = -1;
};

/// The processors that this process may use.
std::vector<int> usable_cpus();

}  // namespace nscope::batch
