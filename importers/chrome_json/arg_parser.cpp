#include "importers/chrome_json/arg_parser.h"

#include "profiler/base/ascii.h"

#include <bit>
#include <charconv>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

namespace nscope::importers {
namespace {

/// The longest dotted key; objects below it become JSON text. Without the limit a small file could
/// have a long key for each of a million arguments.
constexpr std::size_t kMaxFlatKey = 128;

/// JSON without line breaks and indentation, which writers of readable files add: `["a", "b"]`.
std::string on_one_line(std::string_view json) {
  std::string line;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted || !is_json_space(c)) {
      line += c;
      if (quoted && c == '\\' && i + 1 < json.size()) {
        line += json[++i];
      } else if (c == '"') {
        quoted = !quoted;
      }
      continue;
    }
    if (!line.empty() && (line.back() == ',' || line.back() == ':')) line += ' ';
  }
  return line;
}

}  // namespace

using namespace json_scan;

bool ArgParser::parse() {
  if (*in_.p != '{') return take_field(block_.strings.intern("args"));
  path_.clear();
  depth_ = 0;
  ++in_.p;
  for (std::size_t place = 0;;) {
    if (!in_.skip_space_to_token()) return false;
    if (*in_.p == ',') {
      ++in_.p;
      continue;
    }
    if (*in_.p == '}') {
      ++in_.p;
      if (depth_ == 0) return true;
      --depth_;
      path_.resize(depth_ == 0 ? 0 : path_ends_[static_cast<std::size_t>(depth_ - 1)]);
      continue;
    }
    if (!(depth_ == 0 ? take_known(place++) : take_arg())) return false;
  }
}

/// Reads an argument. If an earlier event had the same key at this place, the key is not parsed
/// again.
bool ArgParser::take_known(std::size_t place) {
  if (place >= kKnownPlaces) return take_arg();
  auto& known = known_keys_[place];
  for (const KnownKey& candidate : known) {
    if (candidate.text.size() == 0 || !candidate.text.matches(in_.p)) continue;
    const char* const value = in_.p + candidate.text.size();
    if (value >= in_.end || *value == '{' || is_json_space(*value)) break;
    in_.p = value;
    return take_member(candidate.key);
  }
  const char* const start = in_.p;
  std::uint64_t key = 0;
  std::string_view name;
  if (!in_.take_key(key, name)) return false;
  const auto size = static_cast<std::size_t>(in_.p - start);
  const bool learns = *in_.p != '{' && size <= Literal::kMaxSize;
  in_.p = start;
  if (learns) {
    known[1] = known[0];
    known[0] = {Literal({start, size}), block_.strings.intern(name)};
  }
  return take_arg();
}

bool ArgParser::take_arg() {
  std::uint64_t key = 0;
  std::string_view name;
  if (!in_.take_key(key, name)) return false;
  const std::size_t before = path_.size();
  if (depth_ > 0 || *in_.p == '{') {
    if (depth_ > 0) path_ += '.';
    path_ += name;
    name = path_;
  }
  if (*in_.p == '{' && path_.size() <= kMaxFlatKey) return enter_object();
  if (!take_member(block_.strings.intern(name))) return false;
  path_.resize(before);
  return true;
}

bool ArgParser::enter_object() {
  if (depth_ == kMaxDepth) return in_.bad(EventCursor::kTooDeep);
  path_ends_[static_cast<std::size_t>(depth_)] = static_cast<std::uint32_t>(path_.size());
  ++depth_;
  ++in_.p;
  return true;
}

bool ArgParser::take_field(std::uint32_t key) {
  const std::size_t first = block_.args.size();
  if (!take_member(key)) return false;
  if (block_.args.size() > first) block_.args.back().of_event = true;
  return true;
}

/// Reads one value as one argument.
bool ArgParser::take_member(std::uint32_t key) {
  const char c = *in_.p;
  if (c == '"') {
    std::string_view content;
    if (!in_.take_string(content)) return false;
    add(key, EventArg::Type::kText, block_.strings.intern(content));
    return true;
  }
  if (is_digit(c) || c == '-') return take_number(key);
  if (c == '{' || c == '[') return take_nested(key);
  return take_word(key);
}

bool ArgParser::take_nested(std::uint32_t key) {
  const char* const at = in_.p;
  if (!in_.skip_one()) return false;
  const std::string_view text = in_.since(at);
  const bool lines = text.find('\n') != std::string_view::npos;
  add(key, EventArg::Type::kText, block_.strings.intern(lines ? on_one_line(text) : text));
  return true;
}

bool ArgParser::take_number(std::uint32_t key) {
  const char* const at = in_.p;
  const bool negative = *in_.p == '-';
  const char* const first = in_.p + (negative ? 1 : 0);
  std::uint64_t value = 0;
  const int digits = parse_digits(first, value);
  const char* const last = first + digits;
  if (last >= in_.end) return in_.cut();
  if (digits == 0) return take_word(key);  // -Infinity
  const auto goes_on = [](char c) { return is_digit(c) || c == '.' || c == 'e' || c == 'E'; };
  if (!goes_on(*last)) {
    in_.p = last;
    const auto number = static_cast<std::int64_t>(value);
    add(key, EventArg::Type::kInteger, negative ? -number : number);
    return true;
  }
  const char* end = last;
  while (end < in_.end && is_digit(*end)) ++end;
  if (end == in_.end) return in_.cut();
  if (!goes_on(*end)) return take_long_integer(key, end);
  double real = 0;
  const auto [stop, error] = std::from_chars(at, in_.end, real);
  if (in_.may_go_on(stop)) return in_.cut();
  in_.p = stop;
  if (error == std::errc::result_out_of_range) {
    const std::string_view text = in_.since(at);
    add(key, EventArg::Type::kText, block_.strings.intern(text));
  } else {
    add(key, EventArg::Type::kReal, std::bit_cast<std::int64_t>(real));
  }
  return true;
}

bool ArgParser::take_long_integer(std::uint32_t key, const char* end) {
  const std::string_view digits(in_.p, static_cast<std::size_t>(end - in_.p));
  std::int64_t number = 0;
  if (std::from_chars(in_.p, end, number).ec == std::errc()) {
    add(key, EventArg::Type::kInteger, number);
  } else {  // more than 64 bits: text keeps it exact
    add(key, EventArg::Type::kText, block_.strings.intern(digits));
  }
  in_.p = end;
  return true;
}

/// Reads true, false, null, or a number that JSON does not have but Python writes, such as NaN, and
/// C, such as -nan or inf.
bool ArgParser::take_word(std::uint32_t key) {
  const char* const at = in_.p;
  while (in_.p < in_.end &&
         (*in_.p == '-' || (*in_.p >= 'A' && *in_.p <= 'Z') || (*in_.p >= 'a' && *in_.p <= 'z'))) {
    ++in_.p;
  }
  if (in_.p == in_.end) return in_.cut();
  const std::string_view word = in_.since(at);
  using Limits = std::numeric_limits<double>;
  const auto add_real = [&](double real) {
    add(key, EventArg::Type::kReal, std::bit_cast<std::int64_t>(real));
    return true;
  };
  if (word == "null") return true;
  if (word == "true" || word == "false") {
    add(key, EventArg::Type::kInteger, word == "true" ? 1 : 0);
    return true;
  }
  const bool negative = word.starts_with('-');
  std::string plain(word.substr(negative ? 1 : 0));
  for (char& c : plain) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (plain == "nan") {
    if (*in_.p == '(') {  // "-nan(ind)" of Windows
      while (in_.p < in_.end && *in_.p != ')' && *in_.p != '\n') ++in_.p;
      if (in_.p == in_.end) return in_.cut();
      if (*in_.p++ != ')') return in_.bad(EventCursor::kNotJson);
    }
    return add_real(Limits::quiet_NaN());
  }
  if (plain == "inf" || plain == "infinity") {
    return add_real(negative ? -Limits::infinity() : Limits::infinity());
  }
  in_.p = at;
  return in_.bad(EventCursor::kNotJson);
}

}  // namespace nscope::importers
