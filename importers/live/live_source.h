#pragma once

#include "importers/live/child_process.h"
#include "importers/live/file_descriptor.h"
#include "profiler/base/result.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace nscope::importers {

/// Bytes that come in while somebody makes them: standard input, a named pipe, a file
/// that grows, the output of a command. Move-only; one thread.
class LiveSource {
 public:
  /// Ends where standard input does.
  static Result<LiveSource> standard_input();
  /// A named pipe or device, which ends when its writers have gone, or a regular file,
  /// read from its beginning and then as it grows: it never ends. Errors: kNotFound, kIo.
  static Result<LiveSource> open(const std::string& path);
  /// A shell command; ends when it closes its output. Errors: kIo.
  static Result<LiveSource> start(const std::string& command,
                                  CommandErrors errors = CommandErrors::kShown);

  const std::string& name() const { return name_; }  ///< path, command, "standard input"
  bool is_command() const { return command_.has_value(); }
  /// What arrives was made just now. Not so of a regular file, whose lines may be old.
  bool arrives_as_made() const { return !regular_file_; }

  /// Waits up to `patience` for bytes and reads what there is, at most `to`. How many; 0
  /// where none came, or none will come: ended() tells. A file that was cut to a smaller
  /// size is read from its beginning again, and so is another file that took its name.
  /// Errors: kIo.
  Result<std::size_t> read(std::span<char> to, std::chrono::milliseconds patience);
  bool ended() const { return ended_; }
  int restarts() const { return restarts_; }  ///< times that the file was cut or replaced
  /// A file that grows was removed or renamed, and no other has taken its name yet.
  bool missing() const { return missing_; }

  /// After the end: how the command went wrong ("exit code 127"); "" where it did not.
  std::string finish();

 private:
  LiveSource(std::string name, int descriptor);
  bool cut_off() const;
  void follow_name();

  std::string name_;
  std::optional<ChildProcess> command_;
  FileDescriptor file_;  ///< what was opened here
  int descriptor_;       ///< what is read
  bool regular_file_ = false;
  bool grows_ = false;
  bool ended_ = false;
  bool missing_ = false;
  int restarts_ = 0;
};

}  // namespace nscope::importers
