#include "profiler/base/json/json_scanner.h"

#include "profiler/base/files/byte_source.h"
#include "profiler/base/files/unpacked_text.h"
#include "profiler/base/json/bracket_walk.h"
#include "profiler/base/json/json_text.h"
#include "profiler/base/task_control.h"
#include "profiler/base/text/byte_search.h"
#include "profiler/base/text/utf8.h"

#include <algorithm>
#include <span>
#include <utility>

namespace nscope {
namespace {

// A few megabytes are scanned in milliseconds, so that a cancellation is noticed soon.
constexpr std::size_t kStreamWindow = std::size_t{1} << 20;
constexpr std::size_t kMemoryWindow = std::size_t{4} << 20;
constexpr std::size_t kLongestWord = 4096;
constexpr std::size_t kLongestString = std::size_t{16} << 20;

constexpr Phrase kCutInString = phrase("unexpected end of file inside a string");
constexpr Phrase kZeroByte = phrase("unexpected NUL byte");

Text cut_in_brackets(std::size_t open) {
  if (open == 0) return tr("unexpected end of file: expected a value");
  return tr_plural(open, "unexpected end of file: {} bracket is not closed",
                   "unexpected end of file: {} brackets are not closed", open);
}

}  // namespace

JsonScanner::JsonScanner(UnpackedText text, TaskControl& control)
    : stream_(std::make_unique<UnpackedText>(std::move(text))),
      control_(&control),
      name_(stream_->name()),
      only_utf8_(true) {
  begin_ = at_ = end_ = last_ = owned_.data();
}

JsonScanner::JsonScanner(std::string_view text, Place where, std::uint64_t line)
    : name_(std::move(where)), line_(line) {
  begin_ = at_ = text.data();
  end_ = last_ = begin_ + text.size();
}

JsonScanner::JsonScanner(std::string_view text, std::string name, TaskControl& control,
                         std::size_t begin, std::size_t done)
    : control_(&control),
      name_(std::move(name)),
      places_(Places::kBytes),
      offset_(begin),
      start_(begin),
      done_(done),
      released_(begin) {
  begin_ = at_ = text.data() + begin;
  last_ = text.data() + text.size();
  end_ = at_ + std::min(kMemoryWindow, text.size() - begin);
}

JsonScanner::~JsonScanner() = default;

bool JsonScanner::more() {
  if (error_ || (!stream_ && end_ == last_)) return false;
  if (capture_ != nullptr) {
    capture_->append(captured_, at_);
    captured_ = at_;
    if (capture_->size() > capture_limit_) {
      stop(tr("a value is larger than {}", as::bytes(static_cast<double>(capture_limit_))));
      return false;
    }
  }
  line_ = line();
  offset_ = position();
  begin_ = at_;
  return stream_ ? read_on() : look_further();
}

/// Moves the unread text to the start of the window and reads more text after it.
bool JsonScanner::read_on() {
  owned_.erase(0, static_cast<std::size_t>(at_ - owned_.data()));
  const std::size_t kept = owned_.size();
  owned_.resize(kept + kStreamWindow);
  const auto count =
      stream_->read(std::as_writable_bytes(std::span(owned_)).subspan(kept), *control_);
  owned_.resize(kept + count.value_or(0));
  begin_ = at_ = captured_ = owned_.data();
  end_ = last_ = begin_ + owned_.size();
  if (!count) reject(count.error());
  if (!count || *count < kStreamWindow) stream_.reset();
  return end_ > begin_ + kept;
}

/// Extends the window of a text in memory.
bool JsonScanner::look_further() {
  end_ += std::min(static_cast<std::ptrdiff_t>(kMemoryWindow), last_ - end_);
  if (released_from_ != nullptr) {
    released_from_->release(offset_, released_);
    released_ = offset_;
  }
  control_->advance_to(done_ + offset_ - start_);
  if (control_->cancelled()) reject(cancelled().value());
  return !error_;
}

char JsonScanner::peek() {
  do {
    const char* at = at_;
    const char* const end = end_;
    while (at < end && is_json_space(*at)) ++at;
    at_ = at;
    if (at < end) return *at;
  } while (more());
  return '\0';
}

bool JsonScanner::take(char byte) {
  if (error_ || peek() != byte) return false;
  ++at_;
  return true;
}

Error JsonScanner::error(Text reason) const {
  return {ErrorCode::kBadInput, std::move(reason), where()};
}

void JsonScanner::stop(Text why) {
  if (!error_) error_ = error(std::move(why));
}

void JsonScanner::stop_unexpected(Text why) {
  if (peek() != '\0') return stop(std::move(why));
  stop(at_ < end_ ? Text(kZeroByte) : cut_in_brackets(first_.size()));
}

void JsonScanner::reject(std::string_view field, Text why) {
  stop(tr("{}: {}", field, why));
}

void JsonScanner::reject(Error error) {
  if (!error_) error_ = std::move(error);
}

Result<> JsonScanner::status() const {
  if (error_) return fail(*error_);
  return {};
}

Result<> JsonScanner::finish() {
  if (!error_ && (peek() != '\0' || at_ < end_)) {
    stop(tr("unexpected data after the JSON document"));
  }
  return status();
}

std::uint64_t JsonScanner::line() const {
  if (places_ != Places::kLines) return line_;
  return line_ + static_cast<std::uint64_t>(std::count(begin_, at_, '\n'));
}

Text JsonScanner::where() const {
  if (places_ == Places::kBytes) return tr("{}: byte {}", name_, position());
  return tr("{}: line {}", name_, line());
}

void JsonScanner::expect(char byte, Phrase why_not) {
  if (!error_ && !take(byte)) stop_unexpected(why_not);
}

JsonScanner::Kind JsonScanner::kind() {
  if (error_) return Kind::kEnd;
  switch (peek()) {
    case '{': return Kind::kObject;
    case '[': return Kind::kArray;
    case '"': return Kind::kString;
    case '\0': return Kind::kEnd;
    default: return Kind::kOther;
  }
}

void JsonScanner::begin_object() {
  expect('{', phrase("expected '{{'"));
  first_.push_back(true);
}

void JsonScanner::begin_array() {
  expect('[', phrase("expected '['"));
  first_.push_back(true);
}

bool JsonScanner::next_member(std::string& name) {
  if (error_ || first_.empty()) return false;
  if (take('}')) {
    first_.pop_back();
    return false;
  }
  if (!first_.back()) expect(',', phrase("expected ',' or '}}' after a member"));
  first_.back() = false;
  if (kind() != Kind::kString) {
    if (!error_) stop_unexpected(tr("expected a string in quotes"));
    return false;
  }
  quoted(name);
  expect(':', phrase("expected ':' after a key"));
  return !error_;
}

bool JsonScanner::next_element() {
  if (error_ || first_.empty()) return false;
  if (take(']')) {
    first_.pop_back();
    return false;
  }
  if (!first_.back()) expect(',', phrase("expected ',' or ']' after an element"));
  first_.back() = false;
  if (!error_ && peek() == ']') stop(tr("expected a value, found ']'"));
  return !error_;
}

bool JsonScanner::string(std::string& value) {
  value.clear();
  switch (kind()) {
    case Kind::kString: return quoted(value);
    case Kind::kOther: return word(value);
    default: break;
  }
  if (!error_) stop_unexpected(tr("expected a string or a number, found '{}'", peek()));
  return false;
}

bool JsonScanner::word(std::string& value) {
  do {
    const char* const stop_at = find_end_of_json_word(at_, end_);
    value.append(at_, stop_at);
    at_ = stop_at;
    if (value.size() > kLongestWord) {
      stop(tr("a number or literal is longer than {} characters", kLongestWord));
    }
  } while (at_ == end_ && more());
  if (!error_ && value.empty()) stop_unexpected(tr("expected a value, found '{}'", peek()));
  return !error_;
}

/// Reads the string whose opening quote is next.
bool JsonScanner::quoted(std::string& value) {
  value.clear();
  bool escaped = false;
  ++at_;
  while (!error_) {
    const char* const stop_at = find_any_of<'"', '\\', '\0'>(at_, end_);
    value.append(at_, stop_at);
    at_ = stop_at;
    if (value.size() > kLongestString) {
      stop(tr("a string is longer than {} MiB", kLongestString >> 20));
    } else if (at_ == end_) {
      if (!more()) stop(kCutInString);
    } else if (*at_ == '"') {
      ++at_;
      break;
    } else if (*at_ == '\0') {
      stop(kZeroByte);
    } else if (end_ - at_ < 2) {
      if (!more()) stop(kCutInString);
    } else {
      escaped = true;
      value.append(at_, 2);
      at_ += 2;
    }
  }
  if (only_utf8_ && !error_ && !is_utf8(value)) {
    stop(tr("a string is not UTF-8; save the file as UTF-8"));
  }
  if (escaped && !error_) unescape(value);
  return !error_;
}

void JsonScanner::unescape(std::string& value) {
  std::string plain;
  plain.reserve(value.size());
  for (std::size_t i = 0; i < value.size();) {
    if (value[i] != '\\') {
      plain += value[i++];
      continue;
    }
    const auto character = take_json_escape(value, i);
    if (!character || is_surrogate(*character)) {
      return stop(tr("invalid escape sequence in a string"));
    }
    append_utf8(*character, plain);
  }
  value = std::move(plain);
}

void JsonScanner::skip(ElementEnds* ends) {
  switch (kind()) {
    case Kind::kObject:
    case Kind::kArray: return skip_brackets(ends);
    case Kind::kString: return skip_quoted();
    default: return skip_word();
  }
}

void JsonScanner::skip_word() {
  if (error_) return;
  bool any = false;
  do {
    const char* const stop_at = find_end_of_json_word(at_, end_);
    any = any || stop_at > at_;
    at_ = stop_at;
  } while (at_ == end_ && more());
  if (!any && !error_) stop_unexpected(tr("expected a value, found '{}'", peek()));
}

void JsonScanner::skip_quoted() {
  ++at_;
  while (!error_) {
    at_ = find_any_of<'"', '\\', '\0'>(at_, end_);
    if (at_ == end_) {
      if (!more()) stop(kCutInString);
    } else if (*at_ == '"') {
      ++at_;
      return;
    } else if (*at_ == '\0') {
      stop(kZeroByte);
    } else if (end_ - at_ < 2) {
      if (!more()) stop(kCutInString);
    } else {
      at_ += 2;
    }
  }
}

void JsonScanner::skip_brackets(ElementEnds* ends) {
  using State = BracketWalk::State;
  BracketWalk walk;
  const auto on_element = [&](const char* end) {
    if (ends != nullptr) ends->add(offset_ + static_cast<std::size_t>(end - begin_));
  };
  State state = walk.go_on(at_, end_, on_element);
  while (state == State::kOpen && more()) state = walk.go_on(at_, end_, on_element);
  if (error_) return;
  if (state == State::kOpen) state = walk.finish(at_, end_, on_element);
  switch (state) {
    case State::kClosed: return;
    case State::kOpen:
      return stop(walk.in_string() ? Text(kCutInString) : cut_in_brackets(walk.depth()));
    case State::kZeroByte: return stop(kZeroByte);
    case State::kTooDeep:
      return stop(tr("more than {} levels of nesting", BracketWalk::kMostLevels));
    case State::kWrongBracket: return stop(tr("expected '{}', found '{}'", walk.expected(), *at_));
  }
}

void JsonScanner::raw(std::string& text, std::size_t limit) {
  text.clear();
  (void)kind();  // skips white space before the value
  captured_ = at_;
  capture_ = &text;
  capture_limit_ = limit;
  skip();
  text.append(captured_, at_);
  capture_ = nullptr;
}

}  // namespace nscope
