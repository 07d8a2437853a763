#pragma once

#include "profiler/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace nscope::batch {

struct ChildOptions {
  std::string program;             ///< path
  std::vector<std::string> words;  ///< arguments, the program's name first
  std::string folder;              ///< it runs in
  std::string standard_output;     ///< file that is made; "" for /dev/null
  std::string standard_error;      ///< likewise
  /// Bytes of private memory it may have (RLIMIT_DATA: files that are mapped do not
  /// count); more is refused to it.
  std::optional<std::uint64_t> memory{};
  std::vector<int> cpus{};  ///< it may use; empty: all
};

/// A process we started. It gets SIGTERM where this object or our own process ends
/// first. One thread.
class ChildProcess {
 public:
  struct End {
    int exit_code = 0;              ///< 128 + signal where one ended it, as shells say
    std::uint64_t peak_memory = 0;  ///< bytes resident
  };

  /// Errors: kIo where it cannot be started.
  static Result<ChildProcess> start(const ChildOptions& options);

  ChildProcess() = default;  ///< none yet
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ~ChildProcess();

  /// How it ended; empty while it runs. Once.
  std::optional<End> poll();
  /// Asks it to stop (SIGTERM).
  void stop();
  /// Stops it for good (SIGKILL).
  void kill();

 private:
  explicit ChildProcess(::pid_t id) : id_(id) {}

  ::pid_t id_ = -1;
};

/// The processors this process may use.
std::vector<int> usable_cpus();

}  // namespace nscope::batch
