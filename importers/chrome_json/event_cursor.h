#pragma once

#include "importers/chrome_json/event_parser.h"
#include "importers/chrome_json/file/json_scan.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace nscope::importers {

/// A position in the text of events, and the reading of JSON tokens at it. Functions that return
/// false have set `reason` to kCutOff or kError, and `p` to the position of the problem.
struct EventCursor {
  static constexpr Phrase kNoKey = phrase("expected a key in quotes");
  static constexpr Phrase kNoColon = phrase("expected ':' after a key");
  static constexpr Phrase kNotJson = phrase("not a valid JSON value");
  static constexpr Phrase kTooDeep = phrase("more than 500 levels of nesting");

  explicit EventCursor(std::string_view text)
      : begin(text.data()), p(begin), end(begin + text.size()) {}

  bool cut() {
    reason = ParseStop::Reason::kCutOff;
    return false;
  }
  bool bad(Phrase what) {
    reason = ParseStop::Reason::kError;
    message = what;
    return false;
  }
  bool skip_space_to_token() {
    if (p < end && !is_json_space(*p)) return true;
    p = json_scan::skip_space(p, end);
    return p < end || cut();
  }
  /// Whether the number that ends at `last` may continue in the next block.
  bool may_go_on(const char* last) const {
    return last == end || ((*last == 'e' || *last == 'E') && end - last <= 2);
  }
  std::size_t offset(const char* at) const { return static_cast<std::size_t>(at - begin); }
  /// The text from `at` to `p`.
  std::string_view since(const char* at) const { return {at, static_cast<std::size_t>(p - at)}; }

  /// Reads a key and its colon into `name`. `key` contains the characters of the key if it has at
  /// most 8, else 0.
  bool take_key(std::uint64_t& key, std::string_view& name);
  /// Reads the string at `p` and resolves escapes. `content` is valid until the next call.
  bool take_string(std::string_view& content);
  /// Skips any value.
  bool skip_one();

  const char* begin;
  const char* p;
  const char* end;
  ParseStop::Reason reason = ParseStop::Reason::kEndOfText;
  Phrase message{};

 private:
  std::string scratch_;  // of take_string()
};

}  // namespace nscope::importers
