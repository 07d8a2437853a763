// Interprets the messages of the wrapper of the compiler, of its cache and of the cache of the
// Hugging Face hub, as written by torch-neuron, torch-neuronx 1.11 to 2.9, libneuronxla and
// optimum-neuron. Each function returns whether it knew the message.
#include "importers/compile_cache/log_state.h"
#include "importers/shared/printable.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// The path at the start of `text`: up to white space, without a full stop.
std::string_view path_in(std::string_view text) {
  text = trim(text);
  text = text.substr(0, text.find_first_of(" \t'\","));
  while (text.ends_with('.')) text.remove_suffix(1);
  return text;
}

/// The path at the end of `text`.
std::string_view path_before(std::string_view text) {
  text = trim(text);
  const std::size_t space = text.find_last_of(" \t>");
  return space == std::string_view::npos ? text : text.substr(space + 1);
}

bool only_dots(std::string_view line) {
  return line.find_first_not_of(". ") == std::string_view::npos;
}

/// Removes the progress dots of the compiler, which precede the next message.
std::string_view without_dots(std::string_view line) {
  const std::size_t begin = line.find_first_not_of('.');
  return begin == std::string_view::npos ? std::string_view() : line.substr(begin);
}

/// Whether a line can be about compilation: it contains a part of a word that all messages have.
bool may_be_known(std::string_view line) {
  constexpr auto kParts =
      std::to_array<std::string_view>({"ompil", "neff", "euron", "cache", "ynchroniz"});
  return std::any_of(kParts.begin(), kParts.end(), [&](std::string_view part) {
    return line.find(part) != std::string_view::npos;
  });
}

}  // namespace

bool CompileLogState::read_tool(const LogLine& line) {
  return read_cache_message(line) || read_wrapper_message(line) || read_parallel_message(line) ||
         read_hub_message(line);
}

bool CompileLogState::read_cache_message(const LogLine& line) {
  const std::string_view message = line.message;
  if (const auto path = after(message, "Using a cached neff at")) {
    const std::string_view file = path_in(*path);
    end_wait(module_in(file).module, line.pid);
    instant("hit", file, line.pid);
    return true;
  }
  if (const auto path = after(message, "Got a cached failed neff at")) {
    instant("cached_failure", path_in(*path), line.pid);
    reported_.insert("cached");  // the program repeats it without the graph
    out_.diagnose("cached_failure", Severity::kWarning,
                  tr("line {}: the graph failed to compile in an earlier run and was not compiled "
                     "again; set --retry_failed_compilation or delete its cache entry",
                     number_));
    return true;
  }
  if (const auto path = after(message, "Returning with the errored graph at")) {
    instant("cached_failure", path_in(*path), line.pid);
    reported_.insert("cached");  // the program repeats it without the graph
    out_.diagnose("cached_failure", Severity::kWarning,
                  tr("line {}: the graph failed to compile in an earlier run", number_));
    return true;
  }
  if (const auto path = after(message, "Compile cache path:")) {
    cache_paths_.insert(printable(trim(*path)));
    return true;
  }
  if (const auto path = after(message, "No candidate found under")) {
    begin_compilation(module_in(path_in(*path)), line, {});
    return true;
  }
  if (message.find("Another process must be compiling") != std::string_view::npos) {
    wait_for(line);
    return true;
  }
  if (message.find("Current remaining items are") != std::string_view::npos) {
    remaining_items(message);
    return true;
  }
  return message.find("Cache dir for the neff:") != std::string_view::npos;
}

bool CompileLogState::read_wrapper_message(const LogLine& line) {
  const std::string_view message = line.message;
  if (const auto command = after(message, "Call compiler with cmd:")) {
    begin_compilation(module_in(*command), line, compiler_flags(*command));
    return true;
  }
  if (const auto module = after(message, "Compilation Successfully Completed for")) {
    const std::string name = module_in(*module).module;
    if (const auto open = find_running(name, line)) {
      end_now(*open, {.state = "miss"});
    } else if (!ended_.contains(name)) {  // the log does not contain the start
      instant("miss", *module, line.pid);
    }
    if (!passes_.empty()) passes_.pop_back();
    return true;
  }
  if (message.find("Exiting with a successfully compiled graph") != std::string_view::npos) {
    if (const auto open = find_running({}, line)) end_now(*open, {.state = "miss"});
    if (!passes_.empty()) passes_.pop_back();
    return true;
  }
  if (message.find("Failed compilation with") != std::string_view::npos ||
      message.find("Compilation failed for") != std::string_view::npos) {
    failed(line);
    return true;
  }
  if (const auto path = after(message, "Extracting graphs (")) {
    instant("extracted", path->substr(0, path->find(')')), line.pid);
    return true;
  }
  return false;
}

/// Messages of optimum-neuron about its cache on the Hugging Face hub.
bool CompileLogState::read_hub_message(const LogLine& line) {
  const std::string_view message = line.message;
  if (const auto path = after(message, "Fetched cached ")) {
    const std::string_view file = path_in(*path);
    // The flags and the completion mark are fetched, too.
    const bool graph = file.ends_with(".neff") || !module_in(file).module.empty();
    if (graph && !file.ends_with(".done") && !file.ends_with(".json")) {
      instant("fetched", file, line.pid);
    }
    return true;
  }
  constexpr std::string_view kNotFound = " not found in ";
  if (const std::size_t at = message.find(kNotFound);
      at != std::string_view::npos && message.find("recompiled") != std::string_view::npos) {
    const std::string_view rest = message.substr(at + kNotFound.size());
    out_.diagnose("not_in_hub_cache", Severity::kInfo,
                  tr("line {}: {} is not in the hub cache {} and is compiled", number_,
                     printable(path_before(message.substr(0, at))),
                     printable(rest.substr(0, rest.find_first_of(": ")))));
    return true;
  }
  if (const auto repository = after(message, "Synchronizing ");
      repository && repository->find(" Hub cache with ") != std::string_view::npos) {
    uploads_[std::string(line.source)] = clock_.now();
    return true;
  }
  if (message.find("Synchronization complete.") != std::string_view::npos) {
    const auto upload = uploads_.find(std::string(line.source));
    if (upload == uploads_.end()) return false;
    events_.write({.key = {},
                   .state = "pushed",
                   .start = upload->second,
                   .duration = clock_.stamped() ? clock_.now() - upload->second : TraceTime(0),
                   .source = fmt::format("line {}", number_),
                   .time_source = clock_.stamped() ? std::string_view("log") : "order"},
                  track_of(line.pid));
    uploads_.erase(upload);
    return true;
  }
  constexpr auto kCounted = std::to_array<std::string_view>(
      {"Unable to download cached model in", "Bypassing Hub cache because of",
       "Failed to fetch cache from bucket", "Failed to sync cache to bucket"});
  for (const std::string_view words_before : kCounted) {
    if (message.find(words_before) == std::string_view::npos) continue;
    out_.diagnose("hub_cache_failed", Severity::kWarning,
                  tr("line {}: the hub cache was not used: {}", number_,
                     printable_start(message, kLongestError)));
    return true;
  }
  constexpr auto kBucket = std::to_array<std::string_view>(
      {" files from bucket ", " files to bucket ", "already in local cache."});
  return std::any_of(kBucket.begin(), kBucket.end(), [&](std::string_view words_before) {
    return message.find(words_before) != std::string_view::npos;
  });
}

/// Messages of torch-neuron for Inferentia 1.
bool CompileLogState::read_inferentia1_message(const LogLine& line) {
  if (const auto function = after(line.message, "Compiling function ")) {
    if (function->find(" with neuron-cc") == std::string_view::npos) return false;
    ModuleKey key;
    key.module = printable(function->substr(0, function->find(' ')));
    begin_compilation(std::move(key), line, {});
    return true;
  }
  if (const auto command = after(line.message, "Compiling with command line:")) {
    const auto open = find_running({}, line);
    if (open) running_[*open].flags = compiler_flags(*command);
    return true;
  }
  if (const auto result = after(line.message, "Compile command returned:")) {
    const auto open = find_running({}, line);
    const auto exit_code = parse_integer(trim(*result));
    if (!open || !exit_code) return exit_code.has_value();
    const ErrorText error = *exit_code == 0 ? ErrorText() : take_error(line.source);
    if (*exit_code != 0) report_failure(error.text(), *exit_code);
    end_now(*open, {.state = *exit_code == 0 ? std::string_view("miss") : "failure",
                    .error = error.text(),
                    .code = error.code(),
                    .exit_code = exit_code});
    return true;
  }
  return false;
}

bool CompileLogState::read_untagged(const LogLine& untagged) {
  const std::string_view whole = untagged.message;
  if (whole.empty() || only_dots(whole)) return true;
  LogLine line = untagged;
  line.message = without_dots(whole);
  const std::size_t at = line.message.find("Compiler status ");
  if (at != std::string_view::npos) {
    const auto stamp = find_time_stamp(line.message.substr(0, at), Fraction::kDecimal);
    if (stamp) line.stamp = stamp;
    status(line.message.substr(at + std::string_view("Compiler status ").size()), line);
    return true;
  }
  if (report_depth_ > 0) return read_report_line(whole);
  if (may_be_known(line.message)) {
    // A program that logs in a format of its own may write its time before the message.
    constexpr std::size_t kFront = 64;
    if (!line.stamp) {
      line.stamp = find_time_stamp(line.message.substr(0, kFront), Fraction::kDecimal);
    }
    const LogClock before = clock_;
    if (line.stamp && !clock_.fits(*line.stamp)) line.stamp.reset();
    clock_.move_to(line.stamp);
    if (read_cache_message(line) || read_wrapper_message(line) || read_hub_message(line) ||
        read_inferentia1_message(line)) {
      return true;
    }
    clock_ = before;
    for (const std::string_view words_before :
         {"neuronx-cc failed with", "neuron-cc failed with", "neuronx-cc compilation failed",
          "Command '['neuron"}) {
      const std::size_t begin = line.message.find(words_before);
      if (begin == std::string_view::npos) continue;
      // Before the command is only what raised the exception.
      if (words_before.starts_with("Command")) line.message = line.message.substr(begin);
      failed(line);
      return true;
    }
  }
  if (offer_error(line)) return true;
  // The continuation of a list of graphs, and progress of the compiler.
  return (line.message.starts_with('/') &&
          line.message.find("MODULE_") != std::string_view::npos) ||
         line.message.starts_with("Completed run_backend_driver");
}

void CompileLogState::status(std::string_view status, const LogLine& line) {
  if (status.starts_with("PASS")) {
    Pass pass{.source = std::string(line.source), .line = number_};
    if (line.stamp && clock_.fits(*line.stamp)) {
      LogClock at = clock_;
      at.move_to(line.stamp);
      pass.time = at.now();
      if (!any_start_) clock_ = at;
    }
    passes_.push_back(std::move(pass));
    return;
  }
  // The exit code of the compiler or the message of its wrapper follows.
  if (line.tag == LogTag::kCompiler) return;
  if (const auto open = find_running({}, {.source = line.source})) {
    const ErrorText error = take_error(line.source);
    const bool known = running_[*open].timed && clock_.stamped();
    end(*open, known ? clock_.now() - running_[*open].start : TraceTime(0),
        {.state = "failure",
         .time_source = known ? std::string_view("next line") : "order",
         .error = error.empty() ? fmt::format("Compiler status {}", printable_start(status, 80))
                                : error.text(),
         .code = error.code()});
  }
}

/// A message about a failed compilation. The wrapper writes several of them, and a Python program
/// repeats them.
void CompileLogState::failed(const LogLine& line) {
  const std::string_view message = line.message;
  const ModuleKey key = module_in(message);
  const auto known = ended_.find(key.module);
  const auto open = find_running(key.module, line);
  if (known != ended_.end() && known->second && !open) return;
  // Without the name of a graph, a further line may be about a failure that is already known.
  if (!open && key.module.empty() && (any_start_ || !reported_.empty())) {
    take_error(line.source);
    return;
  }
  const std::size_t list_end = message.find("]: ");
  ErrorText error;
  error.add(list_end == std::string_view::npos ? message : message.substr(list_end + 3));
  const bool own_code = !error.code().empty();
  const ErrorText before = take_error(line.source);
  if (!own_code && !before.empty()) error = before;
  End how{.state = "failure", .error = error.text(), .code = error.code()};
  if (how.error.empty() && list_end == std::string_view::npos) {
    const bool command = message.find("Failed compilation with [") != std::string_view::npos ||
                         message.starts_with("Command '['");
    if (!command) how.error = printable_start(message, kLongestError);
  } else if (how.error.empty()) {
    how.error = printable(message.substr(list_end + 3, kLongestError));
  }
  for (const std::string_view words_before : {"failed with ", "non-zero exit status "}) {
    const auto code = after(message, words_before);
    if (!code) continue;
    const auto number = parse_integer(code->substr(0, code->find_first_not_of("0123456789")));
    if (number) how.exit_code = number;
  }
  out_.diagnose(
      "compilation_failed", Severity::kWarning,
      !how.error.empty() ? tr("line {}: the compilation failed: {}", number_, how.error)
      : how.exit_code
          ? tr("line {}: the compilation failed with exit code {}", number_, *how.exit_code)
          : tr("line {}: the compilation failed; the log does not state the error", number_));
  if (open) return end_now(*open, std::move(how));
  how.time_source = clock_.stamped() ? std::string_view("end") : std::string_view("order");
  write_failure(key, line, compiler_flags(message.substr(0, list_end)), std::move(how));
}

/// "Another process must be compiling PATH, been waiting for: 5.0 minutes".
void CompileLogState::wait_for(const LogLine& line) {
  const std::string module = module_in(line.message).module;
  double minutes = 0.0;
  if (const auto waited = after(line.message, "waiting for:")) {
    const auto parts = words(*waited);
    if (!parts.empty()) minutes = parse_number(parts[0]).value_or(0.0);
  }
  minutes = std::clamp(minutes, 0.0, 1e6);
  const auto [wait, first] = waits_.try_emplace(fmt::format("{} {}", module, line.pid));
  const TraceTime now = clock_.now();
  if (first) {
    wait->second = {.module = module,
                    .pid = std::string(line.pid),
                    .start = now - TraceTime(std::llround(minutes * 60e9)),
                    .end = now,
                    .line = number_};
  }
  // If the lines have no time, the stated minutes are the length of the wait.
  const TraceTime stated = wait->second.start + TraceTime(std::llround(minutes * 60e9));
  wait->second.end = std::max({wait->second.end, now, clock_.stamped() ? now : stated});
}

}  // namespace nscope::importers
