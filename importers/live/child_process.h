#pragma once

#include "profiler/base/files/file_descriptor.h"
#include "profiler/base/result.h"

#include <chrono>
#include <string>
#include <utility>

#include <sys/types.h>

namespace nscope::importers {

/// The destination of the standard error of a command.
enum class CommandErrors {
  kShown,  ///< the standard error of this process
  kKept,   ///< its last lines are kept for the message if the command fails
};

/// A shell command (`/bin/sh -c`) whose standard output is read. Its standard input is empty. It
/// runs in its own session: Ctrl-C does not reach it, it cannot ask for a password, and processes
/// that it started end with it. Move-only; one thread.
class ChildProcess {
 public:
  /// Errors: kIo if the process cannot be started.
  static Result<ChildProcess> start(const std::string& command,
                                    CommandErrors errors = CommandErrors::kShown);

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ~ChildProcess();

  int output() const { return output_.get(); }  ///< read end of a pipe, closed with this object

  /// Ends the command and all processes that it started with SIGTERM, and with SIGKILL if the
  /// shell still runs after a second. Closes the output.
  void stop();
  /// Reads the standard error of the command if it is kept. Does not block.
  void read_errors();
  /// Waits for up to a second for a command that has closed its output, then stops it. Returns
  /// the failure: "exit code 127" or "signal 9 (Killed)", followed by the last line of the
  /// command's standard error if that was kept. Empty if the command did not fail.
  Text finish();

 private:
  ChildProcess(pid_t pid, FileDescriptor output, FileDescriptor errors)
      : pid_(pid), output_(std::move(output)), errors_(std::move(errors)) {}
  std::string last_error_line() const;
  bool reap(std::chrono::milliseconds patience);

  pid_t pid_ = -1;  ///< also the id of its process group; -1: ended
  FileDescriptor output_;
  FileDescriptor errors_;  ///< -1 if standard error is shown
  std::string error_text_;
  int status_ = 0;
};

}  // namespace nscope::importers
