#include "profiler/base/files/piped_input.h"

#include "profiler/base/files/collected_bytes.h"
#include "profiler/base/files/file_descriptor.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace nscope {
namespace {

constexpr std::chrono::milliseconds kPoll{50};
constexpr std::size_t kPipePiece = std::size_t{1} << 18;

bool is_pipe(int descriptor) {
  struct stat info = {};
  return ::fstat(descriptor, &info) == 0 && (S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode));
}

/// Reads a pipe to its end. One thread.
class PipeReader {
 public:
  /// `has_writer` is false for a named pipe that no program may have opened yet; its descriptor
  /// does not block.
  PipeReader(int descriptor, std::string name, bool has_writer, const PipeLimits& limits)
      : descriptor_(descriptor), name_(std::move(name)), has_writer_(has_writer), limits_(limits) {}

  Result<ByteSource> read(TaskControl& control);

 private:
  enum class Step { kMore, kEnd };
  Result<Step> step();

  int descriptor_;
  std::string name_;
  bool has_writer_;
  const PipeLimits& limits_;
  std::chrono::milliseconds waited_{0};
  std::vector<std::byte> piece_ = std::vector<std::byte>(kPipePiece);
  CollectedBytes bytes_;
};

Result<PipeReader::Step> PipeReader::step() {
  pollfd wanted{.fd = descriptor_, .events = POLLIN, .revents = 0};
  const int ready = ::poll(&wanted, 1, static_cast<int>(kPoll.count()));
  if (ready == 0 && has_writer_) return Step::kMore;
  const ssize_t count = ready < 0 ? -1 : ::read(descriptor_, piece_.data(), piece_.size());
  if (count < 0 && errno != EINTR && errno != EAGAIN) {
    return fail(ErrorCode::kIo, tr("cannot read the pipe: {}", std::strerror(errno)), name_);
  }
  if (count == 0 && ready > 0) return Step::kEnd;
  if (count == 0) {  // a named pipe that no program has opened for writing yet
    waited_ += kPoll;
    if (waited_ < limits_.wait_for_writer) return Step::kMore;
    return fail(ErrorCode::kBadInput,
                tr("no program writes to the pipe; start that program first, or save its output "
                   "in a file"),
                name_);
  }
  if (ready >= 0) has_writer_ = true;
  if (count < 0) return Step::kMore;
  const auto added = static_cast<std::size_t>(count);
  if (bytes_.size() + added > limits_.most_bytes) {
    return fail(ErrorCode::kBadInput,
                tr("the pipe contains more than {}; save its content in a file and open that file",
                   as::bytes(static_cast<double>(limits_.most_bytes))),
                name_);
  }
  if (auto ok = bytes_.append(std::span<const std::byte>(piece_).first(added)); !ok) {
    return fail(ok.error());
  }
  return Step::kMore;
}

Result<ByteSource> PipeReader::read(TaskControl& control) {
  control.begin(phrase("Reading the pipe"), 0);
  while (true) {
    if (control.cancelled()) return cancelled();
    const auto done = step();
    if (!done) return fail(done.error());
    if (*done == Step::kEnd) break;
  }
  if (bytes_.size() == 0) {
    return fail(ErrorCode::kBadInput, tr("the pipe is empty: the program before it wrote nothing"),
                name_);
  }
  return bytes_.take(name_);
}

Result<InputFile> open_standard_input(TaskControl& control, const PipeLimits& limits) {
  const std::string name = "standard input";
  if (::isatty(STDIN_FILENO) != 0) {
    return fail(ErrorCode::kInvalidArgument,
                tr("this is a terminal; name a file, or send it the output of a program with "
                   "'PROGRAM | nscope ...'"),
                name);
  }
  const bool piped = is_pipe(STDIN_FILENO);
  auto content = piped ? PipeReader(STDIN_FILENO, name, true, limits).read(control)
                       : ByteSource::map(STDIN_FILENO, name);
  if (!content) return fail(content.error());
  return InputFile{std::move(*content), true};
}

/// The path of a named pipe; "pipe 63" for one that a shell made for `<(PROGRAM)`.
std::string pipe_name(const std::string& path) {
  constexpr std::string_view kDescriptors = "/dev/fd/";
  return path.starts_with(kDescriptors) ? "pipe " + path.substr(kDescriptors.size()) : path;
}

}  // namespace

bool is_standard_input(const std::string& path) {
  return path == "-" || path == "/dev/stdin";
}

Result<InputFile> open_input_file(const std::string& path, TaskControl& control,
                                  const PipeLimits& limits) {
  if (is_standard_input(path)) return open_standard_input(control, limits);
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0 || !is_pipe(file.get())) {
    auto content = ByteSource::open(path);  // also for its error
    if (!content) return fail(content.error());
    return InputFile{std::move(*content), false};
  }
  auto content = PipeReader(file.get(), pipe_name(path), false, limits).read(control);
  if (!content) return fail(content.error());
  return InputFile{std::move(*content), true};
}

}  // namespace nscope
