#include "importers/live/child_process.h"

#include "importers/shared/printable.h"
#include "profiler/base/format.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string_view>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

extern char** environ;

namespace nscope::importers {
namespace {

constexpr std::chrono::milliseconds kExitPatience{1000};

constexpr std::size_t kKeptErrors = 4u << 10;
constexpr std::size_t kLongestReason = 300;

/// Opens a pipe that commands do not inherit. Returns 0 or an errno.
int open_pipe(FileDescriptor& from, FileDescriptor& to) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return errno;
  from = FileDescriptor(ends[0]);
  to = FileDescriptor(ends[1]);
  return 0;
}

/// Starts a command as described in the header. `errors` is -1 if its standard error is shown.
/// Returns 0 or an errno.
int spawn(const std::string& command, int output, int errors, pid_t& pid) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  if (errors >= 0) posix_spawn_file_actions_adddup2(&files, errors, STDERR_FILENO);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigaddset(&signals, SIGPIPE);  // this process may ignore it, but commands expect the default
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

Result<ChildProcess> ChildProcess::start(const std::string& command, CommandErrors errors) {
  FileDescriptor output;
  FileDescriptor output_input;
  FileDescriptor error_output;
  FileDescriptor error_input;
  int error = open_pipe(output, output_input);
  if (error == 0 && errors == CommandErrors::kKept) {
    error = open_pipe(error_output, error_input);
    ::fcntl(error_output.get(), F_SETFL, O_NONBLOCK);
  }
  pid_t pid = -1;
  if (error == 0) error = spawn(command, output_input.get(), error_input.get(), pid);
  if (error != 0) {
    return fail(ErrorCode::kIo, tr("cannot start the command: {}", std::strerror(error)), command);
  }
  return ChildProcess(pid, std::move(output), std::move(error_output));
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      output_(std::move(other.output_)),
      errors_(std::move(other.errors_)),
      error_text_(std::move(other.error_text_)),
      status_(other.status_) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(output_, other.output_);
  std::swap(errors_, other.errors_);
  std::swap(error_text_, other.error_text_);
  std::swap(status_, other.status_);
  return *this;
}

ChildProcess::~ChildProcess() {
  stop();
}

/// Whether the command ends within `patience`.
bool ChildProcess::reap(std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (pid_ > 0) {
    siginfo_t info = {};
    // WNOWAIT keeps the process id reserved until its process group has got the signal.
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
  if (reap(kExitPatience)) return;
  ::kill(-pid_, SIGKILL);
  reap(kExitPatience);
}

void ChildProcess::read_errors() {
  if (errors_.get() < 0) return;
  char piece[1024];
  ssize_t count = 0;
  while ((count = ::read(errors_.get(), piece, sizeof piece)) > 0) {
    error_text_.append(piece, static_cast<std::size_t>(count));
    if (error_text_.size() > 2 * kKeptErrors) {
      error_text_.erase(0, error_text_.size() - kKeptErrors);
    }
  }
}

std::string ChildProcess::last_error_line() const {
  std::string_view text = error_text_;
  while (!text.empty() && std::strchr(" \t\r\n", text.back()) != nullptr) text.remove_suffix(1);
  const std::size_t begin = text.find_last_of("\r\n");
  std::string line(begin == std::string_view::npos ? text : text.substr(begin + 1));
  shorten(line, kLongestReason);
  return line;
}

Text ChildProcess::finish() {
  const bool ended_itself = reap(kExitPatience);
  stop();
  read_errors();
  if (!ended_itself) return {};
  Text failure;
  if (WIFSIGNALED(status_)) {
    const int signal = WTERMSIG(status_);
    failure = tr("signal {} ({})", signal, ::strsignal(signal));
  } else if (const int code = WEXITSTATUS(status_); code != 0) {
    failure = tr("exit code {}", code);
  }
  const std::string line = printable(last_error_line());
  return failure.empty() || line.empty() ? failure : tr("{}: {}", failure, line);
}

}  // namespace nscope::importers
