#include "importers/live/live_source.h"

#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace nscope::importers {
namespace {

bool is_regular_file(int descriptor) {
  struct stat status = {};
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

tl::unexpected<Error> cannot_open(const std::string& name) {
  const int error = errno;
  return fail(error == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
              tr("cannot open the file: {}", std::strerror(error)), name);
}

tl::unexpected<Error> cannot_read(const std::string& name) {
  return fail(ErrorCode::kIo, tr("cannot read the source: {}", std::strerror(errno)), name);
}

}  // namespace

LiveSource::LiveSource(std::string name, int descriptor)
    : name_(std::move(name)), descriptor_(descriptor), regular_file_(is_regular_file(descriptor)) {}

Result<LiveSource> LiveSource::standard_input() {
  return LiveSource("standard input", STDIN_FILENO);
}

Result<LiveSource> LiveSource::open(const std::string& path) {
  // O_NONBLOCK because a named pipe may have no writer yet.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return cannot_open(path);
  LiveSource source(path, descriptor);
  source.file_ = FileDescriptor(descriptor);
  source.grows_ = source.regular_file_;
  return source;
}

Result<LiveSource> LiveSource::start(const std::string& command, CommandErrors errors) {
  auto child = ChildProcess::start(command, errors);
  if (!child) return fail(child.error());
  LiveSource source(command, child->output());
  source.command_ = std::move(*child);
  return source;
}

/// Whether the file is now shorter than the part that has been read.
bool LiveSource::cut_off() const {
  struct stat status = {};
  const off_t position = ::lseek(descriptor_, 0, SEEK_CUR);
  return ::fstat(descriptor_, &status) == 0 && status.st_size < position;
}

/// Opens another file that has taken the name, as when logs are rotated.
void LiveSource::follow_name() {
  struct stat opened = {};
  struct stat named = {};
  missing_ = ::stat(name_.c_str(), &named) != 0;
  if (missing_ || ::fstat(descriptor_, &opened) != 0) return;
  if (opened.st_ino == named.st_ino && opened.st_dev == named.st_dev) return;
  const int descriptor = ::open(name_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  file_ = FileDescriptor(descriptor);
  descriptor_ = descriptor;
  ++restarts_;
}

Result<std::size_t> LiveSource::read(std::span<char> to, std::chrono::milliseconds patience) {
  if (ended_) return std::size_t{0};
  if (command_) command_->read_errors();
  struct pollfd wanted = {.fd = descriptor_, .events = POLLIN, .revents = 0};
  const int ready = ::poll(&wanted, 1, static_cast<int>(patience.count()));
  if (ready == 0 || (ready < 0 && errno == EINTR)) return std::size_t{0};
  if (ready < 0) return cannot_read(name_);
  const ssize_t count = ::read(descriptor_, to.data(), to.size());
  if (count > 0) return static_cast<std::size_t>(count);
  if (count < 0) {
    if (errno == EAGAIN || errno == EINTR) return std::size_t{0};
    return cannot_read(name_);
  }
  if (!grows_) {
    ended_ = true;
  } else if (cut_off()) {
    ::lseek(descriptor_, 0, SEEK_SET);
    ++restarts_;
  } else {
    std::this_thread::sleep_for(patience);  // poll() does not wait for regular files
    follow_name();
  }
  return std::size_t{0};
}

Text LiveSource::finish() {
  return command_ ? command_->finish() : Text();
}

}  // namespace nscope::importers
