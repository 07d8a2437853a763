#include "importers/xla_metrics/xla_metrics.h"

#include "importers/shared/printable.h"
#include "importers/shared/read_lines.h"
#include "importers/shared/text_lines.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::size_t kSniffLimit = 256u << 10;
constexpr std::size_t kMostMetrics = 200'000;

/// A line without what a program's log writes before it: "INFO:root:Metric: CompileTime".
class LogFront {
 public:
  /// The line from the field of a report on. After a heading with a front, its other fields may
  /// have one of about the same length; other lines are unchanged.
  std::string_view remove(std::string_view line) {
    if (const std::size_t at = field_at(line, kHeadings); at != std::string_view::npos) {
      length_ = at;
      return line.substr(at);
    }
    if (length_ == 0) return line;
    const std::size_t at = field_at(line, kFields);
    constexpr std::size_t kDifference = 16;
    const bool fits = at != std::string_view::npos && at + kDifference >= length_ &&
                      at <= length_ + kDifference;
    return fits ? line.substr(at) : line;
  }

 private:
  static constexpr auto kHeadings = std::to_array<std::string_view>({"Metric: ", "Counter: "});
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"TotalSamples:", "Accumulator:", "Mean:", "StdDev:", "ValueRate:", "Rate:", "Percentiles:",
       "Value:"});

  /// The position of the first field that is at the start of the line or follows "] ", ": ", ") "
  /// or ":".
  template <class Names>
  static std::size_t field_at(std::string_view line, const Names& names) {
    std::size_t first = std::string_view::npos;
    for (const std::string_view name : names) {
      constexpr std::size_t kLongestFront = 200;
      const std::size_t at = line.substr(0, kLongestFront).find(name);
      if (at == std::string_view::npos) continue;
      const std::string_view front = trim(line.substr(0, at));
      const bool fits = at == 0 || front.ends_with(']') || front.ends_with(':') ||
                        front.ends_with(')');
      if (fits) first = std::min(first, at);
    }
    return first;
  }

  std::size_t length_ = 0;  // of the front of the last heading
};

/// Collects the values of one or more reports. The last value of a name is kept, because values
/// are totals that grow from report to report, and reports have no time stamps.
class ReportReader {
 public:
  explicit ReportReader(TraceWriter& out) : out_(out) {}

  void read(std::string_view line, std::int64_t number) {
    number_ = number;
    line = front_.remove(line);
    if (line.starts_with("[MetricsData;")) {  // the heading of a report in a file of torch_xla
      name_.clear();
    } else if (const auto name = after_start(line, "Metric: ")) {
      begin(*name, true);
    } else if (is_old_accumulator(line)) {
      read_field(line);
    } else if (const auto counter = after_start(line, "Counter: ")) {
      begin(*counter, false);
    } else if (!line.empty() && line.find_first_not_of('.') != std::string_view::npos &&
               (name_.empty() || !read_field(line))) {
      out_.diagnose(
          "other_line", Severity::kInfo,
          tr("line {}: an unknown line was skipped: '{}'", number_, printable_start(line, 80)));
      if (line.find(':') == std::string_view::npos) name_.clear();  // end of the report
    }
  }

  bool empty() const { return metrics_.empty(); }

  void write() {
    if (repeated_ > 0) {
      out_.diagnose("several_reports", Severity::kInfo,
                    tr("a metric or counter is in the file more than once; its last value was "
                       "imported"),
                    repeated_);
    }
    for (const auto& [name, value] : metrics_) {
      out_.metric({.name = name,
                   .value = value.first,
                   .unit = value.second,
                   .provenance = Provenance::kImported});
    }
    report_compilations();
    report_fallbacks();
    report_restarts();
  }

 private:
  static std::optional<std::string_view> after_start(std::string_view line,
                                                     std::string_view prefix) {
    if (!line.starts_with(prefix)) return std::nullopt;
    return trim(line.substr(prefix.size()));
  }

  void begin(std::string_view name, bool is_metric) {
    name_ = printable(name);
    is_metric_ = is_metric;
    last_field_.clear();
  }

  /// Whether the line is the accumulator of a metric as torch_xla 1.0 wrote it: "Counter: 07s501ms"
  /// after TotalSamples. The same word at the start of a counter precedes a name.
  bool is_old_accumulator(std::string_view line) const {
    const auto text = after_start(line, "Counter: ");
    return text && is_metric_ && last_field_ == "TotalSamples" && parse_xla_value(*text);
  }

  bool read_field(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return false;
    const std::string_view field = line.substr(0, colon);
    const std::string_view text = trim(line.substr(colon + 1));
    last_field_ = field;
    if (!is_metric_) return field == "Value" && !text.empty() && put(name_, text, "count");
    if (field == "Percentiles") return read_percentiles(text);
    if (text.empty()) return false;
    if (field == "TotalSamples") return put(name_ + ".samples", text, "count");
    if (field == "Accumulator" || field == "Counter") return put(name_ + ".accumulator", text, {});
    if (field == "Mean") return put(name_ + ".mean", text, {});
    if (field == "StdDev") return put(name_ + ".stddev", text, {});
    if (field == "ValueRate" || field == "Rate") {
      const std::size_t slash = text.find('/');
      const bool rate = field == "Rate";
      return put(name_ + (rate ? ".rate" : ".value_rate"), trim(text.substr(0, slash)),
                 rate ? "1/s" : "/s");
    }
    return false;
  }

  /// "1%=004ms948.602us; 5%=...".
  bool read_percentiles(std::string_view text) {
    while (!text.empty()) {
      const std::size_t semicolon = std::min(text.find(';'), text.size());
      const std::string_view item = trim(text.substr(0, semicolon));
      text.remove_prefix(std::min(semicolon + 1, text.size()));
      const std::size_t percent = item.find("%=");
      if (item.empty()) continue;
      if (percent == std::string_view::npos) return false;
      put(fmt::format("{}.p{}", name_, printable(item.substr(0, percent))),
          item.substr(percent + 2), {});
    }
    return true;
  }

  /// `unit` replaces the unit of the value; "/s" is appended to it.
  bool put(const std::string& name, std::string_view text, std::string_view unit) {
    const auto value = parse_xla_value(text);
    if (!value && (text.starts_with("nan") || text.starts_with("-nan"))) {
      out_.diagnose(
          "no_samples", Severity::kInfo,
          tr("line {}: the value of {} is unknown, because it has no samples", number_, name));
      return true;
    }
    if (!value) {
      out_.diagnose("odd_value", Severity::kWarning,
                    tr("line {}: the value of {} was skipped: unknown value '{}'", number_, name,
                       printable_start(text, 80)));
      return true;
    }
    std::string shown(unit.empty() || (unit == "count" && !value->unit.empty()) ? value->unit
                                                                                : unit);
    if (unit == "/s") shown = value->unit == "s" ? "s/s" : fmt::format("{}/s", value->unit);
    if (shown == "/s") shown = "1/s";
    if (metrics_.size() >= kMostMetrics && !metrics_.contains(name)) {
      out_.diagnose("too_many_metrics", Severity::kWarning,
                    tr("line {}: a value was skipped: a report can have at most {} values", number_,
                       as::count(kMostMetrics)));
      return true;
    }
    const bool head = name.ends_with(".samples") || !is_metric_;
    const auto [entry, first] = metrics_.try_emplace(name, value->value, shown);
    if (first) {
      if (is_compilation(name)) first_compilations_ = value->value;
      return true;
    }
    if (head) {
      ++repeated_;
      if (value->value < entry->second.first) ++decreased_;
    }
    entry->second = std::pair(value->value, shown);
    return true;
  }

  static bool is_compilation(std::string_view name) {
    return name == "CompileTime.samples" || name == "XrtCompile.samples";
  }

  /// Totals of one process never decrease.
  void report_restarts() {
    if (decreased_ == 0) return;
    out_.diagnose("total_decreased", Severity::kWarning,
                  tr("a total is smaller than in the report before: the file contains reports of "
                     "several processes, of which the last one was imported"),
                  decreased_);
  }

  /// Every new shape is compiled, which is the most frequent cause of slow runs.
  void report_compilations() {
    for (const std::string_view name : {"CompileTime", "XrtCompile"}) {
      const auto samples = metrics_.find(std::string(name) + ".samples");
      if (samples == metrics_.end() || samples->second.first < 1.0) continue;
      const auto total = metrics_.find(std::string(name) + ".accumulator");
      out_.diagnose("graph_compilations", Severity::kInfo,
                    total == metrics_.end()
                        ? tr("graphs were compiled ({})", name)
                        : tr("graphs were compiled ({}), which took {} in total", name,
                             as::seconds(total->second.first)),
                    static_cast<std::int64_t>(std::min(samples->second.first, 1e15)));
      const double later = samples->second.first - first_compilations_;
      if (repeated_ > 0 && decreased_ == 0 && later >= 1.0) {
        out_.diagnose("compiled_after_first_report", Severity::kInfo,
                      tr("graphs were compiled after the first of the reports in the file"),
                      static_cast<std::int64_t>(std::min(later, 1e15)));
      }
      return;
    }
  }

  /// Operators that XLA does not support run on the CPU and are counted under their ATen names.
  void report_fallbacks() {
    std::vector<Text> names;
    std::int64_t operators = 0;
    for (const auto& [name, value] : metrics_) {
      if (!name.starts_with("aten::") || value.second != "count" || value.first < 1.0) continue;
      ++operators;
      constexpr std::size_t kMostNames = 8;
      if (names.size() >= kMostNames) continue;
      const auto times = static_cast<std::int64_t>(std::min(value.first, 1e15));
      names.push_back(tr_plural(times, "{} ({} time)", "{} ({} times)", name, as::count(times)));
    }
    if (operators > 0) {
      out_.diagnose("cpu_fallback", Severity::kInfo,
                    tr("operators ran on the CPU: {}", joined(names)), operators);
    }
  }

  TraceWriter& out_;
  std::int64_t number_ = 0;
  std::int64_t repeated_ = 0;
  std::int64_t decreased_ = 0;       // totals that are smaller than in the report before
  double first_compilations_ = 0.0;  // in the first report
  std::string last_field_;           // of the current metric or counter
  std::string name_;
  bool is_metric_ = false;
  LogFront front_;
  std::map<std::string, std::pair<double, std::string>> metrics_;  // value and unit
};

}  // namespace

std::optional<XlaValue> parse_xla_value(std::string_view text) {
  if (const auto plain = parse_number(text)) return XlaValue{*plain, ""};
  constexpr auto kBytes =
      std::to_array<std::pair<std::string_view, double>>({{"PB", 1125899906842624.0},
                                                          {"TB", 1099511627776.0},
                                                          {"GB", 1073741824.0},
                                                          {"MB", 1048576.0},
                                                          {"KB", 1024.0},
                                                          {"B", 1.0}});
  for (const auto& [suffix, scale] : kBytes) {
    if (!text.ends_with(suffix)) continue;
    const auto number = parse_number(text.substr(0, text.size() - suffix.size()));
    if (!number) return std::nullopt;
    return XlaValue{*number * scale, "B"};
  }
  // "01m21s477ms157.009us": the parts are in decreasing order.
  constexpr auto kParts = std::to_array<std::pair<std::string_view, double>>({{"d", 86400.0},
                                                                              {"h", 3600.0},
                                                                              {"ms", 1e-3},
                                                                              {"m", 60.0},
                                                                              {"s", 1.0},
                                                                              {"us", 1e-6},
                                                                              {"ns", 1e-9}});
  double seconds = 0.0;
  double last_scale = 1e9;
  while (!text.empty()) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
    const auto number = parse_number(text.substr(0, digits));
    if (!number) return std::nullopt;
    text.remove_prefix(digits);
    bool known = false;
    for (const auto& [name, scale] : kParts) {
      const bool matches = text.starts_with(name) && !(name == "m" && text.starts_with("ms"));
      if (!matches || scale >= last_scale) continue;
      seconds += *number * scale;
      last_scale = scale;
      text.remove_prefix(name.size());
      known = true;
      break;
    }
    if (!known) return std::nullopt;
  }
  if (last_scale == 1e9) return std::nullopt;
  return XlaValue{seconds, "s"};
}

bool sniff_xla_metrics(const ByteSource& file) {
  const std::string_view head = file.text().substr(0, kSniffLimit);
  if (head.find('\0') != std::string_view::npos) return false;
  std::string buffer;
  bool metric = false;
  bool counter = false;
  LogFront front;
  for (LineReader lines(head); lines.next();) {
    const std::string_view line = front.remove(clean_line(lines.line(), buffer));
    if (metric && line.starts_with("TotalSamples:")) return true;
    if (counter && line.starts_with("Value:")) return true;
    metric = line.starts_with("Metric: ");
    counter = line.starts_with("Counter: ");
  }
  return false;
}

Result<> read_xla_metrics(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  const std::string& file = input.file.name();
  if (!sniff_xla_metrics(input.file)) {
    return fail(ErrorCode::kBadInput,
                tr("not a metrics report of torch_xla: there is no 'Metric: NAME' or 'Counter: "
                   "NAME' with a value"),
                file);
  }
  TraceWriter out(sink);
  ReportReader reader(out);
  const auto read =
      read_lines(input, phrase("Reading metrics"), control,
                 [&](std::string_view line, std::int64_t number) { reader.read(line, number); });
  if (!read) return read;
  if (reader.empty()) {
    return fail(ErrorCode::kBadInput, tr("no value of the metrics report can be read"), file);
  }
  out.property(std::string(property::kSourceFormat), PropertyValue(std::string("xla-metrics")));
  out.property(std::string(property::kSourceFile), PropertyValue(file_name(file)));
  out.property(std::string(property::kProvenance), PropertyValue(std::string("measured")));
  reader.write();
  out.diagnose("no_events", Severity::kInfo,
               tr("there is no timeline: the file contains only totals"));
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers
