#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nscope::importers {

/// Largest length of an error message in bytes; longer ones are truncated.
inline constexpr std::size_t kLongestError = 400;

/// The compiler's own error code in a line: "NCC_EVRF007", "NLA001", "XCG815", "F137"; "" if there
/// is none. Codes are in brackets; those that start with "NCC_" are found anywhere.
std::string_view error_code(std::string_view line);

/// Whether a text is a frame, an underline or empty: it has no letter and no digit.
bool is_decoration(std::string_view text);

/// Whether a shell, Slurm or Kubernetes states that a process was killed or crashed: "Killed",
/// "script: line 33: 42821 Killed   python train.py", "Detected 1 oom_kill event in StepId=1.0",
/// "Floating point exception (core dumped)".
bool states_process_end(std::string_view text);

/// Chooses the telling part of the lines that a compiler writes about one failure. A line with an
/// error code is preferred. Without one, the headline ("An Internal Compiler Error has occurred"),
/// its message and the type of the exception are joined. Frames of rows of asterisks, empty lines
/// and version numbers are skipped. The first line of each kind counts. A value.
class ErrorText {
 public:
  /// Adds a message, without the time stamp and level before it. Returns false if the message says
  /// nothing about an error.
  bool add(std::string_view message);
  /// Adds a message of the level USER, which the compiler writes for its users.
  bool add_for_user(std::string_view message);

  bool empty() const { return text().empty(); }
  /// Whether the lines are certainly about a failed compilation.
  bool certain() const { return !coded_.empty() || !headline_.empty(); }
  const std::string& code() const { return code_; }
  std::string text() const;

 private:
  bool add_code(std::string_view message);

  std::string code_;
  std::string coded_;
  std::string headline_;
  std::string detail_;
  std::string type_;
  std::string other_;
};

}  // namespace nscope::importers
