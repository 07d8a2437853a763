#include "importers/chrome_json/event_cursor.h"

#include <bit>

namespace nscope::importers {

using namespace json_scan;

bool EventCursor::take_key(std::uint64_t& key, std::string_view& name) {
  if (*p != '"') return bad(kNoKey);
  const std::uint64_t word = load_word(p + 1);
  const std::uint64_t quotes = equal_bytes(word, '"');
  const int length = quotes != 0 ? std::countr_zero(quotes) / 8 : 8;
  const std::uint64_t short_key =
      length == 8 ? word : word & ((std::uint64_t{1} << (8 * length)) - 1);
  if (p + 1 + length < end && p[1 + length] == '"' && equal_bytes(short_key, '\\') == 0) {
    key = short_key;
    name = {p + 1, static_cast<std::size_t>(length)};
    p += length + 2;
  } else {
    if (!take_string(name)) return false;
    key = name.size() <= 8 ? word_of(name) : 0;
  }
  if (!skip_space_to_token()) return false;
  if (*p != ':') return bad(kNoColon);
  ++p;
  return skip_space_to_token();
}

bool EventCursor::take_string(std::string_view& content) {
  bool escaped = false;
  const char* const first = p + 1;
  const char* const last = find_string_end(first, end, escaped);
  if (last == nullptr) return cut();
  content = {first, static_cast<std::size_t>(last - first)};
  p = last + 1;
  if (escaped) {
    unescape(content, scratch_);
    content = scratch_;
  }
  return true;
}

bool EventCursor::skip_one() {
  switch (skip_value(p, end)) {
    case Skip::kDone: return true;
    case Skip::kCutOff: return cut();
    case Skip::kTooDeep: return bad(kTooDeep);
    case Skip::kBad: break;
  }
  return bad(kNotJson);
}

}  // namespace nscope::importers
