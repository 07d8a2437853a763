#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"

#include <string>
#include <string_view>

namespace nscope {

/// A file to which lines are only ever added, locked while it is open: no other program that opens
/// it so adds to it meanwhile. Half a line, of a machine that failed, stays as it is: what comes
/// next is a line of its own. One thread.
class LockedLines {
 public:
  enum class Lock {
    kWait,  ///< until no other program has it
    kTry,   ///< kInfeasible where another one has it
  };
  /// Opens or makes it. Errors: kIo, kInfeasible.
  static Result<LockedLines> open(const std::string& path, Lock lock);

  LockedLines(LockedLines&& other) noexcept;
  LockedLines& operator=(LockedLines&&) = delete;
  ~LockedLines();

  /// What is in it now. Errors: kIo.
  Result<ByteSource> content() const { return ByteSource::open(path_); }
  /// Adds `line`, which is without its line break, and flushes it to disk. Errors: kIo; then
  /// nothing was added.
  Result<> append(std::string_view line);

 private:
  LockedLines(int file, std::string path) : file_(file), path_(std::move(path)) {}

  int file_ = -1;
  std::string path_;
};

}  // namespace nscope
