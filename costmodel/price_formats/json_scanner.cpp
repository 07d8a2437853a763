#include "costmodel/price_formats/json_scanner.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20;
constexpr std::size_t kDeepest = 500;
constexpr std::size_t kLongestWord = 4096;
constexpr std::size_t kLongestString = std::size_t{16} << 20;

/// Bytes at which a search stops; 0 is the end of the window.
using Stops = std::array<bool, 256>;

constexpr Stops stops_at(std::string_view bytes) {
  Stops stops{};
  stops[0] = true;
  for (const char byte : bytes) stops[static_cast<unsigned char>(byte)] = true;
  return stops;
}

constexpr Stops kStructure = stops_at("\"{}[]");
constexpr Stops kEndOfString = stops_at("\"\\");
constexpr Stops kEndOfWord = stops_at(" \t\r\n,:{}[]\"");

const char* find(const char* at, const Stops& stops) {
  while (!stops[static_cast<unsigned char>(*at)]) ++at;
  return at;
}

bool is_space(char byte) {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

std::optional<char> simple_escape(char letter) {
  switch (letter) {
    case '"': return '"';
    case '\\': return '\\';
    case '/': return '/';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return std::nullopt;
  }
}

std::optional<std::uint32_t> hex4(std::string_view text) {
  std::uint32_t value = 0;
  if (text.size() < 4) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + 4, value, 16);
  if (error != std::errc() || end != text.data() + 4) return std::nullopt;
  return value;
}

void append_utf8(std::uint32_t code, std::string& to) {
  const auto put = [&](std::uint32_t byte) { to += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | (code >> 6));
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

/// The character of an escape \uXXXX (or two of them), `at` behind the 'u'.
std::optional<std::uint32_t> unicode_escape(std::string_view text, std::size_t& at) {
  const auto high = hex4(text.substr(at));
  if (!high) return std::nullopt;
  at += 4;
  if (*high < 0xD800 || *high > 0xDFFF) return high;
  if (*high > 0xDBFF || text.substr(at, 2) != "\\u") return std::nullopt;
  const auto low = hex4(text.substr(at + 2));
  if (!low || *low < 0xDC00 || *low > 0xDFFF) return std::nullopt;
  at += 6;
  return 0x10000 + ((*high - 0xD800) << 10) + (*low - 0xDC00);
}

}  // namespace

JsonScanner::JsonScanner(UnpackedText text, TaskControl& control)
    : text_(std::move(text)), control_(&control), name_(text_->name()) {
  begin_ = at_ = end_ = owned_.data();
}

JsonScanner::JsonScanner(std::string_view text, std::string where, std::uint64_t line)
    : name_(std::move(where)), owned_(text), line_(line) {
  begin_ = at_ = owned_.data();
  end_ = begin_ + owned_.size();
}

bool JsonScanner::more() {
  if (!text_ || error_) return false;
  if (capture_ != nullptr) {
    capture_->append(captured_, at_);
    if (capture_->size() > capture_limit_) {
      stop("one value is larger than anything this format has");
      return false;
    }
  }
  line_ += static_cast<std::uint64_t>(std::count(begin_, at_, '\n'));
  owned_.erase(0, static_cast<std::size_t>(at_ - owned_.data()));
  const std::size_t kept = owned_.size();
  owned_.resize(kept + kBlock);
  const auto count =
      text_->read(std::as_writable_bytes(std::span(owned_)).subspan(kept), *control_);
  owned_.resize(kept + count.value_or(0));
  begin_ = at_ = captured_ = owned_.data();
  end_ = begin_ + owned_.size();
  if (!count) reject(count.error());
  if (!count || *count < kBlock) text_.reset();
  return end_ > begin_ + kept;
}

char JsonScanner::peek() {
  while (true) {
    while (is_space(*at_)) ++at_;
    if (at_ < end_) return *at_;
    if (!more()) return '\0';
  }
}

void JsonScanner::stop(std::string_view why) {
  if (error_) return;
  error_ = Error{ErrorCode::kBadInput, std::string(why), where()};
}

void JsonScanner::reject(std::string_view field, std::string_view why) {
  stop(fmt::format("{}: {}", field, why));
}

void JsonScanner::reject(Error error) {
  if (!error_) error_ = std::move(error);
}

Result<> JsonScanner::status() const {
  if (error_) return fail(*error_);
  return {};
}

Result<> JsonScanner::finish() {
  if (!error_ && peek() != '\0') stop("there is something behind the end of the document");
  if (!error_ && at_ < end_) stop("a zero byte is no JSON");
  return status();
}

std::uint64_t JsonScanner::line() const {
  return line_ + static_cast<std::uint64_t>(std::count(begin_, at_, '\n'));
}

std::string JsonScanner::where() const {
  return fmt::format("{}: line {}", name_, line());
}

void JsonScanner::expect(char byte) {
  if (error_) return;
  const char next = peek();
  if (next == byte) {
    ++at_;
  } else if (next == '\0' && at_ == end_) {
    stop("the file ends in the middle: it is cut off");
  } else {
    stop(fmt::format("'{}' is expected here", byte));
  }
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
  expect('{');
  first_.push_back(true);
}

void JsonScanner::begin_array() {
  expect('[');
  first_.push_back(true);
}

bool JsonScanner::next_member(std::string& name) {
  if (error_ || first_.empty()) return false;
  if (peek() == '}') {
    ++at_;
    first_.pop_back();
    return false;
  }
  if (!first_.back()) expect(',');
  first_.back() = false;
  if (peek() != '"') {
    expect('"');
    return false;
  }
  string(name);
  expect(':');
  return !error_;
}

bool JsonScanner::next_element() {
  if (error_ || first_.empty()) return false;
  if (peek() == ']') {
    ++at_;
    first_.pop_back();
    return false;
  }
  if (!first_.back()) expect(',');
  first_.back() = false;
  if (!error_ && peek() == ']') stop("a value is expected here");
  return !error_;
}

bool JsonScanner::string(std::string& value) {
  value.clear();
  const Kind next = kind();
  if (next == Kind::kObject || next == Kind::kArray) stop("text is expected here");
  if (next == Kind::kEnd) expect('"');
  if (error_) return false;
  if (next == Kind::kOther) {
    while (true) {
      const char* const stop_at = find(at_, kEndOfWord);
      value.append(at_, stop_at);
      at_ = stop_at;
      if (value.size() > kLongestWord) stop("a word of more than 4096 letters");
      if (at_ < end_ || !more()) break;
    }
    if (value.empty()) stop("a value is expected here");
    return !error_;
  }
  bool escaped = false;
  ++at_;
  while (!error_) {
    const char* const stop_at = find(at_, kEndOfString);
    value.append(at_, stop_at);
    at_ = stop_at;
    if (value.size() > kLongestString) {
      stop("a text of more than 16 MiB");
    } else if (at_ == end_) {
      if (!more()) stop("the file ends in a text: it is cut off");
    } else if (*at_ == '"') {
      ++at_;
      break;
    } else if (*at_ == '\0') {
      stop("a zero byte in a text");
    } else {
      if (end_ - at_ < 2 && !more()) {
        stop("the file ends in a text: it is cut off");
        break;
      }
      escaped = true;
      value.append(at_, 2);
      at_ += 2;
    }
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
    const char letter = value[i + 1];
    i += 2;
    if (const auto simple = simple_escape(letter)) {
      plain += *simple;
      continue;
    }
    const auto code = letter == 'u' ? unicode_escape(value, i) : std::nullopt;
    if (!code) return stop("a text has an escape that JSON does not know");
    append_utf8(*code, plain);
  }
  value = std::move(plain);
}

void JsonScanner::skip_string() {
  ++at_;
  while (!error_) {
    at_ = find(at_, kEndOfString);
    if (at_ == end_) {
      if (!more()) stop("the file ends in a text: it is cut off");
    } else if (*at_ == '"') {
      ++at_;
      return;
    } else if (*at_ == '\0') {
      stop("a zero byte in a text");
    } else if (end_ - at_ < 2 && !more()) {
      stop("the file ends in a text: it is cut off");
    } else {
      at_ += 2;
    }
  }
}

void JsonScanner::skip() {
  const Kind next = kind();
  if (next == Kind::kString) return skip_string();
  if (next != Kind::kObject && next != Kind::kArray) {
    std::string word;
    string(word);
    return;
  }
  closers_.clear();
  do {
    at_ = find(at_, kStructure);
    if (at_ == end_) {
      if (!more()) stop("the file ends in the middle: it is cut off");
      continue;
    }
    const char byte = *at_;
    if (byte == '"') {
      skip_string();
    } else if (byte == '{' || byte == '[') {
      closers_ += byte == '{' ? '}' : ']';
      ++at_;
      if (closers_.size() > kDeepest) stop("more than 500 levels of nesting");
    } else if (byte == '\0') {
      stop("a zero byte is no JSON");
    } else if (byte != closers_.back()) {
      stop(fmt::format("'{}' closes what '{}' should", byte, closers_.back()));
    } else {
      closers_.pop_back();
      ++at_;
    }
  } while (!closers_.empty() && !error_);
}

void JsonScanner::raw(std::string& text, std::size_t limit) {
  text.clear();
  (void)kind();  // goes to the value
  captured_ = at_;
  capture_ = &text;
  capture_limit_ = limit;
  skip();
  text.append(captured_, at_);
  capture_ = nullptr;
}

}  // namespace nscope::cost
