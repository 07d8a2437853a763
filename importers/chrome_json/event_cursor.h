#pragma once

#include "importers/chrome_json/event_parser.h"
#include "importers/chrome_json/json_scan.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace nscope::importers {

/// A place in the text of events, and what can be read there without knowing what
/// it is for. Functions that return false have set `reason` to kCutOff or kError,
/// and `p` to where.
struct EventCursor {
  explicit EventCursor(std::string_view text)
      : begin(text.data()), p(begin), end(begin + text.size()) {}

  bool cut() {
    reason = ParseStop::Reason::kCutOff;
    return false;
  }
  bool bad(const char* what) {
    reason = ParseStop::Reason::kError;
    message = what;
    return false;
  }
  bool skip_space_to_token() {
    if (p < end && !is_json_space(*p)) return true;
    p = json_scan::skip_space(p, end);
    return p < end || cut();
  }
  /// Whether the text may have been cut inside the number that ends at `last`.
  bool may_go_on(const char* last) const {
    return last == end || ((*last == 'e' || *last == 'E') && end - last <= 2);
  }
  std::size_t offset(const char* at) const { return static_cast<std::size_t>(at - begin); }
  /// The text from `at` to here.
  std::string_view since(const char* at) const { return {at, static_cast<std::size_t>(p - at)}; }

  /// A key and its colon. `key` is the key itself where it has at most 8 characters,
  /// else 0 and `name` tells.
  bool take_key(std::uint64_t& key, std::string_view& name);
  /// The string `p` stands on, escapes resolved. Valid until the next call.
  bool take_string(std::string_view& content);
  /// Any value, without looking at it.
  bool skip_one();

  const char* begin;
  const char* p;
  const char* end;
  ParseStop::Reason reason = ParseStop::Reason::kEndOfText;
  const char* message = "";

 private:
  std::string scratch_;  // of take_string()
};

}  // namespace nscope::importers
