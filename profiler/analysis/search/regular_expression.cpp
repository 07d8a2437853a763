#include "profiler/analysis/search/regular_expression.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <re2/re2.h>

namespace nscope::analysis {
namespace {

/// Limit for one compiled expression with the states that RE2 caches while it searches.
constexpr std::int64_t kMostExpressionMemory = std::int64_t{8} << 20;

/// The error in `part` of an expression.
Text reason(re2::RE2::ErrorCode code, const std::string& part) {
  switch (code) {
    case re2::RE2::ErrorBadEscape:
      return part.size() == 2 && part[1] >= '0' && part[1] <= '9'
                 ? tr("backreferences are not supported")
                 : tr("unknown escape '{}'", part);
    case re2::RE2::ErrorBadCharClass:
    case re2::RE2::ErrorBadCharRange: return tr("invalid character range '{}'", part);
    case re2::RE2::ErrorMissingBracket: return tr("missing ']' for '['");
    case re2::RE2::ErrorMissingParen: return tr("missing ')' for '('");
    case re2::RE2::ErrorUnexpectedParen: return tr("unexpected ')' without '('");
    case re2::RE2::ErrorTrailingBackslash: return tr("a character must follow the backslash");
    case re2::RE2::ErrorRepeatArgument: return tr("missing expression before '{}'", part);
    case re2::RE2::ErrorRepeatSize:
      return tr(
          "'{}': repetition counts, and products of nested counts, must be at most 1000, and the "
          "minimum must not exceed the maximum",
          part);
    case re2::RE2::ErrorRepeatOp:
      return tr("repetition operator '{}' follows another repetition operator", part);
    case re2::RE2::ErrorBadPerlOp: return tr("unknown syntax '{}'", part);
    case re2::RE2::ErrorBadNamedCapture: return tr("invalid group name '{}'", part);
    case re2::RE2::ErrorBadUTF8: return tr("invalid UTF-8");
    case re2::RE2::ErrorPatternTooLarge: return tr("the expression is too large");
    default: return tr("invalid syntax");
  }
}

/// The part of the expression whose position is that of the error. RE2 reports the whole
/// expression for unmatched parentheses, and an empty text for a backslash at the end.
std::string_view wrong_part(const re2::RE2& compiled) {
  switch (compiled.error_code()) {
    case re2::RE2::ErrorMissingParen: return "(";
    case re2::RE2::ErrorUnexpectedParen: return ")";
    case re2::RE2::ErrorTrailingBackslash: return "\\";
    default: return compiled.error_arg();
  }
}

/// The position of `part`, such as "character 3"; empty unless `part` occurs exactly once.
Text place_of(std::string_view part, std::string_view expression) {
  const std::size_t at = expression.find(part);
  if (part.empty() || at == std::string_view::npos || expression.rfind(part) != at) return {};
  const auto before = expression.substr(0, at);
  const auto characters = std::count_if(before.begin(), before.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  });
  return tr("character {}", characters + 1);
}

re2::RE2::Options options(RegularExpression::Case letters) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMostExpressionMemory);
  options.set_never_capture(true);
  options.set_dot_nl(true);
  options.set_case_sensitive(letters == RegularExpression::Case::kMatters);
  return options;
}

}  // namespace

RegularExpression::RegularExpression(std::shared_ptr<const re2::RE2> compiled)
    : compiled_(std::move(compiled)) {}

Result<RegularExpression> RegularExpression::compile(std::string_view expression, Case letters) {
  auto compiled = std::make_shared<const re2::RE2>(expression, options(letters));
  if (compiled->ok()) return RegularExpression(std::move(compiled));
  return fail(ErrorCode::kInvalidArgument, reason(compiled->error_code(), compiled->error_arg()),
              place_of(wrong_part(*compiled), expression));
}

bool RegularExpression::found_in(std::string_view text) const {
  return re2::RE2::PartialMatch(text, *compiled_);
}

}  // namespace nscope::analysis
