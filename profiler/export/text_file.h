#pragma once

#include "profiler/base/files/atomic_file.h"
#include "profiler/base/result.h"

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

struct gzFile_s;

namespace nscope {

/// A text file that is written piece by piece, plain or compressed with gzip, and appears
/// under its name when it is complete. One thread.
class TextFile {
 public:
  /// Errors: kIo.
  static Result<TextFile> create(const std::string& path, bool gzip);
  TextFile(TextFile&&) noexcept = default;
  TextFile& operator=(TextFile&&) noexcept = default;

  /// Errors: kIo (a full disk).
  Result<> write(std::string_view text);
  /// Renames the file to its name. Errors: kIo.
  Result<> commit();

 private:
  struct ClosePlain {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  struct ClosePacked {
    void operator()(gzFile_s* file) const;
  };
  TextFile() = default;
  tl::unexpected<Error> failure() const;

  std::string path_;
  std::unique_ptr<AtomicFile> target_;
  std::unique_ptr<std::FILE, ClosePlain> plain_;
  std::unique_ptr<gzFile_s, ClosePacked> packed_;
};

}  // namespace nscope
