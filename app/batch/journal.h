#pragma once

#include "profiler/base/files/locked_lines.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace nscope::batch {

/// The record of a task that succeeded.
struct JournalEntry {
  std::string task;
  std::vector<std::string> command;
  std::string program;  ///< fingerprint of the program that ran it
  /// Fingerprints of the output and of the files in the command when the task ended. If they have
  /// not changed, the task does not have to run again.
  std::map<std::string, std::string> files{};
  double seconds = 0.0;
  std::uint64_t peak_memory = 0;  ///< bytes
};

/// The record of a batch: one JSON object per line; the last line of a task is the valid one. Each
/// line is written and flushed when its task ends, so that a stopped batch can be resumed. The file
/// is locked, so that only one batch uses it at a time. One thread.
class Journal {
 public:
  /// Opens or creates the file. Lines that cannot be read, such as an incomplete last line after a
  /// crash, are counted, and their tasks run again. Errors: kIo; kInfeasible if another batch uses
  /// it.
  static Result<Journal> open(const std::string& path);

  /// The last entry of that task, or null.
  const JournalEntry* find(const std::string& task) const;
  /// Errors: kIo.
  Result<> add(const JournalEntry& entry);
  std::size_t unreadable_lines() const { return unreadable_; }

 private:
  explicit Journal(LockedLines lines) : lines_(std::move(lines)) {}
  Result<> read();

  LockedLines lines_;
  std::size_t unreadable_ = 0;
  std::map<std::string, JournalEntry> entries_;
};

}  // namespace nscope::batch
