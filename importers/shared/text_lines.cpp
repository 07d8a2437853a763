#include "importers/shared/text_lines.h"

#include "profiler/base/ascii.h"
#include "profiler/base/text/utf8.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

namespace nscope::importers {
namespace {

constexpr std::string_view kDigits = "0123456789";

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

/// Length of the escape sequence at the start of `text`, which begins with ESC.
std::size_t escape_length(std::string_view text) {
  if (text.size() < 2) return 1;
  if (text[1] != '[') return 2;
  for (std::size_t i = 2; i < text.size(); ++i) {
    if (text[i] >= '@' && text[i] <= '~') return i + 1;
  }
  return text.size();
}

struct LauncherTag {
  std::size_t length = 0;  ///< 0 if there is no tag
  std::string_view source{};
};

/// "rank0" and "default12", as torchrun writes them in brackets.
bool is_rank(std::string_view text) {
  for (const std::string_view word : {"rank", "default"}) {
    if (!text.starts_with(word)) continue;
    const std::string_view number = text.substr(word.size());
    return !number.empty() && std::all_of(number.begin(), number.end(), is_digit);
  }
  return false;
}

/// "trainer-1  | " of docker compose: a name that ends with a number.
LauncherTag compose_tag(std::string_view head) {
  std::size_t end = 0;
  const auto is_name = [](char c) {
    return is_digit(c) || is_lower(c) || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
  };
  while (end < head.size() && is_name(head[end])) ++end;
  std::size_t number = end;
  while (number > 0 && is_digit(head[number - 1])) --number;
  if (number == end || number == 0 || (head[number - 1] != '-' && head[number - 1] != '_')) {
    return {};
  }
  const std::size_t bar = head.find_first_not_of(' ', end);
  if (bar == std::string_view::npos || bar == end || head[bar] != '|') return {};
  return {bar + 1, head.substr(0, end)};
}

/// "12: " of "srun --label". A text in quotation marks is the row of a list.
LauncherTag label_tag(std::string_view head) {
  constexpr std::size_t kMostDigits = 5;
  std::size_t end = 0;
  while (end < head.size() && end <= kMostDigits && is_digit(head[end])) ++end;
  const std::string_view rest = head.substr(end);
  if (end == 0 || end > kMostDigits || !rest.starts_with(": ") || rest.size() < 3) return {};
  if (rest[2] == '"') return {};
  return {end + 2, head.substr(0, end)};
}

/// The launcher's tag at the start of `text`.
LauncherTag launcher_tag(std::string_view text) {
  constexpr std::size_t kLongestTag = 200;
  const std::string_view head = text.substr(0, kLongestTag);
  if (head.starts_with('[')) {
    for (const std::string_view tag : {"]<stdout>:", "]<stderr>:", "]<stddiag>:"}) {
      const std::size_t at = head.find(tag);
      const auto numbers = head.substr(1, at == std::string_view::npos ? 0 : at - 1);
      if (!numbers.empty() && std::all_of(numbers.begin(), numbers.end(),
                                          [](char c) { return is_digit(c) || c == ','; })) {
        return {at + tag.size(), head.substr(0, at + 1)};
      }
    }
    const std::size_t close = head.find("]:");
    if (close != std::string_view::npos && is_rank(head.substr(1, close - 1))) {
      return {close + 2, head.substr(0, close + 1)};
    }
    const std::size_t end_of_rank = head.find_first_not_of(kDigits, 1);  // mpiexec -l of Hydra
    if (end_of_rank > 1 && head.substr(std::min(end_of_rank, head.size())).starts_with("] ")) {
      return {end_of_rank + 2, head.substr(0, end_of_rank + 1)};
    }
    if (head.starts_with("[pod/")) {  // kubectl logs --prefix
      const std::size_t end = head.find("] ");
      if (end != std::string_view::npos) return {end + 2, head.substr(0, end + 1)};
    }
  }
  if (head.starts_with('(')) {
    const std::size_t close = head.find(')');
    if (close != std::string_view::npos && head.substr(0, close).find(" pid=") < close) {
      return {close + 1, head.substr(0, close + 1)};
    }
  }
  const LauncherTag label = label_tag(head);
  return label.length > 0 ? label : compose_tag(head);
}

std::optional<int> digits(std::string_view text, std::size_t at, std::size_t count) {
  if (at + count > text.size()) return std::nullopt;
  int value = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    if (!is_digit(text[i])) return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

/// The fraction of a second at `at` in nanoseconds; moves `at` past it.
std::int64_t fraction_ns(std::string_view text, std::size_t& at, Fraction fraction) {
  if (at + 1 >= text.size() || (text[at] != '.' && text[at] != ',') || !is_digit(text[at + 1])) {
    return 0;
  }
  const std::size_t begin = ++at;
  while (at < text.size() && is_digit(text[at])) ++at;
  const std::string_view shown = text.substr(begin, at - begin);
  if (fraction == Fraction::kMilliseconds) {
    // The compiler pads milliseconds to six digits, and older Neuron Runtimes to four.
    if (shown.size() == 6 && shown.starts_with("000")) {
      return *digits(shown, 3, 3) * std::int64_t{1'000'000};
    }
    if (shown.size() == 4 && shown.starts_with('0')) {
      return *digits(shown, 1, 3) * std::int64_t{1'000'000};
    }
  }
  std::int64_t ns = 0;
  for (std::size_t i = 0; i < 9; ++i) ns = ns * 10 + (i < shown.size() ? shown[i] - '0' : 0);
  return ns;
}

/// The offset "Z", "+02:00" or "-0730" in seconds; moves `at` past it.
std::optional<std::int64_t> zone_seconds(std::string_view text, std::size_t& at) {
  if (at >= text.size()) return std::nullopt;
  if (text[at] == 'Z') {
    ++at;
    return 0;
  }
  if (text[at] != '+' && text[at] != '-') return std::nullopt;
  const auto hours = digits(text, at + 1, 2);
  const bool colon = at + 3 < text.size() && text[at + 3] == ':';
  const auto minutes = digits(text, at + 3 + (colon ? 1u : 0u), 2);
  if (!hours || !minutes || *hours > 14 || *minutes > 59) return std::nullopt;
  const std::int64_t seconds = *hours * 3600 + *minutes * 60;
  const bool west = text[at] == '-';
  at += colon ? 6 : 5;
  return west ? -seconds : seconds;
}

/// "22:46:58", or "22 (tel:2023020222):46:58", which some mail programs make of it.
struct TimeOfDay {
  std::int64_t seconds = 0;
  std::size_t end = 0;
};
std::optional<TimeOfDay> time_of_day(std::string_view text, std::size_t at) {
  const auto hour = digits(text, at, 2);
  at += 2;
  if (text.substr(std::min(at, text.size())).starts_with(" (tel:")) {
    const std::size_t close = text.substr(at, 25).find(')');
    if (close == std::string_view::npos) return std::nullopt;
    at += close + 1;
  }
  const auto colon = [&](std::size_t i) { return i < text.size() && text[i] == ':'; };
  if (!hour || *hour > 23 || !colon(at) || !colon(at + 3)) return std::nullopt;
  const auto minute = digits(text, at + 1, 2);
  const auto second = digits(text, at + 4, 2);
  if (!minute || !second || *minute > 59 || *second > 60) return std::nullopt;
  return TimeOfDay{*hour * 3600 + *minute * 60 + *second, at + 6};
}

/// The number of a month from "10" or "Oct" at `at`; moves `at` past it.
std::optional<int> month_at(std::string_view text, std::size_t& at) {
  constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  if (const auto number = digits(text, at, 2)) {
    at += 2;
    return number;
  }
  const std::string_view name = text.substr(std::min(at, text.size()), 3);
  const std::size_t month = name.size() < 3 ? std::string_view::npos : kMonths.find(name);
  if (month == std::string_view::npos || month % 3 != 0) return std::nullopt;
  at += 3;
  return static_cast<int>(month / 3) + 1;
}

/// Nanoseconds from 1970 to the start of a day; nullopt if there is no such day.
std::optional<std::int64_t> day_ns(int year, int month, int day) {
  if (year < 1970 || year > 2200) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count() * 86400 * 1'000'000'000;
}

std::optional<TimeStamp> time_stamp_at(std::string_view text, std::size_t begin,
                                       Fraction fraction) {
  std::size_t at = begin + 5;
  const auto year = digits(text, begin, 4);
  const auto month = month_at(text, at);
  const auto day = digits(text, at + 1, 2);
  if (!year || !month || !day || text[at] != '-' || at + 4 >= text.size()) return std::nullopt;
  if (text[at + 3] != ' ' && text[at + 3] != 'T') return std::nullopt;
  const auto clock = time_of_day(text, at + 4);
  const auto date = day_ns(*year, *month, *day);
  if (!clock || !date) return std::nullopt;
  TimeStamp stamp{.ns = 0, .utc = false, .begin = begin, .end = clock->end};
  const std::int64_t below = fraction_ns(text, stamp.end, fraction);
  const auto zone = zone_seconds(text, stamp.end);
  stamp.utc = zone.has_value();
  stamp.ns = *date + (clock->seconds - zone.value_or(0)) * 1'000'000'000 + below;
  return stamp;
}

/// "04/19/2023 11:43:43 PM" of the compiler for Inferentia 1.
std::optional<TimeStamp> american_stamp_at(std::string_view text, std::size_t begin) {
  constexpr std::size_t kLength = std::string_view("04/19/2023 11:43:43 PM").size();
  const std::string_view stamp = text.substr(begin, kLength);
  if (stamp.size() < kLength || stamp[5] != '/' || stamp[10] != ' ') return std::nullopt;
  const bool afternoon = stamp.ends_with(" PM");
  const auto month = digits(stamp, 0, 2);
  const auto day = digits(stamp, 3, 2);
  const auto year = digits(stamp, 6, 4);
  const auto clock = time_of_day(stamp, 11);
  if ((!afternoon && !stamp.ends_with(" AM")) || !month || !day || !year || !clock) {
    return std::nullopt;
  }
  const auto date = day_ns(*year, *month, *day);
  const std::int64_t hour = clock->seconds / 3600;
  if (!date || hour < 1 || hour > 12) return std::nullopt;
  const std::int64_t seconds =
      clock->seconds % 3600 + (hour % 12 + (afternoon ? 12 : 0)) * std::int64_t{3600};
  return TimeStamp{
      .ns = *date + seconds * 1'000'000'000, .utc = false, .begin = begin, .end = begin + kLength};
}

/// Removes the time stamp of `docker logs --timestamps` or `kubectl logs --timestamps`, which has
/// a fraction of a second and a zone, and the "stdout F" of a log file of Kubernetes.
std::optional<TimeStamp> take_container_stamp(std::string_view& line) {
  constexpr std::size_t kToFraction = std::string_view("2026-01-06T01:02:03.123456").size();
  if (line.size() <= kToFraction || line[4] != '-' || line[10] != 'T' || line[19] != '.') {
    return std::nullopt;
  }
  const auto stamp = time_stamp_at(line, 0, Fraction::kDecimal);
  if (!stamp || !stamp->utc || stamp->end <= kToFraction) return std::nullopt;
  if (stamp->end < line.size() && line[stamp->end] != ' ') return std::nullopt;
  line = trim(line.substr(stamp->end));
  for (const std::string_view stream : {"stdout F", "stdout P", "stderr F", "stderr P"}) {
    if (line.starts_with(stream)) line = trim(line.substr(stream.size()));
  }
  return stamp;
}

}  // namespace

LineReader::LineReader(std::string_view text) : text_(text) {
  if (text_.starts_with(kByteOrderMark)) next_ = kByteOrderMark.size();
}

bool LineReader::next() {
  if (next_ >= text_.size() || too_long_) return false;
  begin_ = next_;
  // Lines may end with CR alone. The position of the next LF is then valid for many lines and
  // is not searched again for each, which would take quadratic time.
  const std::size_t limit = std::min(text_.size(), begin_ + kMaxLine);
  newline_ = std::max(newline_, begin_);
  newline_ += std::min(text_.substr(newline_, limit - newline_).find('\n'), limit - newline_);
  length_ = newline_ - begin_;
  bool terminated = newline_ < limit;
  next_ = newline_ + (terminated ? 1 : 0);
  const std::size_t carriage = text_.substr(begin_, length_).find('\r');
  if (carriage != std::string_view::npos) {
    length_ = carriage;
    const bool pair = begin_ + length_ + 2 == next_ && terminated;
    if (!pair) next_ = begin_ + length_ + 1;
    terminated = true;
  }
  ++number_;
  if (!terminated && next_ < text_.size()) {
    too_long_ = true;
    return false;
  }
  return true;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

CleanLine split_line(std::string_view line, std::string& buffer) {
  if (line.find('\x1b') != std::string_view::npos) {
    buffer.clear();
    for (std::size_t i = 0; i < line.size();) {
      if (line[i] == '\x1b') {
        i += escape_length(line.substr(i));
      } else {
        buffer += line[i++];
      }
    }
    line = buffer;
  }
  CleanLine clean;
  line = trim(line);
  while (line.starts_with("> ")) line = trim(line.substr(2));
  clean.received = take_container_stamp(line);
  for (LauncherTag tag = launcher_tag(line); tag.length > 0; tag = launcher_tag(line)) {
    clean.source = tag.source;
    line = trim(line.substr(tag.length));
  }
  clean.text = line;
  return clean;
}

std::string_view clean_line(std::string_view line, std::string& buffer) {
  return split_line(line, buffer).text;
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> result;
  std::size_t at = 0;
  while (at < text.size()) {
    while (at < text.size() && is_space(text[at])) ++at;
    const std::size_t begin = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    if (at > begin) result.push_back(text.substr(begin, at - begin));
  }
  return result;
}

std::optional<std::string_view> after(std::string_view text, std::string_view prefix) {
  const std::size_t at = text.find(prefix);
  if (at == std::string_view::npos) return std::nullopt;
  return text.substr(at + prefix.size());
}

bool starts_like_json(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  text = trim(text);
  if (text.size() < 2) return false;
  const std::string_view rest = trim(text.substr(1));
  if (rest.empty()) return false;
  const char next = rest.front();
  if (text.front() == '{') return next == '"' || next == '}';
  return text.front() == '[' && (next == '{' || next == '[' || next == '"' || next == ']');
}

bool starts_like_document(std::string_view text) {
  text = trim(text);
  if (text.starts_with('{') || text.starts_with('[')) return starts_like_json(text);
  if (!text.starts_with('<') || text.size() < 2) return false;
  const char next = text[1];
  return next == '!' || next == '?' || is_lower(next) || (next >= 'A' && next <= 'Z');
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<TimeStamp> find_time_stamp(std::string_view text, Fraction fraction) {
  // A stamp has 19 characters or more; the last one is nearest to the message.
  std::size_t at = text.size();
  while (at > 0 && (at = text.rfind('-', at - 1)) != std::string_view::npos) {
    const auto dash = [&](std::size_t i) { return i < text.size() && text[i] == '-'; };
    if (at >= 4 && (dash(at + 3) || dash(at + 4))) {
      if (const auto stamp = time_stamp_at(text, at - 4, fraction)) return stamp;
    }
  }
  at = text.size();
  while (at > 0 && (at = text.rfind('/', at - 1)) != std::string_view::npos) {
    if (at < 2) break;
    if (const auto stamp = american_stamp_at(text, at - 2)) return stamp;
  }
  return std::nullopt;
}

std::optional<TimeStamp> find_date_text(std::string_view text) {
  const auto parts = words(text.substr(0, 200));
  for (std::size_t i = 0; i + 3 < parts.size(); ++i) {
    if (parts[i].size() != 3) continue;
    std::size_t end = 0;
    const auto month = month_at(parts[i], end);
    const auto day = parse_integer(parts[i + 1]);
    const auto clock = time_of_day(parts[i + 2], 0);
    const bool utc = parts[i + 3] == "UTC" && i + 4 < parts.size();
    const std::string_view last = parts[utc ? i + 4 : i + 3];
    const auto year = digits(last, 0, 4);
    if (!month || is_digit(parts[i][0]) || !day || *day < 1 || *day > 31 || !clock || !year)
      continue;
    const auto date = day_ns(*year, *month, static_cast<int>(*day));
    if (!date) continue;
    return TimeStamp{.ns = *date + clock->seconds * 1'000'000'000,
                     .utc = utc,
                     .begin = static_cast<std::size_t>(parts[i].data() - text.data()),
                     .end = static_cast<std::size_t>(last.data() - text.data()) + 4};
  }
  return std::nullopt;
}

std::optional<std::int64_t> find_uptime(std::string_view text) {
  constexpr std::size_t kMicroseconds = 6;
  for (std::size_t open = text.find('['); open != std::string_view::npos;
       open = text.find('[', open + 1)) {
    const std::size_t close = text.find(']', open);
    if (close == std::string_view::npos) break;
    const std::string_view shown = trim(text.substr(open + 1, close - open - 1));
    const std::size_t point = shown.find('.');
    if (point == std::string_view::npos || point == 0 || point > 9) continue;
    if (shown.size() - point - 1 != kMicroseconds) continue;
    const auto seconds = parse_integer(shown.substr(0, point));
    const auto below = digits(shown, point + 1, kMicroseconds);
    if (!seconds || *seconds < 0 || !below) continue;
    return *seconds * 1'000'000'000 + *below * std::int64_t{1000};
  }
  return std::nullopt;
}

}  // namespace nscope::importers
