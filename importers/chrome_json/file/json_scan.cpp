#include "importers/chrome_json/file/json_scan.h"

#include "profiler/base/json/bracket_walk.h"
#include "profiler/base/text/utf8.h"

#include <algorithm>

namespace nscope::importers::json_scan {
namespace {

static_assert(kMaxDepth == BracketWalk::kMostLevels);

Skip skip_brackets(const char*& p, const char* end) {
  using State = BracketWalk::State;
  const auto ignore = [](const char*) {};
  BracketWalk walk;
  State state = walk.go_on(p, end, ignore);
  if (state == State::kOpen) state = walk.finish(p, end, ignore);
  switch (state) {
    case State::kClosed: return Skip::kDone;
    case State::kOpen: return Skip::kCutOff;
    case State::kTooDeep: return Skip::kTooDeep;
    default: return Skip::kBad;
  }
}

}  // namespace

Skip skip_value(const char*& p, const char* end) {
  const char* const first = p;
  if (p < end && (*p == '{' || *p == '[')) return skip_brackets(p, end);
  if (p < end && *p == '"') {
    bool escaped = false;
    const char* const close = find_string_end(p + 1, end, escaped);
    if (close == nullptr) return Skip::kCutOff;
    p = close + 1;
    return Skip::kDone;
  }
  p = find_end_of_json_word(p, end);
  if (p == end) return Skip::kCutOff;
  return p > first ? Skip::kDone : Skip::kBad;
}

void unescape(std::string_view content, std::string& into) {
  into.clear();
  for (std::size_t at = 0; at < content.size();) {
    const std::size_t escape = std::min(content.find('\\', at), content.size());
    into += content.substr(at, escape - at);
    at = escape;
    if (at == content.size()) return;
    if (const auto character = take_json_escape(content, at)) {
      // An unpaired surrogate is not a character.
      append_utf8(is_surrogate(*character) ? U'\uFFFD' : *character, into);
    } else {
      into += content[at++];
    }
  }
}

}  // namespace nscope::importers::json_scan
