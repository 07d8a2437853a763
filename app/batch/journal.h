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

/// What is known about a task that succeeded.
struct JournalEntry {
  std::string task;
  std::vector<std::string> command;
  std::string program;  ///< fingerprint of the program that ran it
  /// Fingerprint of its output and of each file its command names, as they were when it
  /// ended. The same again: it need not run again.
  std::map<std::string, std::string> files{};
  double seconds = 0.0;
  std::uint64_t peak_memory = 0;  ///< bytes
};

/// The record of a batch: one JSON object a line, the last of a task counts. Each line
/// is written and flushed when its task ends, so a batch that was stopped goes on
/// where it was. One thread, and one batch at a time: the file is locked.
class Journal {
 public:
  /// Opens or makes it. Lines that cannot be read (the last one of a machine that
  /// failed) are counted and their tasks run again. Errors: kIo; kInfeasible where
  /// another batch has it.
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
