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
#include <functional>
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
      ascii =
          ascii && ((unit >= 0x20 && unit < 0x7F) || unit == '\t' || unit == '\n' || unit == '\r');
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

// The members of a record with its text and its time: Docker, journald, CloudWatch, Fluent Bit and
// loggers of programs.
constexpr auto kTextKeys =
    std::to_array<std::string_view>({"log", "MESSAGE", "message", "msg", "@message"});
constexpr auto kTimeKeys = std::to_array<std::string_view>(
    {"time", "__REALTIME_TIMESTAMP", "timestamp", "@timestamp", "ts", "date"});

template <class Keys>
bool is_one(const Keys& keys, const std::string& key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// A line of a log file of Docker, of "journalctl -o json" or of a log router. It has a text and a
/// time.
std::optional<StoredLine> record(std::string_view line) {
  line = trim(line);
  if (!line.starts_with('{') || !line.ends_with('}')) return std::nullopt;
  StoredLine result;
  bool has_text = false;
  bool has_time = false;
  bool of_docker = true;  // no member that only other programs write
  bool part = false;
  JsonScanner in(line, Place());
  std::string key;
  std::string value;
  in.begin_object();
  while (in.next_member(key)) {
    const JsonScanner::Kind kind = in.kind();
    of_docker = of_docker && (key == "log" || key == "stream" || key == "time" || key == "attrs");
    if (kind == JsonScanner::Kind::kString && is_one(kTextKeys, key)) {
      in.string(result.text);
      has_text = true;
    } else if (kind == JsonScanner::Kind::kString && (key == "stream" || key == "source")) {
      in.string(result.stream);
    } else if (kind == JsonScanner::Kind::kString && (key == "_p" || key == "logtag")) {
      in.string(value);
      part = value == "P";
    } else if (kind != JsonScanner::Kind::kObject && kind != JsonScanner::Kind::kArray &&
               is_one(kTimeKeys, key)) {
      in.string(value);
      has_time = true;
      result.ns = time_of(value);
    } else {
      in.skip();
    }
  }
  // Log routers of containers write the stream, but not always the time.
  const bool of_stream = result.stream == "stdout" || result.stream == "stderr";
  if (!in.finish() || !has_text || (!has_time && !of_stream)) return std::nullopt;
  if (!of_stream) result.stream.clear();
  // Docker keeps the end of the line, and writes long lines as several records without one. Fluent
  // Bit marks the parts.
  result.ends = of_stream && of_docker ? result.text.ends_with('\n') : !part;
  while (result.text.ends_with('\n') || result.text.ends_with('\r')) result.text.pop_back();
  return result;
}

/// Replaces a line that is itself a record, such as that of Fluent Bit in CloudWatch, by its text.
void open_inner_record(StoredLine& line) {
  auto inner = record(line.text);
  if (!inner) return;
  if (!inner->ns) inner->ns = line.ns;
  line = std::move(*inner);
}

/// Collects the lines of a JSON document with many records. One thread.
class DocumentLines {
 public:
  /// `use` receives each line and returns whether it wants more.
  explicit DocumentLines(std::function<bool(const StoredLine&)> use) : use_(std::move(use)) {}

  /// Reads the values that follow each other. The document may be truncated.
  void read(std::string_view text) {
    JsonScanner in(text, Place());
    while (in.ok() && in.kind() != JsonScanner::Kind::kEnd && !ended_) value(in, 0);
  }

 private:
  static constexpr int kDeepest = 12;

  void value(JsonScanner& in, int depth) {
    const JsonScanner::Kind kind = in.kind();
    if (depth > kDeepest || ended_) return in.skip();
    if (kind == JsonScanner::Kind::kObject) return object(in, depth);
    if (kind != JsonScanner::Kind::kArray) return in.skip();
    // A row of CloudWatch Logs Insights: a list of {"field": "@message", "value": ...}.
    fields_ = StoredLine();
    has_fields_ = false;
    in.begin_array();
    while (in.next_element()) value(in, depth + 1);
    if (has_fields_) add(std::exchange(fields_, {}));
    has_fields_ = false;
  }

  void object(JsonScanner& in, int depth) {
    StoredLine line;
    bool has_text = false;
    bool has_time = false;
    bool is_output = false;
    std::string key;
    std::string text;
    std::string field;
    std::string field_value;
    std::vector<std::string> outputs;
    in.begin_object();
    while (in.next_member(key)) {
      const JsonScanner::Kind kind = in.kind();
      const bool plain = kind == JsonScanner::Kind::kString || kind == JsonScanner::Kind::kOther;
      if (kind == JsonScanner::Kind::kString && is_one(kTextKeys, key)) {
        in.string(line.text);
        has_text = true;
      } else if (plain && is_one(kTimeKeys, key)) {
        in.string(text);
        line.ns = time_of(text);
        has_time = true;
      } else if (plain && key == "field") {
        in.string(field);
      } else if (plain && key == "value") {
        in.string(field_value);
      } else if (plain && key == "output_type") {
        in.string(text);
        is_output = true;
      } else if (key == "text" || key == "traceback") {
        texts(in, outputs);
      } else {
        value(in, depth + 1);
      }
    }
    if (has_text && has_time) add(std::move(line));
    if (is_output) {
      for (std::string& output : outputs) add({.text = std::move(output)});
    }
    if (field == "@message") {
      fields_.text = field_value;
      has_fields_ = true;
    } else if (field == "@timestamp") {
      // Without a zone, which is UTC.
      const auto stamp = find_time_stamp(field_value, Fraction::kDecimal);
      if (stamp) fields_.ns = stamp->ns;
    }
  }

  /// The lines of an output of a notebook.
  static void texts(JsonScanner& in, std::vector<std::string>& into) {
    std::string text;
    if (in.kind() == JsonScanner::Kind::kString) {
      if (in.string(text)) into.push_back(std::move(text));
      return;
    }
    if (in.kind() != JsonScanner::Kind::kArray) return in.skip();
    in.begin_array();
    while (in.next_element()) {
      if (in.kind() != JsonScanner::Kind::kString) {
        in.skip();
      } else if (in.string(text)) {
        into.push_back(std::move(text));
      }
    }
  }

  void add(StoredLine line) {
    while (line.text.ends_with('\n') || line.text.ends_with('\r')) line.text.pop_back();
    open_inner_record(line);
    ended_ = ended_ || !use_(line);
  }

  std::function<bool(const StoredLine&)> use_;
  bool ended_ = false;
  StoredLine fields_{};
  bool has_fields_ = false;
};

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
    case TextForm::kUtf16:
    case TextForm::kLogDocument: break;
  }
  return std::nullopt;
}

/// The lines of a document, each with its time.
std::string document_lines(std::string_view text, bool stamps) {
  std::string result;
  DocumentLines([&](const StoredLine& line) {
    if (stamps && line.ns) result += stamp_text(*line.ns) + ' ';
    result += line.text;
    result += '\n';
    return true;
  }).read(text);
  return result;
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
    if (stored && stored->ends) open_inner_record(*stored);
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

/// Whether a text starts with a JSON document that contains a record.
bool is_log_document(std::string_view head) {
  if (!starts_like_json(head)) return false;
  constexpr std::size_t kShown = std::size_t{256} << 10;
  head = head.substr(0, kShown);
  constexpr auto kMembers = std::to_array<std::string_view>(
      {"\"message\"", "\"MESSAGE\"", "\"log\"", "\"msg\"", "\"@message\"", "\"output_type\""});
  const bool may_be = std::any_of(kMembers.begin(), kMembers.end(), [&](std::string_view member) {
    return head.find(member) != std::string_view::npos;
  });
  bool found = false;
  if (may_be) {
    DocumentLines([&](const StoredLine&) {
      found = true;
      return false;
    }).read(head);
  }
  return found;
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
  return is_log_document(head) ? TextForm::kLogDocument : TextForm::kPlain;
}

Text describe(TextForm form) {
  switch (form) {
    case TextForm::kPlain: return tr("plain text");
    case TextForm::kUtf16: return tr("UTF-16 text");
    case TextForm::kContainerRecords: return tr("a log with one JSON object for each line");
    case TextForm::kContainerLines: return tr("a log file of Kubernetes");
    case TextForm::kSystemLog: return tr("a system log");
    case TextForm::kLogDocument: return tr("a JSON document with the records of a log");
  }
  return tr("plain text");
}

ByteSource unwrapped(const ByteSource& file, TextForm form, bool stamps, std::size_t most) {
  std::string_view text = file.text().substr(0, most);
  std::string plain;
  if (form == TextForm::kUtf16) {
    plain = from_utf16(text);
  } else if (form == TextForm::kLogDocument) {
    plain = document_lines(text, stamps);
  } else {
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    plain = stored_lines(text, form, stamps);
  }
  std::vector<std::byte> bytes(plain.size());
  if (!plain.empty()) std::memcpy(bytes.data(), plain.data(), plain.size());
  return ByteSource::from_bytes(file.name(), std::move(bytes));
}

}  // namespace nscope::importers
