#include "app/remote/fetch.h"

#include "app/batch/child_process.h"
#include "app/batch/shell_word.h"
#include "app/remote/staged_session.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/files/locked_lines.h"
#include "profiler/base/files/temporary_entry.h"
#include "profiler/base/json.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace nscope::remote {
namespace {

namespace fs = std::filesystem;

constexpr int kMostAttempts = 5;      ///< without a new byte
constexpr int kNotThere = 127;        ///< the exit code of a shell without the program
constexpr int kConnectionLost = 255;  ///< of ssh
constexpr std::size_t kLongestMessage = 2'000;

std::string content_of(const std::string& path) {
  const auto source = ByteSource::open(path);
  return source ? std::string(source->text()) : std::string();
}

/// The end of what a program wrote, without the progress lines of nscope.
Text message_of(const std::string& log) {
  std::string text;
  std::string_view rest = log;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const bool progress = line.find(" % after ") != std::string_view::npos;
    if (line.empty() || progress) continue;
    text += (text.empty() ? "" : "; ") + std::string(line);
  }
  if (text.size() > kLongestMessage) text.erase(0, text.size() - kLongestMessage);
  return text.empty() ? tr("no message") : Text::verbatim(std::move(text));
}

/// The last "51 %" of a log.
std::optional<std::uint64_t> percentage_in(const std::string& log) {
  const std::size_t sign = log.rfind(" % after ");
  if (sign == std::string::npos) return std::nullopt;
  const std::size_t begin = log.find_last_not_of("0123456789", sign - 1) + 1;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(log.data() + begin, log.data() + sign, value);
  return error == std::errc() && value <= 100 ? std::optional(value) : std::nullopt;
}

/// The path of a socket through which several runs of ssh use one connection, because connecting
/// takes up to a second. Empty if ssh could not read or use the path.
std::string control_path(const std::string& folder) {
  constexpr std::size_t kLongest = 80;  // of 108 for a socket, to which ssh adds letters
  std::string path = folder + "/c";
  const bool plain = path.find_first_of(" \t\"'%$~\\") == std::string::npos;
  return plain && path.size() <= kLongest ? path : std::string();
}

fs::path temporary_folder() {
  std::error_code error;
  fs::path folder = fs::temp_directory_path(error);
  return error ? fs::path("/tmp") : folder;
}

/// One connection to another machine.
class Ssh {
 public:
  Ssh(const RemotePath& from, const Connection& connection, const std::string& folder)
      : from_(from),
        connection_(connection),
        log_(folder + "/log", TemporaryEntry::Kind::kFile),
        shared_(temporary_folder() / "nscope-ssh", TemporaryEntry::Kind::kFolder),
        control_path_(control_path(shared_.path())) {}
  /// Ends the shared connection, which would otherwise end by itself after kIdleSeconds.
  ~Ssh() {
    if (control_path_.empty() || !fs::exists(control_path_, ignored_)) return;
    auto child =
        batch::ChildProcess::start({.program = "/usr/bin/env",
                                    .words = {"env", connection_.ssh, "-O", "exit", "-o",
                                              "ControlPath=" + control_path_, "--", from_.target},
                                    .folder = "/",
                                    .standard_output = log_.path(),
                                    .standard_error = log_.path()});
    TaskControl not_cancelled;
    if (child) (void)child->wait(not_cancelled);
  }
  Ssh(const Ssh&) = delete;
  Ssh& operator=(const Ssh&) = delete;

  struct End {
    int exit_code = 0;
    std::string log;  ///< standard error
  };

  /// Runs a command of the other machine's shell; its output is appended to a file. `watch` is
  /// called often with the standard error so far.
  template <class Watch>
  Result<End> run(const std::string& command, const std::string& output, TaskControl& control,
                  const Watch& watch) {
    std::vector<std::string> words{"env", connection_.ssh};
    if (from_.port) words.insert(words.end(), {"-p", fmt::format("{}", *from_.port)});
    if (!connection_.may_ask) words.insert(words.end(), {"-o", "BatchMode=yes"});
    if (!control_path_.empty()) {
      words.insert(words.end(), {"-o", "ControlMaster=auto", "-o", "ControlPath=" + control_path_,
                                 "-o", fmt::format("ControlPersist={}", kIdleSeconds)});
    }
    words.insert(words.end(), {"-o", "ServerAliveInterval=15", "--", from_.target, command});
    auto child = batch::ChildProcess::start({.program = "/usr/bin/env",
                                             .words = std::move(words),
                                             .folder = "/",
                                             .standard_output = output,
                                             .standard_error = log_.path(),
                                             .appends_output = true});
    if (!child) return fail(child.error());
    const auto end = child->wait(control, [&] { watch(log_.path()); });
    if (!end) return fail(end.error());
    return End{end->exit_code, content_of(log_.path())};
  }

 private:
  static constexpr int kIdleSeconds = 20;

  const RemotePath& from_;
  const Connection& connection_;
  TemporaryEntry log_;
  TemporaryEntry shared_;  ///< folder of the socket
  std::string control_path_;
  std::error_code ignored_;
};

/// The path as a word of the other machine's shell, which must not be an option.
std::string path_word(const std::string& path) {
  return batch::shell_word(path.starts_with('-') ? "./" + path : path);
}

class Fetch {
 public:
  Fetch(const RemotePath& from, const Connection& connection, std::string folder,
        TaskControl& control)
      : from_(from),
        folder_(std::move(folder)),
        connection_(connection),
        ssh_(from, connection, folder_),
        control_(control) {}

  Result<std::string> run() {
    control_.begin(phrase("Importing on the other machine"), 100);
    const TemporaryEntry answer(folder_ + "/answer", TemporaryEntry::Kind::kFile);
    const std::string command =
        fmt::format("{} stage --progress=plain -- {}", batch::shell_word(connection_.nscope),
                    path_word(from_.path));
    const auto staged = ssh_.run(command, answer.path(), control_, [this](const std::string& log) {
      if (const auto done = percentage_in(content_of(log))) control_.advance_to(*done);
    });
    if (!staged) return fail(staged.error());
    const bool absent =
        staged->exit_code == kNotThere || staged->log.find("unknown command") != std::string::npos;
    if (absent) return copy_files();
    if (staged->exit_code != 0) return failed(*staged);
    const auto json = parse_json(content_of(answer.path()), place());
    if (!json) return fail(json.error());
    const auto session = staged_from_json(*json, place());
    if (!session) return fail(session.error());
    return copy_session(*session);
  }

 private:
  std::string place() const { return "ssh://" + from_.target + "/" + from_.path; }

  tl::unexpected<Error> failed(const Ssh::End& end) const {
    if (end.exit_code == kConnectionLost) {
      return fail(ErrorCode::kIo, tr("the connection failed: {}", message_of(end.log)), place());
    }
    return fail(ErrorCode::kBadInput, tr("on the other machine: {}", message_of(end.log)), place());
  }

  /// Copies the session, or the rest of it.
  Result<std::string> copy_session(const StagedSession& session) {
    const fs::path folder = fs::path(folder_) / (from_.target + "-" + session.stamp);
    std::error_code error;
    fs::create_directories(folder, error);
    const fs::path name = fs::path(from_.name()).stem();
    const std::string path = (folder / name).string() + ".nscope";
    if (fs::exists(path, error)) return path;
    const auto lock = LockedLines::open((folder / "lock").string(), LockedLines::Lock::kTry);
    if (!lock) {
      return fail(lock.error().code, tr("another program is copying this capture"), place());
    }
    const std::string part = (folder / "part").string();
    control_.begin(phrase("Copying from the other machine"), session.bytes);
    const auto size = [&] {
      std::error_code none;
      const auto bytes = fs::file_size(part, none);
      return none ? std::uint64_t{0} : std::uint64_t{bytes};
    };
    int attempts = 0;
    while (size() < session.bytes) {
      const std::uint64_t before = size();
      const auto end =
          ssh_.run(fmt::format("tail -c +{} -- {}", before + 1, path_word(session.path)), part,
                   control_, [&](const std::string&) { control_.advance_to(size()); });
      if (!end) return fail(end.error());
      attempts = size() > before ? 0 : attempts + 1;
      const bool stopped = end->exit_code != kConnectionLost && end->exit_code != 0;
      if (size() < session.bytes && (stopped || attempts == kMostAttempts)) return failed(*end);
    }
    if (size() != session.bytes) {
      fs::remove(part, error);
      return fail(ErrorCode::kIo, tr("the copy has another size than the session; try again"),
                  place());
    }
    fs::rename(part, path, error);
    if (error) return fail(ErrorCode::kIo, Text::verbatim(error.message()), path);
    return path;
  }

  /// Copies the files of the capture, because the other machine has no nscope.
  Result<std::string> copy_files() {
    control_.begin(phrase("Copying files from the other machine"), 0);
    const TemporaryEntry archive(folder_ + "/files", TemporaryEntry::Kind::kFile);
    const fs::path path(from_.path);
    const fs::path parent =
        path.has_filename() ? path.parent_path() : path.parent_path().parent_path();
    const std::string command =
        fmt::format("tar -chf - -C {} -- {}", path_word(parent.empty() ? "." : parent.string()),
                    path_word(from_.name()));
    const auto end = ssh_.run(command, archive.path(), control_, [](const std::string&) {});
    if (!end) return fail(end.error());
    if (end->exit_code != 0) return failed(*end);
    const fs::path target =
        fs::path(folder_) / fmt::format("{}-files-{}", from_.target, ::getpid());
    std::error_code error;
    fs::remove_all(target, error);
    fs::create_directories(target, error);
    auto unpack = batch::ChildProcess::start(
        {.program = "/usr/bin/env",
         .words = {"env", "tar", "-xf", archive.path(), "-C", target.string(), "--no-same-owner"},
         .folder = "/",
         .standard_output = {},
         .standard_error = {}});
    if (!unpack) return fail(unpack.error());
    const auto unpacked = unpack->wait(control_);
    if (!unpacked) return fail(unpacked.error());
    if (unpacked->exit_code != 0) {
      return fail(ErrorCode::kIo, tr("the files cannot be unpacked"), place());
    }
    return (target / from_.name()).string();
  }

  const RemotePath& from_;
  std::string folder_;
  const Connection& connection_;
  Ssh ssh_;
  TaskControl& control_;
};

}  // namespace

Connection connection_from_environment(bool may_ask) {
  Connection connection{.may_ask = may_ask};
  if (const char* const ssh = std::getenv("NSCOPE_SSH")) connection.ssh = ssh;
  if (const char* const nscope = std::getenv("NSCOPE_REMOTE_PROGRAM")) connection.nscope = nscope;
  return connection;
}

Result<std::string> fetch(const RemotePath& from, const Connection& connection,
                          TaskControl& control) {
  auto folder = cache_folder("remote");
  if (!folder) return fail(folder.error());
  return Fetch(from, connection, std::move(*folder), control).run();
}

Result<std::vector<std::string>> local_paths(std::span<const std::string> paths,
                                             TaskControl& control) {
  std::vector<std::string> local;
  for (const std::string& path : paths) {
    if (!is_remote(path)) {
      local.push_back(path);
      continue;
    }
    const auto from = parse_remote_path(path);
    if (!from) return fail(from.error());
    auto copied = fetch(*from, connection_from_environment(::isatty(STDIN_FILENO) != 0), control);
    if (!copied) return fail(copied.error());
    local.push_back(std::move(*copied));
  }
  return local;
}

Result<std::shared_ptr<const Trace>> open_run(std::span<const std::string> paths,
                                              const importers::OpenOptions& options,
                                              TaskControl& control) {
  const auto local = local_paths(paths, control);
  if (!local) return fail(local.error());
  return importers::open_run(*local, options, control);
}

}  // namespace nscope::remote
