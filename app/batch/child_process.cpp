#include "app/batch/child_process.h"

#include "profiler/base/files/file_descriptor.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nscope::batch {
namespace {

constexpr int kCannotStart = 127;

/// Everything that allocates memory is prepared before fork(), because another thread may hold the
/// lock of the allocator at that moment.
struct Prepared {
  const char* program = nullptr;
  const char* folder = nullptr;
  const char* output = nullptr;
  const char* error = nullptr;
  int write = O_WRONLY | O_CREAT | O_TRUNC;  ///< how the output is opened
  std::vector<char*> words{};
  ::rlimit memory{};
  bool limited = false;
  bool inherits = false;
  cpu_set_t cpus{};
  bool pinned = false;
};

Prepared prepare(const ChildOptions& options) {
  static constexpr const char* kNowhere = "/dev/null";
  Prepared p{.program = options.program.c_str(), .folder = options.folder.c_str()};
  p.output = options.standard_output.empty() ? kNowhere : options.standard_output.c_str();
  p.error = options.standard_error.empty() ? kNowhere : options.standard_error.c_str();
  for (const std::string& word : options.words) p.words.push_back(const_cast<char*>(word.c_str()));
  p.words.push_back(nullptr);
  p.inherits = options.inherits_streams;
  if (options.appends_output) p.write = O_WRONLY | O_CREAT | O_APPEND;
  p.limited = options.memory.has_value();
  p.memory = {options.memory.value_or(0), options.memory.value_or(0)};
  p.pinned = !options.cpus.empty();
  CPU_ZERO(&p.cpus);
  for (const int cpu : options.cpus) CPU_SET(static_cast<unsigned>(cpu), &p.cpus);
  return p;
}

bool redirect(const char* path, int flags, int to) {
  const int file = ::open(path, flags, 0666);
  return file >= 0 && ::dup2(file, to) == to && (file == to || ::close(file) == 0);
}

/// Runs in the child process. Uses async-signal-safe calls only.
[[noreturn]] void run_child(const Prepared& p, ::pid_t parent) {
  // In its own process group the child does not receive Ctrl-C; the parent stops it in order.
  if (!p.inherits) ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  const int write = O_WRONLY | O_CREAT | O_TRUNC;
  const bool ready =
      ::getppid() == parent && (p.inherits || redirect("/dev/null", O_RDONLY, STDIN_FILENO)) &&
      (p.inherits || redirect(p.output, p.write, STDOUT_FILENO)) &&
      (p.inherits || redirect(p.error, write, STDERR_FILENO)) && ::chdir(p.folder) == 0 &&
      (!p.limited || ::setrlimit(RLIMIT_DATA, &p.memory) == 0) &&
      (!p.pinned || ::sched_setaffinity(0, sizeof p.cpus, &p.cpus) == 0);
  if (ready) ::execv(p.program, p.words.data());
  ::_exit(kCannotStart);
}

}  // namespace

Result<ChildProcess> ChildProcess::start(const ChildOptions& options) {
  const Prepared prepared = prepare(options);
  const ::pid_t parent = ::getpid();
  const ::pid_t id = ::fork();
  if (id < 0) {
    return fail(ErrorCode::kIo, tr("cannot start a process: {}", std::strerror(errno)));
  }
  if (id == 0) run_child(prepared, parent);
  return ChildProcess(id);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept : id_(std::exchange(other.id_, -1)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(id_, other.id_);
  return *this;
}

ChildProcess::~ChildProcess() {
  if (id_ < 0) return;
  kill();
  ::waitpid(id_, nullptr, 0);
}

std::optional<ChildProcess::End> ChildProcess::poll() {
  int status = 0;
  ::rusage usage = {};
  if (id_ < 0 || ::wait4(id_, &status, WNOHANG, &usage) != id_) return std::nullopt;
  id_ = -1;
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return End{code, static_cast<std::uint64_t>(usage.ru_maxrss) * 1024};
}

Result<ChildProcess::End> ChildProcess::wait(const TaskControl& control,
                                             const std::function<void()>& watch) {
  constexpr int kMilliseconds = 20;
  // Readable as soon as the process ends; if the kernel has none, poll() only waits. The header of
  // glibc 2.36 does not declare pidfd_open() for C++.
  const FileDescriptor process(id_ < 0 ? -1 : static_cast<int>(::syscall(SYS_pidfd_open, id_, 0)));
  for (;;) {
    if (const auto end = this->poll()) return *end;
    if (control.cancelled()) {
      kill();
      return cancelled();
    }
    if (watch) watch();
    pollfd ends{.fd = process.get(), .events = POLLIN, .revents = 0};
    ::poll(&ends, 1, kMilliseconds);
  }
}

void ChildProcess::stop() {
  if (id_ >= 0) ::kill(id_, SIGTERM);
}

void ChildProcess::kill() {
  if (id_ >= 0) ::kill(id_, SIGKILL);
}

std::vector<int> usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cpus;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(static_cast<unsigned>(cpu), &set)) cpus.push_back(cpu);
  }
  return cpus;
}

}  // namespace nscope::batch
