#pragma once

#include "importers/live/file_descriptor.h"
#include "profiler/base/result.h"

#include <chrono>
#include <string>
#include <utility>

#include <sys/types.h>

namespace nscope::importers {

/// Where the standard error of a command goes: where ours goes, or its last lines are kept
/// to say why it failed.
enum class CommandErrors { kShown, kKept };

/// A shell command (`/bin/sh -c`) whose standard output is read. Its input is empty. It runs in a
/// session of its own: Ctrl-C does not reach it, it cannot ask for a password, and its end takes
/// along what it started. Move-only; one thread.
class ChildProcess {
 public:
  /// Errors: kIo where no process can be started.
  static Result<ChildProcess> start(const std::string& command,
                                    CommandErrors errors = CommandErrors::kShown);

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ~ChildProcess();

  int output() const { return output_.get(); }  ///< read end of a pipe, closed with this object

  /// Ends the command, if it runs, and all that it started: SIGTERM, and SIGKILL where the
  /// shell still runs a second later. The output is closed then.
  void stop();
  /// Takes up what the command wrote to its standard error, where it is kept. Never waits.
  void read_errors();
  /// Waits a moment for a command that closed its output, then ends it. How it went
  /// wrong: "exit code 127", "signal 9 (Killed)"; "" where it did not. Behind it the last
  /// line of its standard error, where that was kept.
  std::string finish();

 private:
  ChildProcess(pid_t pid, FileDescriptor output, FileDescriptor errors)
      : pid_(pid), output_(std::move(output)), errors_(std::move(errors)) {}
  std::string last_error_line() const;
  bool reap(std::chrono::milliseconds patience);

  pid_t pid_ = -1;  ///< and its process group; -1: gone
  FileDescriptor output_;
  FileDescriptor errors_;  ///< none where they are shown
  std::string error_text_;
  int status_ = 0;
};

}  // namespace nscope::importers
