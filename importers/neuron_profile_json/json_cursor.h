#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace nscope::importers {

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
  /// Moves behind the value that comes next. Errors: kBadInput where the text
  /// ends inside it, kCancelled.
  Result<> skip_value();

  /// kBadInput at the current position: "name: byte 12" and the reason.
  Error error(std::string reason) const;

 private:
  Result<> skip_string();
  bool keep_going();

  std::string_view text_;
  std::string name_;
  TaskControl& control_;
  std::size_t position_;
  std::size_t begin_;
  std::size_t done_;
  std::size_t next_report_;
};

}  // namespace nscope::importers
