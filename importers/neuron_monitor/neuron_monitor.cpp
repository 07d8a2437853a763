#include "importers/neuron_monitor/neuron_monitor.h"

#include "importers/neuron_monitor/monitor_trace.h"
#include "importers/neuron_profile_json/json_cursor.h"
#include "importers/printable.h"
#include "importers/text_lines.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::size_t kSniffLimit = 256u << 10;
// Reports of the largest instances (192 vCPUs, 64 cores, 100 models) have 0.2 MiB.
constexpr std::size_t kLargestReport = 4u << 20;
// Searches for the end of a report over several lines that may fail: each looks
// at kLargestReport bytes, and a file of open brackets must not cost more.
constexpr int kMostLongSearches = 64;
constexpr std::size_t kCheckEvery = 1u << 20;

bool has_key(std::string_view text, std::string_view key) {
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const std::string_view behind = trim(text.substr(at + key.size()));
    if (behind.starts_with(':')) return true;
  }
  return false;
}

/// Takes the file apart into reports, whatever lies between them.
class ReportFinder {
 public:
  ReportFinder(const ByteSource& file, MonitorTrace& monitor, TraceWriter& out,
               TaskControl& control)
      : file_(file), text_(file.text()), monitor_(monitor), out_(out), control_(control) {
    if (text_.starts_with("\xEF\xBB\xBF")) position_ = 3;
  }

  Result<> run() {
    control_.begin("Reading reports", text_.size());
    std::size_t next_check = 0;
    std::size_t released = 0;
    while (skip_separators()) {
      if (position_ >= next_check) {
        if (control_.cancelled()) return cancelled();
        control_.advance_to(position_);
        file_.release(position_, released);
        released = position_;
        next_check = position_ + kCheckEvery;
      }
      if (text_[position_] == '{') {
        read_object({});
      } else if (auto ok = read_other_line(); !ok) {
        return ok;
      }
    }
    return {};
  }

 private:
  /// Moves behind white space and what separates the items of a JSON list. A
  /// bracket before a digit is a launcher's tag, "[1,0]<stdout>:".
  bool skip_separators() {
    constexpr std::string_view kSeparators = " \t\r\n,[]";
    while (position_ < text_.size() &&
           kSeparators.find(text_[position_]) != std::string_view::npos) {
      const char next = position_ + 1 < text_.size() ? text_[position_ + 1] : '\0';
      if (text_[position_] == '[' && next >= '0' && next <= '9') break;
      ++position_;
    }
    return position_ < text_.size();
  }

  std::string_view rest_of_line() {
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

  std::string place() const { return fmt::format("byte {}", position_); }

  /// The object that begins here and is complete within `limit` bytes; "" if none is.
  std::string_view object_within(std::size_t limit) const {
    const std::string_view part = text_.substr(position_, limit);
    TaskControl never;  // bounded by kLargestReport
    JsonCursor cursor(part, {}, never);
    return cursor.skip_value() ? part.substr(0, cursor.position()) : std::string_view();
  }

  void read_object(std::optional<std::int64_t> stamp_ns) {
    const std::string_view line = rest_of_line();
    std::string_view object = object_within(std::min(line.size(), kLargestReport));
    if (object.empty()) {
      // Printed over several lines? Else the line was cut off, and what follows
      // is the next report.
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
                    fmt::format("{}: the report is cut off", place()));
      position_ += line.size();
      return;
    }
    if (auto ok = monitor_.read_report(object, stamp_ns, place()); !ok) {
      out_.diagnose("broken_report", Severity::kWarning, to_string(ok.error()));
    }
    position_ += object.size();
  }

  /// A line that does not begin with a report: one may follow a time stamp or a
  /// launcher's tag; anything else is counted.
  Result<> read_other_line() {
    const std::string_view line = rest_of_line();
    if (line.size() >= LineReader::kMaxLine) {
      return fail(ErrorCode::kBadInput, "a line of more than 16 MiB that is no report",
                  fmt::format("{}: {}", file_.name(), place()));
    }
    const std::size_t brace = line.find('{');
    if (brace != std::string_view::npos) {
      const auto stamp = find_time_stamp(line.substr(0, brace), Fraction::kDecimal);
      std::string buffer;
      if (stamp || clean_line(line.substr(0, brace), buffer).empty()) {
        position_ += brace;
        read_object(stamp ? std::optional(stamp->ns) : std::nullopt);
        return {};
      }
    }
    out_.diagnose("other_line", Severity::kInfo,
                  fmt::format("{}: '{}'", place(), printable(line.substr(0, 80))));
    position_ += line.size();
    return {};
  }

  const ByteSource& file_;
  std::string_view text_;
  MonitorTrace& monitor_;
  TraceWriter& out_;
  TaskControl& control_;
  std::size_t position_ = 0;
  std::size_t line_end_ = 0;
  bool line_is_whole_ = true;
  int long_searches_ = 0;
};

}  // namespace

bool sniff_neuron_monitor(const ByteSource& file) {
  const std::string_view head = file.text().substr(0, kSniffLimit);
  const bool keys = has_key(head, "\"neuron_runtime_data\"") ||
                    (has_key(head, "\"neuron_hardware_info\"") &&
                     (has_key(head, "\"system_data\"") || has_key(head, "\"instance_info\"")));
  if (!keys || head.find('\0') != std::string_view::npos) return false;
  std::string buffer;
  for (LineReader lines(head); lines.next();) {
    const std::string_view line = clean_line(lines.line(), buffer);
    if (line.starts_with('{') || line.starts_with('[')) return true;
    const auto stamp = find_time_stamp(line.substr(0, line.find('{')), Fraction::kDecimal);
    if (stamp && line.find('{') != std::string_view::npos) return true;
  }
  return false;
}

Result<> read_neuron_monitor(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  if (!sniff_neuron_monitor(input.file)) {
    return fail(ErrorCode::kBadInput,
                "no output of neuron-monitor: no report with neuron_runtime_data or system_data "
                "at its start",
                input.file.name());
  }
  TraceWriter out(sink);
  out.property(std::string(property::kSourceFormat), PropertyValue(std::string("neuron-monitor")));
  out.property(std::string(property::kSourceFile), PropertyValue(file_name(input.file.name())));
  out.property(std::string(property::kProvenance), PropertyValue(std::string("measured")));
  MonitorTrace monitor(out);
  if (auto ok = ReportFinder(input.file, monitor, out, control).run(); !ok) return ok;
  if (monitor.report_count() == 0) {
    return fail(ErrorCode::kBadInput, "not one complete report of neuron-monitor in it",
                input.file.name());
  }
  monitor.finish();
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers
