#include "importers/neuron_monitor/report_finder.h"

#include "importers/shared/error_text.h"
#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"
#include "profiler/base/json/json_scanner.h"
#include "profiler/base/text/utf8.h"

#include <algorithm>

namespace nscope::importers {
namespace {

// Failed searches for the end of a report over several lines. Each reads kLargestReport bytes, so
// the limit bounds the time for a file of open brackets.
constexpr int kMostLongSearches = 64;

}  // namespace

ReportFinder::ReportFinder(std::string_view text, MonitorTrace& monitor, TraceWriter& out,
                           std::int64_t line, std::optional<std::int64_t> arrival_ns)
    : text_(text), monitor_(monitor), out_(out), line_(line), arrival_ns_(arrival_ns) {
  if (text_.starts_with(kByteOrderMark)) position_ = kByteOrderMark.size();
}

Result<bool> ReportFinder::next() {
  if (!skip_separators()) return false;
  if (const ParsedReport* const parsed = parsed_here()) {
    const auto read = monitor_.read_report(parsed->object, {}, place(), arrival_ns_);
    if (!read) out_.diagnose("broken_report", Severity::kWarning, error_text(read.error()));
    position_ += parsed->length;
    return true;
  }
  if (text_[position_] == '{') {
    read_object({});
  } else if (auto ok = read_other_line(); !ok) {
    return fail(ok.error());
  }
  return true;
}

/// The report at the current position, if it was parsed in advance.
const ParsedReport* ReportFinder::parsed_here() {
  while (parsed_ != parsed_end_ && parsed_->begin < position_) ++parsed_;
  return parsed_ != parsed_end_ && parsed_->begin == position_ ? parsed_ : nullptr;
}

/// Skips white space and the separators of a JSON list. A bracket before anything but a value is
/// not skipped: it starts a launcher's tag, "[1,0]<stdout>:" or "[pod/monitor-7x/main] ".
bool ReportFinder::skip_separators() {
  constexpr std::string_view kSeparators = " \t\r\n,[]";
  constexpr std::string_view kInList = " \t\r\n,[]{";
  while (position_ < text_.size() && kSeparators.find(text_[position_]) != std::string_view::npos) {
    const char next = position_ + 1 < text_.size() ? text_[position_ + 1] : ' ';
    if (text_[position_] == '[' && kInList.find(next) == std::string_view::npos) break;
    ++position_;
  }
  return position_ < text_.size();
}

std::string_view ReportFinder::rest_of_line() {
  const bool whole =
      position_ < line_end_ && (line_is_whole_ || line_end_ - position_ > kLargestReport);
  if (!whole) {
    const std::string_view rest = text_.substr(position_, LineReader::kMaxLine);
    const std::size_t length = rest.find_first_of("\r\n");
    line_is_whole_ = length != std::string_view::npos || rest.size() < LineReader::kMaxLine;
    line_end_ = position_ + std::min(length, rest.size());
  }
  return text_.substr(position_, line_end_ - position_);
}

Text ReportFinder::place() const {
  return line_ > 0 ? tr("line {}, byte {}", line_, position_) : tr("byte {}", position_);
}

/// The object at the current position if it is complete within `limit` bytes; else "".
std::string_view ReportFinder::object_within(std::size_t limit) const {
  const std::string_view part = text_.substr(position_, limit);
  JsonScanner in(part, {});
  in.skip();
  return in.ok() ? part.substr(0, in.position()) : std::string_view();
}

void ReportFinder::read_object(std::optional<std::int64_t> stamp_ns) {
  const std::string_view line = rest_of_line();
  std::string_view object = object_within(std::min(line.size(), kLargestReport));
  if (object.empty()) {
    // The report either continues on the next lines or is truncated at the end of this line.
    const char last = trim(line).back();
    const bool continues = last == '{' || last == '[' || last == ',';
    if (continues && long_searches_ < kMostLongSearches) {
      object = object_within(kLargestReport);
      if (object.empty()) ++long_searches_;
    }
  }
  if (object.empty()) {
    const bool at_end = position_ + line.size() >= text_.size();
    out_.diagnose(at_end ? "truncated_report" : "broken_report", Severity::kWarning,
                  tr("{}: a truncated report was skipped", place()));
    position_ += line.size();
    return;
  }
  if (auto ok = monitor_.read_report(object, stamp_ns, place(), arrival_ns_); !ok) {
    out_.diagnose("broken_report", Severity::kWarning, error_text(ok.error()));
  }
  position_ += object.size();
}

/// Reads a line that does not start with a report. A report may follow a time stamp or a
/// launcher's tag; any other line is counted.
Result<> ReportFinder::read_other_line() {
  const std::string_view line = rest_of_line();
  if (line.size() >= LineReader::kMaxLine) {
    return fail(ErrorCode::kBadInput, tr("a line that is not a report is longer than 16 MiB"),
                place().english());
  }
  const std::size_t brace = line.find('{');
  if (brace != std::string_view::npos) {
    const auto stamp = find_time_stamp(line.substr(0, brace), Fraction::kDecimal);
    std::string buffer;
    // A tag counts only if it is before something.
    if (stamp || clean_line(line.substr(0, brace + 1), buffer) == "{") {
      position_ += brace;
      read_object(stamp ? std::optional(stamp->ns) : std::nullopt);
      return {};
    }
  }
  out_.diagnose(
      "other_line", Severity::kInfo,
      tr("{}: a line that is not a report was skipped: '{}'", place(), printable_start(line, 80)));
  position_ += line.size();
  return {};
}

}  // namespace nscope::importers
