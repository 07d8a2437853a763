// Interprets the messages and the report of neuron_parallel_compile.
#include "importers/compile_cache/log_state.h"
#include "importers/shared/json_values.h"
#include "importers/shared/printable.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <simdjson.h>

namespace nscope::importers {
namespace {

constexpr std::size_t kLargestReport = 16u << 20;

}  // namespace

bool CompileLogState::read_parallel_message(const LogLine& line) {
  const std::string_view message = line.message;
  if (message.starts_with('{')) {
    report_.clear();
    report_depth_ = 0;
    read_report_line(message);
    return true;
  }
  if (message.starts_with("Total ")) {
    total(message);
    return true;
  }
  constexpr auto kProgress = std::to_array<std::string_view>(
      {"master grab hlos to compile", "Running trial run", "New graph list from script", "worker ",
       "Starting compilation", "Compiling", "Removing lock"});
  return std::any_of(kProgress.begin(), kProgress.end(),
                     [&](std::string_view start) { return message.starts_with(start); });
}

/// "Current remaining items are 5, locked are 0, failed are 0, done are 0, total is 5".
void CompileLogState::remaining_items(std::string_view message) {
  const TrackId group = tracks_.group({}, "Graphs to compile", 10);
  if (!group.valid()) return;
  for (const auto& [words_before, name] :
       {std::pair<std::string_view, std::string_view>{"remaining items are ", "remaining"},
        {"locked are ", "locked"},
        {"failed are ", "failed"},
        {"done are ", "done"},
        {"total is ", "total"}}) {
    const auto rest = after(message, words_before);
    if (!rest) continue;
    const auto count = parse_integer(rest->substr(0, rest->find_first_of(", ")));
    if (count) tracks_.sample(group, name, "count", clock_.now(), static_cast<double>(*count));
  }
}

/// "Total graphs: 36", "Total successful compilations: 36".
void CompileLogState::total(std::string_view message) {
  const std::size_t colon = message.find(':');
  if (colon == std::string_view::npos) return;
  const auto count = parse_integer(trim(message.substr(colon + 1)));
  if (!count) return;
  std::string name = printable(message.substr(0, colon));
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    return c == ' ' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  totals_["parallel_compile." + name] += static_cast<double>(*count);
}

bool CompileLogState::read_report_line(std::string_view line) {
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && (i == 0 || line[i - 1] != '\\')) in_string = !in_string;
    if (in_string) continue;
    if (line[i] == '{' || line[i] == '[') ++report_depth_;
    if (line[i] == '}' || line[i] == ']') --report_depth_;
  }
  report_ += line;
  report_ += '\n';
  if (report_.size() > kLargestReport) report_depth_ = 0;
  if (report_depth_ <= 0) {
    read_report();
    report_.clear();
    report_depth_ = 0;
  }
  return true;
}

/// Reads the report of neuron_parallel_compile: {"compilation_report": {PATH: {"status": true,
/// "compile_time": seconds}}, "compilation_time": seconds}. It contains durations but no start
/// times. If the start of a module is not in the log, the start of the whole compilation is used.
void CompileLogState::read_report() {
  simdjson::dom::parser parser;
  simdjson::dom::element parsed;
  simdjson::dom::object document;
  if (parse_values(parser, report_, out_, parsed) != simdjson::SUCCESS ||
      parsed.get(document) != simdjson::SUCCESS) {
    out_.diagnose("broken_report", Severity::kWarning,
                  tr("line {}: the compilation report was skipped: it is not valid JSON", number_));
    return;
  }
  const auto entries = object_at(document, "compilation_report");
  if (!entries) return;
  const auto ns = [](std::optional<double> seconds) {
    return TraceTime(std::llround(std::clamp(seconds.value_or(0.0), 0.0, 1e8) * 1e9));
  };
  const TraceTime start = clock_.now() - ns(number_at(document, "compilation_time"));
  for (const auto entry : *entries) {
    simdjson::dom::object result;
    if (entry.value.get(result) != simdjson::SUCCESS) continue;
    const ModuleKey key = module_in(entry.key);
    bool passed = true;
    if (result["status"].get(passed) != simdjson::SUCCESS) continue;
    const TraceTime duration = ns(number_at(result, "compile_time"));
    const auto running = std::find_if(running_.begin(), running_.end(), [&](const auto& open) {
      return open.key.module == key.module;
    });
    if (running != running_.end()) {
      end(static_cast<std::size_t>(running - running_.begin()), duration,
          {.state = passed ? std::string_view("miss") : std::string_view("failure"),
           .time_source = "report"});
      if (!passes_.empty()) passes_.pop_back();
    } else if (!ended_.contains(key.module)) {
      events_.write({.key = key,
                     .state = passed ? std::string_view("miss") : std::string_view("failure"),
                     .start = start,
                     .duration = duration,
                     .source = printable(entry.key),
                     .time_source = "report"},
                    track_of({}));
      ended_[key.module] = !passed;
    }
  }
}

}  // namespace nscope::importers
