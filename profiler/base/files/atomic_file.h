#pragma once

#include "profiler/base/result.h"

#include <string>
#include <string_view>

namespace nscope {

/// Writes a file so that nobody ever sees half of it: the content goes to a
/// temporary name beside `path`, which commit() renames. Without commit() the
/// destructor removes the temporary file. One thread.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Where to write; the caller opens it by itself.
  const std::string& temporary_path() const { return temporary_; }
  /// Flushes to disk and renames. Errors: kIo.
  Result<> commit();

 private:
  std::string path_;
  std::string temporary_;
  bool committed_ = false;
};

/// Replaces the whole file at `path` by `content`, atomically. Errors: kIo.
Result<> write_file(const std::string& path, std::string_view content);

}  // namespace nscope
