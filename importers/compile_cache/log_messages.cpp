// Interprets the messages of the Neuron tools, as written by torch-neuronx 1.11 to 2.9 and
// libneuronxla. Each function returns whether it knew the message.
#include "importers/compile_cache/log_state.h"
#include "importers/shared/json_values.h"
#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <simdjson.h>

namespace nscope::importers {
namespace {

constexpr std::size_t kLargestReport = 16u << 20;

/// The path at the start of `text`: up to white space, without a full stop.
std::string_view path_in(std::string_view text) {
  text = trim(text);
  text = text.substr(0, text.find_first_of(" \t'\","));
  while (text.ends_with('.')) text.remove_suffix(1);
  return text;
}

bool only_dots(std::string_view line) {
  return line.find_first_not_of(". ") == std::string_view::npos;
}

/// Removes the progress dots of the compiler, which precede the next message.
std::string_view without_dots(std::string_view line) {
  const std::size_t begin = line.find_first_not_of('.');
  return begin == std::string_view::npos ? std::string_view() : line.substr(begin);
}

}  // namespace

bool CompileLogState::read_tagged(const LogLine& line) {
  return read_cache_message(line) || read_compiler_message(line) || read_parallel_message(line);
}

bool CompileLogState::read_cache_message(const LogLine& line) {
  const std::string_view message = line.message;
  if (const auto path = after(message, "Using a cached neff at")) {
    const std::string_view file = path_in(*path);
    end_wait(module_in(file).module);
    instant("hit", file, line.pid);
    return true;
  }
  if (const auto path = after(message, "Got a cached failed neff at")) {
    instant("cached_failure", path_in(*path), line.pid);
    out_.diagnose("cached_failure", Severity::kWarning,
                  tr("line {}: the graph failed to compile in an earlier run and was not compiled "
                     "again; set --retry_failed_compilation or delete its cache entry",
                     number_));
    return true;
  }
  if (const auto path = after(message, "Returning with the errored graph at")) {
    instant("cached_failure", path_in(*path), line.pid);
    out_.diagnose("cached_failure", Severity::kWarning,
                  tr("line {}: the graph failed to compile in an earlier run", number_));
    return true;
  }
  if (const auto path = after(message, "Compile cache path:")) {
    cache_paths_.insert(printable(trim(*path)));
    return true;
  }
  if (const auto path = after(message, "No candidate found under")) {
    begin_compilation(path_in(*path), line.pid, {});
    return true;
  }
  if (message.find("Another process must be compiling") != std::string_view::npos) {
    wait_for(message, line.pid);
    return true;
  }
  if (message.starts_with("Current remaining items are")) {
    remaining_items(message);
    return true;
  }
  return message.starts_with("Cache dir for the neff:");
}

bool CompileLogState::read_compiler_message(const LogLine& line) {
  const std::string_view message = line.message;
  if (const auto command = after(message, "Call compiler with cmd:")) {
    begin_compilation(*command, line.pid, compiler_flags(*command));
    return true;
  }
  if (const auto module = after(message, "Compilation Successfully Completed for")) {
    const std::string name = module_in(*module).module;
    if (!end_compilation(name, line.pid, "miss", "log")) {
      // The log does not contain the start.
      if (!ended_.contains(name)) instant("miss", *module, line.pid);
    }
    if (passed_ > 0) --passed_;
    return true;
  }
  if (message.starts_with("Exiting with a successfully compiled graph")) {
    end_compilation({}, line.pid, "miss", "log");
    if (passed_ > 0) --passed_;
    return true;
  }
  if (message.find("Failed compilation with") != std::string_view::npos ||
      message.starts_with("Compilation failed for")) {
    failed(message, line.pid);
    return true;
  }
  if (const auto path = after(message, "Extracting graphs (")) {
    instant("extracted", path->substr(0, path->find(')')), line.pid);
    return true;
  }
  return false;
}

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

bool CompileLogState::read_untagged(std::string_view line) {
  if (line.empty() || only_dots(line)) return true;
  const std::string_view text = without_dots(line);
  if (const auto status = after(text, "Compiler status ")) {
    if (status->starts_with("PASS")) {
      ++passed_;
    } else {
      end_compilation({}, {}, "failure", "next line",
                      fmt::format("Compiler status {}", printable(status->substr(0, 80))));
    }
    return true;
  }
  if (report_depth_ > 0) return read_report_line(line);
  if (const auto path = after(text, "Using a cached neff at")) {
    instant("hit", path_in(*path), {});
    return true;
  }
  // The continuation of a list of graphs, and progress of the compiler.
  return (text.starts_with('/') && text.find("MODULE_") != std::string_view::npos) ||
         text.find("[neuronx-cc]:") != std::string_view::npos ||
         text.starts_with("Completed run_backend_driver");
}

void CompileLogState::failed(std::string_view message, std::string_view pid) {
  const ModuleKey key = module_in(message);
  std::string error;
  if (const std::size_t at = message.find("]: "); at != std::string_view::npos) {
    error = printable(message.substr(at + 3, kLongestError));
  } else {
    error = printable(message.substr(0, kLongestError));
  }
  out_.diagnose("compilation_failed", Severity::kWarning,
                tr("line {}: the compilation failed: {}", number_, error));
  const auto known = ended_.find(key.module);
  const bool repeated = known != ended_.end() && known->second;  // another line about the failure
  if (!end_compilation(key.module, pid, "failure", "log", error) && !repeated) {
    events_.write({.key = key,
                   .state = "failure",
                   .start = now_,
                   .duration = {},
                   .flags = compiler_flags(message.substr(0, message.find("]: "))),
                   .neff_bytes = {},
                   .source = fmt::format("line {}", number_),
                   .time_source = "log",
                   .error = error},
                  track_of(pid));
    ended_[key.module] = true;
  }
}

/// "Another process must be compiling PATH, been waiting for: 5.0 minutes".
void CompileLogState::wait_for(std::string_view message, std::string_view pid) {
  const std::string module = module_in(message).module;
  double minutes = 0.0;
  if (const auto waited = after(message, "waiting for:")) {
    const auto parts = words(*waited);
    if (!parts.empty()) minutes = parse_number(parts[0]).value_or(0.0);
  }
  minutes = std::clamp(minutes, 0.0, 1e6);
  const auto [wait, first] = waits_.try_emplace(module);
  if (first) {
    wait->second.pid = pid;
    wait->second.start = now_ - TraceTime(std::llround(minutes * 60e9));
    wait->second.line = number_;
  }
  wait->second.end = std::max(wait->second.end, now_);
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
    if (count) tracks_.sample(group, name, "count", now_, static_cast<double>(*count));
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
  simdjson::dom::object document;
  if (parser.parse(report_.data(), report_.size(), true).get(document) != simdjson::SUCCESS) {
    out_.diagnose("broken_report", Severity::kWarning,
                  tr("line {}: the compilation report was skipped: it is not valid JSON", number_));
    return;
  }
  const auto entries = object_at(document, "compilation_report");
  if (!entries) return;
  const auto ns = [](std::optional<double> seconds) {
    return TraceTime(std::llround(std::clamp(seconds.value_or(0.0), 0.0, 1e8) * 1e9));
  };
  const TraceTime start = now_ - ns(number_at(document, "compilation_time"));
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
      end(static_cast<std::size_t>(running - running_.begin()), passed ? "miss" : "failure",
          duration, "report", {});
      if (passed_ > 0) --passed_;
    } else if (!ended_.contains(key.module)) {
      events_.write({.key = key,
                     .state = passed ? "miss" : "failure",
                     .start = start,
                     .duration = duration,
                     .flags = {},
                     .neff_bytes = {},
                     .source = printable(entry.key),
                     .time_source = "report",
                     .error = {}},
                    track_of({}));
      ended_[key.module] = !passed;
    }
  }
}

}  // namespace nscope::importers
