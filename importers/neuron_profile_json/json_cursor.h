#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// Where rows of a list end, about every `kSpacing` bytes: places to cut a long
/// list into pieces.
struct RowEnds {
  static constexpr std::size_t kSpacing = 1u << 19;

  std::vector<std::size_t> positions{};  ///< behind the last byte of a row
  std::size_t next = 0;                  ///< no end before this is kept

  void add(std::size_t end) {
    if (end < next) return;
    positions.push_back(end);
    next = end + kSpacing;
  }
};

/// Finds where JSON values begin and end without building them, so that a
/// document of any size can be taken apart piece by piece. It checks only what
/// it needs to find the ends (strings, balance of brackets); the pieces are
/// parsed and checked by a JSON parser. Never recurses. One thread.
class JsonCursor {
 public:
  /// `text` must outlive this. While it skips, it reports to `control` the
  /// progress `done` plus the bytes it moved.
  JsonCursor(std::string_view text, std::string name, TaskControl& control,
             std::size_t position = 0, std::size_t done = 0);

  std::size_t position() const { return position_; }
  /// The next byte that is not white space, or '\0' at the end of the text.
  char peek();
  /// Takes `expected` where it comes next.
  bool take(char expected);
  /// Takes a string; gives what stands between its quotes, escapes as they are.
  Result<std::string_view> take_string();
  /// Moves behind the value that comes next. Of a list, `row_ends` gets the ends of
  /// some of its rows. Errors: kBadInput where the text ends inside it, kCancelled.
  Result<> skip_value(RowEnds* row_ends = nullptr);
  /// Lets the kernel take back what was moved over. `file` is what `text` is of.
  void release_behind(const ByteSource& file) { released_from_ = &file; }

  /// kBadInput at the current position: "name: byte 12" and the reason.
  Error error(std::string reason) const;

 private:
  Result<> skip_string();
  Result<> skip_string_rest();
  Result<bool> skip_blocks(std::size_t& depth, RowEnds* row_ends);
  Result<> skip_container(RowEnds* row_ends);
  bool keep_going();

  std::string_view text_;
  std::string name_;
  TaskControl& control_;
  std::size_t position_;
  std::size_t begin_;
  std::size_t done_;
  std::size_t next_report_;
  const ByteSource* released_from_ = nullptr;
  std::size_t released_ = 0;
};

}  // namespace nscope::importers
