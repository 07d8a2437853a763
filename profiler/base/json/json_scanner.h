#pragma once

#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope {

class ByteSource;
class TaskControl;
class UnpackedText;

/// Positions at which elements of an array end, about every `kSpacing` bytes, for splitting a
/// long array into pieces. Only elements that are objects or arrays are recorded.
struct ElementEnds {
  static constexpr std::size_t kSpacing = std::size_t{1} << 19;

  std::vector<std::size_t> positions{};  ///< after the last byte of an element
  std::size_t next = 0;                  ///< ends before this position are not recorded

  void add(std::size_t end) {
    if (end < next) return;
    positions.push_back(end);
    next = end + kSpacing;
  }
};

/// Reads a JSON document of any size from start to end in constant memory. The caller requests
/// the values that it expects and skips the others. In skipped values only brackets and strings
/// are checked.
///
///   in.begin_object();
///   while (in.next_member(key)) {
///     if (key == "sku") in.string(sku); else in.skip();
///   }
///   return in.finish();
///
/// The first error is kept and ends every loop; later reads do nothing. Errors: kBadInput,
/// also for more than 500 levels of nesting; kCancelled; those of UnpackedText. One thread.
class JsonScanner {
 public:
  enum class Kind { kObject, kArray, kString, kOther, kEnd };

  /// A text that is read in pieces. Positions in messages are lines. Strings that are not UTF-8
  /// are errors; in texts in memory, which may be captures, they are returned unchanged. Progress
  /// of `control`, which must outlive the scanner, is in bytes read.
  JsonScanner(UnpackedText text, TaskControl& control);
  /// A text in memory, which must outlive the scanner. Positions in messages are lines. `where`
  /// is the name of the file in messages, and `line` the line at which the text begins in it.
  JsonScanner(std::string_view text, Place where, std::uint64_t line = 1);
  /// A text in memory from its byte `begin` on. Positions in messages are bytes. Both the text
  /// and `control` must outlive the scanner. Progress is `done` plus the bytes read.
  JsonScanner(std::string_view text, std::string name, TaskControl& control, std::size_t begin = 0,
              std::size_t done = 0);
  JsonScanner(const JsonScanner&) = delete;
  JsonScanner& operator=(const JsonScanner&) = delete;
  ~JsonScanner();

  /// Allows the kernel to reclaim the pages that were read. `file` is the mapped file of the text.
  void release_behind(const ByteSource& file) { released_from_ = &file; }

  /// The kind of the next value; kEnd at the end of the text. In a sequence of documents the
  /// next document follows its predecessor.
  Kind kind();
  /// The next byte that is not white space; 0 at the end.
  char peek();
  /// Consumes `byte` if it is next, and returns whether it was.
  bool take(char byte);
  void begin_object();
  /// The key of the next member; false at the end of the object or after an error.
  bool next_member(std::string& name);
  void begin_array();
  bool next_element();
  /// The value as text: a string without quotes and escapes, a number or literal unchanged.
  /// False, with an error, for objects and arrays.
  bool string(std::string& value);
  /// Skips the value. `ends` receives the ends of some of its elements if it is an array.
  void skip(ElementEnds* ends = nullptr);
  /// The JSON text of the value, for reading it later. Error above `limit` bytes.
  void raw(std::string& text, std::size_t limit = std::size_t{16} << 20);

  bool ok() const { return !error_; }
  /// Records an error about the member that is being read, unless there is one already.
  void reject(std::string_view field, Text why);
  void reject(Error error);
  /// The first error, if there was one.
  Result<> status() const;
  /// The same; also an error if anything but white space follows.
  Result<> finish();
  std::uint64_t line() const;
  /// Bytes from the start of the text.
  std::size_t position() const { return offset_ + static_cast<std::size_t>(at_ - begin_); }
  Text where() const;  ///< "file: line 12" or "file: byte 345"
  /// A kBadInput error at the current position.
  Error error(Text reason) const;

 private:
  enum class Places { kLines, kBytes };

  bool more();  ///< extends the window; false at the end
  bool read_on();
  bool look_further();
  void stop(Text why);
  void stop_unexpected(Text why);  ///< the same; at the end of the text, an error about that
  void expect(char byte, Phrase why_not);
  bool word(std::string& value);
  bool quoted(std::string& value);
  void unescape(std::string& value);
  void skip_word();
  void skip_quoted();
  void skip_brackets(ElementEnds* ends);

  std::unique_ptr<UnpackedText> stream_;  ///< null after its end
  std::string owned_;                     ///< the window of a stream
  TaskControl* control_ = nullptr;
  Place name_;
  bool only_utf8_ = false;  ///< strings must be UTF-8
  Places places_ = Places::kLines;
  const char* begin_ = nullptr;  ///< start of the window
  const char* at_ = nullptr;     ///< next byte
  const char* end_ = nullptr;    ///< end of the window
  const char* last_ = nullptr;   ///< end of a text in memory
  std::size_t offset_ = 0;       ///< bytes before begin_
  std::uint64_t line_ = 1;       ///< line of begin_, if positions are lines
  std::size_t start_ = 0;        ///< offset of the first byte read, for progress
  std::size_t done_ = 0;
  const ByteSource* released_from_ = nullptr;
  std::size_t released_ = 0;
  std::string* capture_ = nullptr;  ///< receives text that leaves the window
  const char* captured_ = nullptr;  ///< text before this is captured
  std::size_t capture_limit_ = 0;
  std::vector<bool> first_;  ///< for each open object or array: nothing read yet
  std::optional<Error> error_;
};

}  // namespace nscope
