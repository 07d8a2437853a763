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

/// Where elements of a list end, about every `kSpacing` bytes: places to cut a long list
/// into pieces. Elements that are neither objects nor lists are not looked at.
struct ElementEnds {
  static constexpr std::size_t kSpacing = std::size_t{1} << 19;

  std::vector<std::size_t> positions{};  ///< behind the last byte of an element
  std::size_t next = 0;                  ///< no end before this is kept

  void add(std::size_t end) {
    if (end < next) return;
    positions.push_back(end);
    next = end + kSpacing;
  }
};

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
/// The first error is kept and ends every loop; later reads do nothing. Errors: kBadInput,
/// also for more than 500 levels of brackets; kCancelled; those of the unpacking. One thread.
class JsonScanner {
 public:
  enum class Kind { kObject, kArray, kString, kOther, kEnd };

  /// A text that is read in pieces; places are lines. Progress of `control`, which must
  /// outlive the scanner, is that of the bytes read.
  JsonScanner(UnpackedText text, TaskControl& control);
  /// A text in memory, which must outlive the scanner; places are lines. `where` names
  /// the file in messages, and `line` is the line at which the text begins in it.
  JsonScanner(std::string_view text, std::string where, std::uint64_t line = 1);
  /// A text in memory from its byte `begin` on; places are bytes. Both the text and `control`
  /// must outlive the scanner. Progress is `done` plus the bytes read.
  JsonScanner(std::string_view text, std::string name, TaskControl& control, std::size_t begin = 0,
              std::size_t done = 0);
  JsonScanner(const JsonScanner&) = delete;
  JsonScanner& operator=(const JsonScanner&) = delete;
  ~JsonScanner();

  /// Allows the kernel to reclaim the pages that were read. `file` is the mapped file of the text.
  void release_behind(const ByteSource& file) { released_from_ = &file; }

  /// What comes next; kEnd at the end of the text. After a value of a sequence of
  /// documents the next one.
  Kind kind();
  /// The next byte that is not white space, 0 at the end.
  char peek();
  /// Takes `byte` where it comes next.
  bool take(char byte);
  void begin_object();
  /// The name of the next member; false at the end of the object, or after an error.
  bool next_member(std::string& name);
  void begin_array();
  bool next_element();
  /// The value as text: a string unescaped, a number or word as it is. False (and an
  /// error) for objects and arrays.
  bool string(std::string& value);
  /// `ends` gets the ends of some elements of the value, a list.
  void skip(ElementEnds* ends = nullptr);
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
  /// Bytes from the start of the text.
  std::size_t position() const { return offset_ + static_cast<std::size_t>(at_ - begin_); }
  std::string where() const;  ///< "file: line 12" or "file: byte 345"
  /// kBadInput at this place.
  Error error(std::string reason) const;

 private:
  enum class Places { kLines, kBytes };

  bool more();  ///< reads on; false at the end
  bool read_on();
  bool look_further();
  void stop(std::string why);
  void miss(std::string why);  ///< at what is not as expected
  void expect(char byte, const char* otherwise);
  bool word(std::string& value);
  bool quoted(std::string& value);
  void unescape(std::string& value);
  void skip_word();
  void skip_quoted();
  void skip_brackets(ElementEnds* ends);

  std::unique_ptr<UnpackedText> stream_;  ///< until its end
  std::string owned_;                     ///< the window of a stream
  TaskControl* control_ = nullptr;
  std::string name_;
  Places places_ = Places::kLines;
  const char* begin_ = nullptr;  ///< of the window
  const char* at_ = nullptr;     ///< next byte
  const char* end_ = nullptr;    ///< of the window
  const char* last_ = nullptr;   ///< end of a text in memory
  std::size_t offset_ = 0;       ///< bytes before begin_
  std::uint64_t line_ = 1;       ///< of begin_, where places are lines
  std::size_t start_ = 0;        ///< of the text, for progress
  std::size_t done_ = 0;
  const ByteSource* released_from_ = nullptr;
  std::size_t released_ = 0;
  std::string* capture_ = nullptr;  ///< gets what leaves the window
  const char* captured_ = nullptr;  ///< up to here
  std::size_t capture_limit_ = 0;
  std::vector<bool> first_;  ///< of each open object or array: nothing read yet
  std::optional<Error> error_;
};

}  // namespace nscope
