#include "importers/open/text_form.h"

#include "importers/shared/text_lines.h"
#include "importers/shared/unix_time.h"
#include "profiler/base/ascii.h"
#include "profiler/base/json/json_scanner.h"
#include "profiler/base/text/utf8.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// One line of a log without what the form adds.
struct StoredLine {
  std::string text;
  std::optional<std::int64_t> ns{};  ///< Unix time
  std::string stream{};              ///< "stdout", "stderr" or ""; parts of a line have the same
  bool ends = true;                  ///< false: the next line of the stream continues this one
};

unsigned unit_at(std::string_view text, std::size_t at, bool big_endian) {
  const auto first = static_cast<unsigned char>(text[at]);
  const auto second = static_cast<unsigned char>(text[at + 1]);
  return big_endian ? first * 256u + second : second * 256u + first;
}

/// Whether the text is UTF-16, and its byte order; nullopt if it is not.
std::optional<bool> utf16_is_big_endian(std::string_view head) {
  if (head.starts_with("\xFF\xFE")) return false;
  if (head.starts_with("\xFE\xFF")) return true;
  constexpr std::size_t kShown = 32;
  if (head.size() < kShown) return std::nullopt;
  for (const bool big_endian : {false, true}) {
    bool ascii = true;
    for (std::size_t i = 0; i + 1 < kShown; i += 2) {
      const unsigned unit = unit_at(head, i, big_endian);
      ascii = ascii && ((unit >= 0x20 && unit < 0x7F) || unit == '\t' || unit == '\n' ||
                        unit == '\r');
    }
    if (ascii) return big_endian;
  }
  return std::nullopt;
}

std::string from_utf16(std::string_view text) {
  const bool big_endian = utf16_is_big_endian(text).value_or(false);
  std::string result;
  result.reserve(text.size() / 2 + 16);
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const unsigned unit = unit_at(text, i, big_endian);
    if (unit == 0xFEFF && i == 0) continue;
    if (unit < 0xD800 || unit >= 0xE000) {
      append_utf8(unit, result);
      continue;
    }
    const unsigned low = i + 3 < text.size() ? unit_at(text, i + 2, big_endian) : 0u;
    if (unit < 0xDC00 && low >= 0xDC00 && low < 0xE000) {
      append_utf8(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), result);
      i += 2;
    } else {
      append_utf8(0xFFFD, result);
    }
  }
  return result;
}

/// "2026-01-06T01:02:03.123456789Z".
std::string stamp_text(std::int64_t ns) {
  using namespace std::chrono;
  const sys_time<nanoseconds> time{nanoseconds(ns)};
  const auto day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss clock(floor<seconds>(time) - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:09}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count(),
                     (time - floor<seconds>(time)).count());
}

/// The time in a member of a record: a date, or a number since 1970 in any unit.
std::optional<std::int64_t> time_of(std::string_view value) {
  if (const auto number = parse_number(value)) return unix_nanoseconds(*number);
  const auto stamp = find_time_stamp(value, Fraction::kDecimal);
  return stamp && stamp->utc ? std::optional(stamp->ns) : std::nullopt;
}

/// A line of a log file of Docker or of "journalctl -o json". It has a text and a time.
std::optional<StoredLine> record(std::string_view line) {
  constexpr auto kTexts = std::to_array<std::string_view>({"log", "MESSAGE", "message"});
  constexpr auto kTimes =
      std::to_array<std::string_view>({"time", "__REALTIME_TIMESTAMP", "timestamp", "@timestamp"});
  line = trim(line);
  if (!line.starts_with('{') || !line.ends_with('}')) return std::nullopt;
  const auto is_one = [](const auto& keys, const std::string& key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  StoredLine result;
  bool has_text = false;
  bool has_time = false;
  JsonScanner in(line, Place());
  std::string key;
  std::string value;
  in.begin_object();
  while (in.next_member(key)) {
    const JsonScanner::Kind kind = in.kind();
    if (kind == JsonScanner::Kind::kString && is_one(kTexts, key)) {
      in.string(result.text);
      has_text = true;
    } else if (kind == JsonScanner::Kind::kString && key == "stream") {
      in.string(result.stream);
    } else if (kind != JsonScanner::Kind::kObject && kind != JsonScanner::Kind::kArray &&
               is_one(kTimes, key)) {
      in.string(value);
      has_time = true;
      result.ns = time_of(value);
    } else {
      in.skip();
    }
  }
  if (!in.finish() || !has_text || !has_time) return std::nullopt;
  // Docker keeps the end of the line, and writes long lines as several records without one.
  if (result.stream == "stdout" || result.stream == "stderr") {
    result.ends = result.text.ends_with('\n');
    if (result.ends) result.text.pop_back();
  } else {
    result.stream.clear();
  }
  return result;
}

/// A line of a log file of Kubernetes.
std::optional<StoredLine> container_line(std::string_view line) {
  const std::size_t space = line.substr(0, 40).find(' ');
  if (space == std::string_view::npos || space < 20 || line[10] != 'T') return std::nullopt;
  const std::string_view rest = line.substr(space + 1);
  for (const std::string_view stream : {"stdout ", "stderr "}) {
    if (!rest.starts_with(stream)) continue;
    const std::string_view mark = rest.substr(stream.size());
    const auto stamp = find_time_stamp(line.substr(0, space), Fraction::kDecimal);
    if (!stamp || (!mark.starts_with('F') && !mark.starts_with('P'))) return std::nullopt;
    if (mark.size() > 1 && mark[1] != ' ') return std::nullopt;
    return StoredLine{.text = std::string(mark.substr(std::min<std::size_t>(2, mark.size()))),
                      .ns = stamp->ns,
                      .stream = std::string(stream),
                      .ends = mark.starts_with('F')};
  }
  return std::nullopt;
}

/// A line of the system log: a time, the name of the machine, and "program[12]:". Times without a
/// year are not used.
std::optional<StoredLine> system_line(std::string_view line) {
  constexpr std::size_t kLongestFront = 160;
  const std::string_view front = line.substr(0, kLongestFront);
  const std::size_t close = front.find("]: ");
  const std::size_t open = front.find('[');
  if (close == std::string_view::npos || open == std::string_view::npos || open + 1 >= close) {
    return std::nullopt;
  }
  const std::string_view pid = front.substr(open + 1, close - open - 1);
  if (!std::all_of(pid.begin(), pid.end(), is_digit)) return std::nullopt;
  const auto parts = words(front.substr(0, open));
  StoredLine result{.text = std::string(line.substr(close + 3))};
  if (parts.size() == 3 && parts[0].size() >= 19) {  // "2024-05-01T10:00:00+0000 host program"
    const auto stamp = find_time_stamp(parts[0], Fraction::kDecimal);
    if (!stamp || stamp->begin != 0) return std::nullopt;
    if (stamp->utc) result.ns = stamp->ns;
    return result;
  }
  // "May  1 10:00:00 host program"
  constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  if (parts.size() != 5 || parts[0].size() != 3) return std::nullopt;
  const std::size_t month = kMonths.find(parts[0]);
  if (month == std::string_view::npos || month % 3 != 0) return std::nullopt;
  const std::string_view clock = parts[2];
  if (!parse_integer(parts[1]) || clock.size() < 8 || clock[2] != ':' || clock[5] != ':') {
    return std::nullopt;
  }
  return result;
}

std::optional<StoredLine> stored_line(std::string_view line, TextForm form) {
  switch (form) {
    case TextForm::kContainerRecords: return record(line);
    case TextForm::kContainerLines: return container_line(line);
    case TextForm::kSystemLog: return system_line(line);
    case TextForm::kPlain:
    case TextForm::kUtf16: break;
  }
  return std::nullopt;
}

/// The text of the file without the form of each line.
std::string stored_lines(std::string_view text, TextForm form, bool stamps) {
  std::string result;
  std::map<std::string, std::string> parts;  // of unfinished lines, by stream
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    auto stored = stored_line(line, form);
    if (!stored) {
      result += line;
      result += '\n';
      continue;
    }
    std::string& part = parts[stored->stream];
    if (part.empty() && stamps && stored->ns) part = stamp_text(*stored->ns) + ' ';
    part += stored->text;
    if (!stored->ends) continue;
    result += part;
    result += '\n';
    part.clear();
  }
  for (const auto& [stream, part] : parts) result += part;
  return result;
}

}  // namespace

TextForm text_form_of(std::string_view head) {
  if (utf16_is_big_endian(head)) return TextForm::kUtf16;
  constexpr std::size_t kFirstLine = std::size_t{1} << 20;
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return TextForm::kPlain;
  head = head.substr(begin, kFirstLine);
  const std::string_view line = head.substr(0, head.find('\n'));
  for (const TextForm form :
       {TextForm::kContainerRecords, TextForm::kContainerLines, TextForm::kSystemLog}) {
    if (stored_line(line, form)) return form;
  }
  return TextForm::kPlain;
}

Text describe(TextForm form) {
  switch (form) {
    case TextForm::kPlain: return tr("plain text");
    case TextForm::kUtf16: return tr("UTF-16 text");
    case TextForm::kContainerRecords: return tr("a log with one JSON object for each line");
    case TextForm::kContainerLines: return tr("a log file of Kubernetes");
    case TextForm::kSystemLog: return tr("a system log");
  }
  return tr("plain text");
}

ByteSource unwrapped(const ByteSource& file, TextForm form, bool stamps, std::size_t most) {
  std::string_view text = file.text().substr(0, most);
  std::string plain;
  if (form == TextForm::kUtf16) {
    plain = from_utf16(text);
  } else {
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    plain = stored_lines(text, form, stamps);
  }
  std::vector<std::byte> bytes(plain.size());
  if (!plain.empty()) std::memcpy(bytes.data(), plain.data(), plain.size());
  return ByteSource::from_bytes(file.name(), std::move(bytes));
}

}  // namespace nscope::importers
