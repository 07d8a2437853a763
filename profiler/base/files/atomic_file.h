#pragma once

#include "profiler/base/result.h"

#include <string>
#include <string_view>

namespace nscope {

/// Writes a file atomically: the content goes to a temporary file next to `path`,
/// which commit() renames to `path`. Without commit() the destructor removes the
/// temporary file. One thread.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// The path to write to; the caller opens the file.
  const std::string& temporary_path() const { return temporary_; }
  /// Flushes to disk and renames. Errors: kIo.
  Result<> commit();

 private:
  std::string path_;
  std::string temporary_;
  bool committed_ = false;
};

/// Replaces the file at `path` with `content`, atomically. Errors: kIo.
Result<> write_file(const std::string& path, std::string_view content);

}  // namespace nscope
