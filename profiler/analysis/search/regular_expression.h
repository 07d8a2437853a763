#pragma once

#include "profiler/base/result.h"

#include <memory>
#include <string_view>

namespace re2 {
class RE2;
}

namespace nscope::analysis {

/// A regular expression in RE2's syntax. It is found in a text in time linear in the text's
/// length, whatever the expression: users type expressions, and texts come from captures.
///
/// Texts are UTF-8. `.` is any character, also a line break; `^` and `$` are the ends of the
/// text; `\d`, `\w`, `\s` and `\b` know ASCII only. References to groups and looking around do
/// not exist. Immutable; any thread; copies share what was compiled.
class RegularExpression {
 public:
  enum class Case { kMatters, kIgnored };

  /// Errors: kInvalidArgument; `where` is "character N", from 1, where RE2 tells which part is
  /// wrong and the expression has it once. Also for an expression that takes more than 8 MiB.
  static Result<RegularExpression> compile(std::string_view expression, Case letters);

  /// Whether it matches some part of `text`.
  bool found_in(std::string_view text) const;

 private:
  explicit RegularExpression(std::shared_ptr<const re2::RE2> compiled);

  std::shared_ptr<const re2::RE2> compiled_;
};

}  // namespace nscope::analysis
