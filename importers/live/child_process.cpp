#include "importers/live/child_process.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

extern char** environ;

namespace nscope::importers {
namespace {

constexpr std::chrono::milliseconds kPatience{1000};

/// posix_spawn() with the options in the header. Returns 0 or an errno.
int spawn(const std::string& command, int output, pid_t& pid) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigaddset(&signals, SIGPIPE);  // we may ignore it
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  std::string shell = "sh";
  std::string option = "-c";
  std::string text = command;
  char* const arguments[] = {shell.data(), option.data(), text.data(), nullptr};
  const int error = posix_spawn(&pid, "/bin/sh", &files, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return error;
}

}  // namespace

Result<ChildProcess> ChildProcess::start(const std::string& command) {
  int ends[2] = {-1, -1};
  int error = ::pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
  FileDescriptor output(ends[0]);
  const FileDescriptor input(ends[1]);
  pid_t pid = -1;
  if (error == 0) error = spawn(command, input.get(), pid);
  if (error != 0) {
    return fail(ErrorCode::kIo, fmt::format("cannot be started: {}", std::strerror(error)),
                command);
  }
  return ChildProcess(pid, std::move(output));
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      output_(std::move(other.output_)),
      status_(other.status_) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(output_, other.output_);
  std::swap(status_, other.status_);
  return *this;
}

ChildProcess::~ChildProcess() {
  stop();
}

/// Whether the command is gone within that time.
bool ChildProcess::reap(std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (pid_ > 0) {
    siginfo_t info = {};
    // Its number stays taken until its group has been told.
    ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
    if (info.si_pid == pid_) {
      ::kill(-pid_, SIGTERM);
      ::waitpid(pid_, &status_, 0);
      pid_ = -1;
    } else if (std::chrono::steady_clock::now() >= until) {
      return false;
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  return true;
}

void ChildProcess::stop() {
  output_.close();
  if (reap({})) return;
  ::kill(-pid_, SIGTERM);
  if (reap(kPatience)) return;
  ::kill(-pid_, SIGKILL);
  reap(kPatience);
}

std::string ChildProcess::finish() {
  const bool alone = reap(kPatience);
  stop();
  if (!alone) return {};
  if (WIFSIGNALED(status_)) {
    const int signal = WTERMSIG(status_);
    return fmt::format("signal {} ({})", signal, ::strsignal(signal));
  }
  const int code = WEXITSTATUS(status_);
  return code == 0 ? std::string() : fmt::format("exit code {}", code);
}

}  // namespace nscope::importers
