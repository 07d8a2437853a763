#pragma once

#include "profiler/base/result.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <zlib.h>

namespace nscope::bench {

/// A file written front to back through a large buffer, plain or gzip. An error
/// is kept until close(), which reports it; a file that was not closed without
/// one is removed. One thread.
///
///   OutputFile out(path, OutputFile::kPlain);
///   char* at = out.room(64);               // at least 64 bytes
///   at = put_number(at, 17);
///   out.advance(at);
///   return out.close();
class OutputFile {
 public:
  enum Compression { kPlain, kGzip };

  OutputFile(std::string path, Compression compression);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Where the next `bytes` (at most kRoom) bytes may be put.
  char* room(std::size_t bytes) {
    if (buffer_.size() - used_ < bytes) flush();
    return buffer_.data() + used_;
  }
  /// Everything up to `end`, a pointer into room(), is written.
  void advance(const char* end) { used_ = static_cast<std::size_t>(end - buffer_.data()); }
  void append(std::string_view text);
  /// Errors: kIo.
  Result<> close();

  static constexpr std::size_t kRoom = 1u << 16;

 private:
  void flush();

  std::string path_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
  std::FILE* plain_ = nullptr;
  gzFile gzip_ = nullptr;
  bool failed_ = false;
  bool closed_ = false;
};

inline char* put_text(char* at, std::string_view text) {
  return at + text.copy(at, text.size());
}

template <class Integer>
char* put_number(char* at, Integer value) {
  return std::to_chars(at, at + 20, value).ptr;
}

/// Nanoseconds as microseconds with three decimals.
inline char* put_micros(char* at, std::int64_t nanoseconds) {
  at = put_number(at, nanoseconds / 1000);
  const auto rest = static_cast<int>(nanoseconds % 1000);
  at[0] = '.';
  at[1] = static_cast<char>('0' + rest / 100);
  at[2] = static_cast<char>('0' + rest / 10 % 10);
  at[3] = static_cast<char>('0' + rest % 10);
  return at + 4;
}

}  // namespace nscope::bench
