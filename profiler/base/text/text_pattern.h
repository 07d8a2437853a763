#pragma once

#include "profiler/base/result.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope {

/// A regular expression that is found in texts in time linear in their length, whatever
/// the expression: users type them, and texts come from captures. It follows all ways of
/// matching at once (Thompson's automaton) instead of trying one after the other.
///
/// Characters are Unicode code points. Understood are `.` `[a-z]` `[^...]` `\d \w \s` and
/// their opposites, `\b`, `^` `$`, `( )` `(?: )`, `|`, and `* + ? {m} {m,} {m,n}`. Not
/// understood, and refused: references to groups and looking around.
/// Immutable after compile(); any thread.
class TextPattern {
 public:
  enum class Case { kMatters, kIgnored };  ///< ignored: of ASCII letters

  /// Errors: kInvalidArgument, `where` "character N" from 1; also for an expression of
  /// more than 10,000 steps.
  static Result<TextPattern> compile(std::string_view expression, Case letters = Case::kMatters);

  /// Whether it matches some part of `text`.
  bool found_in(std::string_view text) const;

 private:
  friend class PatternCompiler;
  class Run;
  using Range = std::pair<char32_t, char32_t>;
  struct Set {
    std::vector<Range> ranges;
    bool negated = false;
    bool holds(char32_t c) const;
  };
  enum class Step : std::uint8_t {
    kCharacter,
    kAny,
    kSet,
    kFork,
    kJump,
    kBegin,
    kEnd,
    kWordEdge,
    kInsideWord,
    kMatch
  };
  struct Instruction {
    Step step = Step::kMatch;
    std::uint32_t a = 0;  ///< character, set, or target
    std::uint32_t b = 0;  ///< second target of a fork
  };

  std::vector<Instruction> program_;
  std::vector<Set> sets_;
  bool ignores_case_ = false;
};

}  // namespace nscope
