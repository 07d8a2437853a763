#pragma once

#include "profiler/base/result.h"

#include <memory>
#include <string_view>

namespace re2 {
class RE2;
}

namespace nscope::analysis {

/// A regular expression in RE2's syntax. Searching takes time linear in the length of the text
/// for every expression. This matters because users enter expressions and captures contain
/// arbitrary texts.
///
/// Texts are UTF-8. `.` matches any character, also a line break; `^` and `$` match the ends of
/// the text; `\d`, `\w`, `\s` and `\b` use only ASCII characters. Backreferences and lookaround
/// are not supported. Immutable; any thread; copies share the compiled expression.
class RegularExpression {
 public:
  enum class Case { kMatters, kIgnored };

  /// Errors: kInvalidArgument for an invalid expression, or one that needs more than 8 MiB.
  /// `where` is "character N", counted from 1, if RE2 reports the invalid part and it occurs
  /// exactly once in the expression; otherwise it is empty.
  static Result<RegularExpression> compile(std::string_view expression, Case letters);

  /// Whether the expression matches a part of `text`.
  bool found_in(std::string_view text) const;

 private:
  explicit RegularExpression(std::shared_ptr<const re2::RE2> compiled);

  std::shared_ptr<const re2::RE2> compiled_;
};

}  // namespace nscope::analysis
