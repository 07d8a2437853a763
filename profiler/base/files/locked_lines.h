#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"

#include <string>
#include <string_view>

namespace nscope {

/// A file to which lines are only appended. It is locked while it is open, so that no other
/// LockedLines appends to it. An incomplete line, left by a crash, is kept; the next line is
/// written after a line break. One thread.
class LockedLines {
 public:
  enum class Lock {
    kWait,  ///< waits until no other program has the lock
    kTry,   ///< kInfeasible if another program has the lock
  };
  /// Opens the file, or creates it if absent. Errors: kIo, kInfeasible.
  static Result<LockedLines> open(const std::string& path, Lock lock);

  LockedLines(LockedLines&& other) noexcept;
  LockedLines& operator=(LockedLines&&) = delete;
  ~LockedLines();

  /// The current content. Errors: kIo.
  Result<ByteSource> content() const { return ByteSource::open(path_); }
  /// Appends `line`, given without a line break, and flushes it to disk. Errors: kIo; the file is
  /// then unchanged.
  Result<> append(std::string_view line);

 private:
  LockedLines(int file, std::string path) : file_(file), path_(std::move(path)) {}

  int file_ = -1;
  std::string path_;
};

}  // namespace nscope
