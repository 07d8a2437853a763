#pragma once

#include "profiler/base/files/temporary_entry.h"
#include "profiler/base/result.h"

#include <string>
#include <string_view>

namespace nscope {

/// Writes a file atomically: the content goes to an empty temporary file in the same folder,
/// which commit() renames to `path`. Without commit() the destructor removes the temporary file;
/// if the process is killed, the next AtomicFile in the folder does. One thread.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);

  /// The path to write to; the caller opens the file, and must not replace it by another one.
  const std::string& temporary_path() const { return temporary_.path(); }
  /// Writes the whole content. Errors: kIo.
  Result<> write(std::string_view content) const;
  /// Flushes to disk and renames. Errors: kIo; also if `path` is neither absent nor a file.
  Result<> commit();

 private:
  Error failure() const;

  std::string path_;
  TemporaryEntry temporary_;
};

/// Replaces the file at `path` with `content`, atomically. Errors: kIo.
Result<> write_file(const std::string& path, std::string_view content);

}  // namespace nscope
