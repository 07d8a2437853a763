#pragma once

#include "profiler/base/files/unpacked_text.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// Walks through a JSON document of any size from front to back, in memory that does
/// not grow with it. The reader says what it expects and skips the rest, which is
/// searched for its end only: brackets and strings must match, nothing else is checked.
///
///   in.begin_object();
///   while (in.next_member(key)) {
///     if (key == "sku") in.string(sku); else in.skip();
///   }
///   return in.finish();
///
/// The first error is kept and ends every loop; later reads do nothing. One thread.
class JsonScanner {
 public:
  enum class Kind { kObject, kArray, kString, kOther, kEnd };

  /// Progress of `control`, which must outlive the scanner, is that of the bytes read.
  JsonScanner(UnpackedText text, TaskControl& control);
  JsonScanner(const JsonScanner&) = delete;
  JsonScanner& operator=(const JsonScanner&) = delete;
  /// A text in memory, which must outlive the scanner. `where` stands for the file, and
  /// `line` is where the text begins in it.
  JsonScanner(std::string_view text, std::string where, std::uint64_t line = 1);

  /// What comes next; kEnd at the end of the text. After a value of a sequence of
  /// documents the next one.
  Kind kind();
  void begin_object();
  /// The name of the next member; false at the end of the object, or after an error.
  bool next_member(std::string& name);
  void begin_array();
  bool next_element();
  /// The value as text: a string unescaped, a number or word as it is. False (and an
  /// error) for objects and arrays.
  bool string(std::string& value);
  void skip();
  /// The value's own text, for reading it later. Error above `limit` bytes.
  void raw(std::string& text, std::size_t limit = std::size_t{16} << 20);

  bool ok() const { return !error_; }
  /// Keeps an error about the member that is being read.
  void reject(std::string_view field, std::string_view why);
  void reject(Error error);
  /// The first error, if there was one.
  Result<> status() const;
  /// The same, and nothing but spaces may follow.
  Result<> finish();
  std::uint64_t line() const;
  std::string where() const;  ///< "file: line 12"

 private:
  bool more();  ///< reads on; false at the end
  char peek();  ///< the next byte that is no space, 0 at the end
  void stop(std::string_view why);
  void expect(char byte);
  void skip_string();  ///< from the opening quote
  void unescape(std::string& value);

  std::optional<UnpackedText> text_;  ///< until its end
  TaskControl* control_ = nullptr;
  std::string name_;
  std::string owned_;          ///< the window of a stream; ends with a zero, as all strings do
  const char* at_ = nullptr;   ///< next byte
  const char* end_ = nullptr;  ///< of the window; *end_ is 0
  const char* begin_ = nullptr;
  std::string* capture_ = nullptr;  ///< gets what leaves the window
  const char* captured_ = nullptr;  ///< up to here
  std::size_t capture_limit_ = 0;
  std::uint64_t line_ = 1;   ///< of begin_
  std::vector<bool> first_;  ///< of each open object or array: nothing read yet
  std::string closers_;      ///< of what skip() is in
  std::optional<Error> error_;
};

}  // namespace nscope::cost
