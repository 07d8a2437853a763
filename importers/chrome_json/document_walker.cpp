#include "importers/chrome_json/document_walker.h"

#include "importers/chrome_json/event_cursor.h"
#include "importers/chrome_json/event_keys.h"
#include "importers/chrome_json/file/json_scan.h"
#include "importers/shared/printable.h"
#include "profiler/base/text/utf8.h"

#include <utility>

namespace nscope::importers {
namespace {

using namespace json_scan;
using Reason = ParseStop::Reason;

std::size_t skip_space_from(std::string_view text, std::size_t at) {
  const char* const end = text.data() + text.size();
  return static_cast<std::size_t>(skip_space(text.data() + at, end) - text.data());
}

}  // namespace

tl::unexpected<Error> DocumentWalker::bad(std::size_t offset, Text reason) const {
  return fail(ErrorCode::kBadInput, std::move(reason), tr("{}: byte {}", file_name_, offset));
}

Result<> DocumentWalker::take(ParsedBlock block) {
  std::string_view text = block.text.text;
  std::size_t offset = block.text.offset;
  if (place_ == Place::kEvents && pending_.empty()) {
    visitor_.events(std::move(block.events));
    auto used = leave_events(std::move(block.stop), offset);
    if (!used) return fail(used.error());
    text.remove_prefix(*used);
    offset += *used;
    if (place_ == Place::kEvents) return keep(text, offset);
  } else if (place_ == Place::kEvents) {
    ++reread_;
  }
  if (pending_.empty()) {
    const auto used = walk(text, offset);
    if (!used) return fail(used.error());
    return keep(text.substr(*used), offset + *used);
  }
  std::string joined = std::exchange(pending_, {});
  joined += text;
  const std::size_t size = joined.size();
  joined.resize(size + ByteSource::kPadding);
  const std::string_view all = std::string_view(joined).substr(0, size);
  const auto used = walk(all, pending_offset_);
  if (!used) return fail(used.error());
  return keep(all.substr(*used), pending_offset_ + *used);
}

Result<> DocumentWalker::keep(std::string_view rest, std::size_t offset) {
  if (rest.size() > kMaxPiece) {
    return bad(offset, tr("an event or member is larger than {} bytes", kMaxPiece));
  }
  pending_ = rest;
  pending_offset_ = offset;
  return {};
}

/// Handles the end of parsing events; returns how much of the text was used.
Result<std::size_t> DocumentWalker::leave_events(ParseStop stop, std::size_t offset) {
  if (stop.reason == Reason::kError) {
    return bad(offset + stop.position, stop.message);
  }
  if (stop.reason == Reason::kEndOfList) {
    place_ = list_is_all_ ? Place::kEnd : Place::kMembers;
  }
  return stop.position;
}

Result<std::size_t> DocumentWalker::walk(std::string_view text, std::size_t offset) {
  std::size_t at = 0;
  while (true) {
    if (place_ == Place::kEvents) {
      auto block = visitor_.new_block();
      ParseStop stop = parse_events(text.substr(at), *block);
      visitor_.events(std::move(block));
      const auto used = leave_events(std::move(stop), offset + at);
      if (!used) return fail(used.error());
      at += *used;
      if (place_ == Place::kEvents) return at;
      continue;
    }
    if (place_ == Place::kStart && offset + at == 0 && text.starts_with(kByteOrderMark)) {
      at = kByteOrderMark.size();
    }
    if (trailing_) return text.size();
    at = skip_space_from(text, at);
    if (at == text.size()) return at;
    const char c = text[at];
    if (place_ == Place::kEnd) {
      trailing_ = offset + at;
      return text.size();
    }
    if (place_ == Place::kStart) {
      if (c != '{' && c != '[') {
        return bad(offset + at,
                   tr("not a Chrome trace: it must be a JSON object or a list of events"));
      }
      if (c == '{') {
        JsonScanner in(text.substr(at), {});
        has_no_list_ = outer_object(in) == OuterObject::kEvent;
      }
      list_is_all_ = c == '[' || has_no_list_;
      seen_events_ = list_is_all_;
      place_ = list_is_all_ ? Place::kEvents : Place::kMembers;
      if (!has_no_list_) ++at;
      continue;
    }
    const auto complete = walk_member(text, at, offset);
    if (!complete) return fail(complete.error());
    if (!*complete) return at;
  }
}

/// Reads one member of the outer object, a comma, or the end of the object. False if the text ends
/// before that is complete. Moves `at` past the complete part.
Result<bool> DocumentWalker::walk_member(std::string_view text, std::size_t& at,
                                         std::size_t offset) {
  if (text[at] == '}') place_ = Place::kEnd;
  if (text[at] == '}' || text[at] == ',') {
    ++at;
    return true;
  }
  if (text[at] != '"') return bad(offset + at, EventCursor::kNoKey);
  const char* const end = text.data() + text.size();
  bool escaped = false;
  const char* const close = find_string_end(text.data() + at + 1, end, escaped);
  if (close == nullptr) return false;
  const char* p = skip_space(close + 1, end);
  if (p == end) return false;
  if (*p != ':') {
    return bad(offset + static_cast<std::size_t>(p - text.data()), EventCursor::kNoColon);
  }
  p = skip_space(p + 1, end);
  if (p == end) return false;
  const std::string_view key =
      text.substr(at + 1, static_cast<std::size_t>(close - text.data()) - at - 1);
  const char* const value = p;
  const auto is_event_list = [&] {
    JsonScanner in(text.substr(static_cast<std::size_t>(p - text.data())), {});
    return key == "traceEvents" || begins_with_event(in);
  };
  if (*p == '[' && is_event_list()) {
    place_ = Place::kEvents;
    seen_events_ = true;
    at = static_cast<std::size_t>(p + 1 - text.data());
    return true;
  }
  const Skip skipped = skip_value(p, end);
  if (skipped == Skip::kCutOff) return false;
  if (skipped != Skip::kDone) {
    return bad(offset + static_cast<std::size_t>(p - text.data()),
               skipped == Skip::kTooDeep ? EventCursor::kTooDeep : EventCursor::kNotJson);
  }
  visitor_.member(key, {value, static_cast<std::size_t>(p - value)});
  at = static_cast<std::size_t>(p - text.data());
  return true;
}

Result<DocumentWalker::End> DocumentWalker::finish() const {
  if (!seen_events_) {
    return bad(pending_offset_ + pending_.size(),
               tr("the list 'traceEvents' is missing: not a Chrome trace, or truncated"));
  }
  if (!pending_.empty()) return End::kCutOff;
  if (has_no_list_) return End::kComplete;
  if (place_ == Place::kEvents) return End::kListNotClosed;
  return place_ == Place::kEnd ? End::kComplete : End::kCutOff;
}

}  // namespace nscope::importers
