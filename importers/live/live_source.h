#pragma once

#include "importers/live/child_process.h"
#include "profiler/base/files/file_descriptor.h"
#include "profiler/base/result.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace nscope::importers {

/// A source of bytes that are read while they are written: standard input, a named pipe, a growing
/// file or the output of a command. Move-only; one thread.
class LiveSource {
 public:
  /// Ends when standard input ends.
  static Result<LiveSource> standard_input();
  /// A named pipe or device, which ends when it has no more writers, or a regular file, which is
  /// read from the start and then as it grows, and never ends. Errors: kNotFound, kIo.
  static Result<LiveSource> open(const std::string& path);
  /// A shell command; ends when the command closes its output. Errors: kIo.
  static Result<LiveSource> start(const std::string& command,
                                  CommandErrors errors = CommandErrors::kShown);

  const std::string& name() const { return name_; }  ///< path, command or "standard input"
  bool is_command() const { return command_.has_value(); }
  /// Whether the time of arrival is the time of writing. False for a regular file, whose lines may
  /// be old.
  bool arrives_as_made() const { return !regular_file_; }

  /// Waits for up to `patience` for bytes and reads them into `to`. Returns their number; 0 if
  /// there were none or if the source has ended (see ended()). A file that was truncated, or
  /// another file that has taken its name, is read from the start. Errors: kIo.
  Result<std::size_t> read(std::span<char> to, std::chrono::milliseconds patience);
  bool ended() const { return ended_; }
  int restarts() const { return restarts_; }  ///< how often the file was truncated or replaced
  /// Whether a growing file was removed or renamed and no other file has its name yet.
  bool missing() const { return missing_; }

  /// After the end: the failure of the command ("exit code 127"); empty if it did not fail.
  Text finish();

 private:
  LiveSource(std::string name, int descriptor);
  bool cut_off() const;
  void follow_name();

  std::string name_;
  std::optional<ChildProcess> command_;
  FileDescriptor file_;  ///< owned here; none for standard input and commands
  int descriptor_;       ///< the descriptor that is read
  bool regular_file_ = false;
  bool grows_ = false;
  bool ended_ = false;
  bool missing_ = false;
  int restarts_ = 0;
};

}  // namespace nscope::importers
