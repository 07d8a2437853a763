// Interprets the messages of the compiler itself: its own log (log-neuron-cc.txt), and the errors
// that it writes into the logs of other programs.
#include "importers/compile_cache/log_state.h"
#include "importers/shared/printable.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::size_t kMostErrors = 1000;

bool is_for_user(const LogLine& line) {
  return line.level == "USER" || line.level == "CRITICAL" || line.level == "FATAL";
}

/// The command of a compilation: "/opt/venv/bin/neuronx-cc compile --framework XLA ...".
std::optional<std::string_view> command_in(std::string_view message) {
  if (message.starts_with("Command line:")) return std::nullopt;  // part of an error report
  for (const std::string_view program : {"neuronx-cc compile ", "neuron-cc compile "}) {
    if (const auto command = after(message, program)) return command;
  }
  return std::nullopt;
}

}  // namespace

bool CompileLogState::read_compiler(const LogLine& line) {
  if (is_decoration(line.message)) return true;
  const auto move_clock = [&] {
    if (!line.stamp || clock_.fits(*line.stamp)) clock_.move_to(line.stamp);
  };
  if (const auto command = command_in(line.message)) {
    ModuleKey key = module_in(*command);
    if (key.module.empty()) key.module = compiler_input(*command);
    // The wrapper has already written the start.
    if (find_running(key.module, {.source = line.source})) return true;
    move_clock();
    begin_compilation(std::move(key), line, compiler_flags(*command));
    return true;
  }
  if (const auto code = after(line.message, "Subcommand returned with exitcode=")) {
    const auto exit_code = parse_integer(words(*code).empty() ? *code : words(*code)[0]);
    if (!exit_code) return false;
    move_clock();
    compiler_exited(*exit_code, line);
    return true;
  }
  if (const auto result = after(line.message, "Compiler status ")) {
    status(*result, line);
    return true;
  }
  for (const std::string_view words_before :
       {"NeuronX Compiler version ", "Neuron Compiler version "}) {
    const auto version = after(line.message, words_before);
    const auto index = find_running({}, {.source = line.source});
    if (!version || !index) continue;
    std::string& known = running_[*index].key.compiler_version;
    if (known.empty()) known = printable(version->substr(0, version->find_first_of(" \t")));
    return true;
  }
  return offer_error(line);
}

/// The compiler's process ended. If a wrapper started it, the wrapper's message ends the
/// compilation.
void CompileLogState::compiler_exited(std::int64_t exit_code, const LogLine& line) {
  const auto started_by_compiler = std::find_if(
      running_.begin(), running_.end(),
      [&](const Compilation& open) { return open.pid == line.pid && open.source == line.source; });
  if (started_by_compiler == running_.end()) {
    if (exit_code != 0 && !any_start_) {
      const ErrorText error = take_error(line.source);
      write_failure({}, line, {},
                    {.state = "failure",
                     .time_source = clock_.stamped() ? std::string_view("end") : "order",
                     .error = error.text(),
                     .code = error.code(),
                     .exit_code = exit_code});
    }
    return;
  }
  const auto index = static_cast<std::size_t>(started_by_compiler - running_.begin());
  if (exit_code == 0) {
    if (!passes_.empty()) passes_.pop_back();
    return end_now(index, {.state = "miss", .exit_code = exit_code});
  }
  const ErrorText error = take_error(line.source);
  report_failure(error.text(), exit_code);
  end_now(
      index,
      {.state = "failure", .error = error.text(), .code = error.code(), .exit_code = exit_code});
}

/// Keeps a message if it may explain a failure. Without a running compilation, only messages that
/// are certainly about one are kept.
bool CompileLogState::offer_error(const LogLine& line) {
  const bool by_compiler = line.tag == LogTag::kCompiler;
  if (by_compiler && line.level != "ERROR" && !is_for_user(line)) return false;
  const auto open = std::find_if(errors_.begin(), errors_.end(), [&](const PendingError& pending) {
    return pending.source == line.source;
  });
  const bool added = open != errors_.end();
  ErrorText error = added ? open->error : ErrorText();
  const bool useful =
      is_for_user(line) ? error.add_for_user(line.message) : error.add(line.message);
  if (!useful) return false;
  const bool orphan = running_.empty();
  const bool ended = states_process_end(line.message);
  if (orphan && !by_compiler && !error.certain() && !ended) return false;
  if (added) {
    open->error = std::move(error);
    return true;
  }
  if (errors_.size() >= kMostErrors) errors_.erase(errors_.begin());
  PendingError pending{.source = std::string(line.source),
                       .error = std::move(error),
                       .line = number_,
                       .orphan = orphan};
  if (line.stamp && clock_.fits(*line.stamp)) {
    LogClock at = clock_;
    at.move_to(line.stamp);
    pending.time = at.now();
    if (orphan) clock_ = at;
  }
  errors_.push_back(std::move(pending));
  return true;
}

/// The messages about the failure of a process: those with the same launcher's tag, otherwise the
/// latest ones.
ErrorText CompileLogState::take_error(std::string_view source) {
  auto found = std::find_if(errors_.begin(), errors_.end(),
                            [&](const PendingError& pending) { return pending.source == source; });
  if (found == errors_.end() && source.empty() && !errors_.empty()) {
    found = std::prev(errors_.end());
  } else if (found == errors_.end()) {  // the launcher itself reports without a tag
    found = std::find_if(errors_.begin(), errors_.end(),
                         [](const PendingError& pending) { return pending.source.empty(); });
  }
  if (found == errors_.end()) return {};
  ErrorText error = std::move(found->error);
  errors_.erase(found);
  return error;
}

void CompileLogState::report_failure(const std::string& error, std::int64_t exit_code) {
  out_.diagnose("compilation_failed", Severity::kWarning,
                error.empty()
                    ? tr("line {}: the compilation failed with exit code {}", number_, exit_code)
                    : tr("line {}: the compilation failed: {}", number_, error));
}

void CompileLogState::forget_errors() {
  errors_.clear();
}

void CompileLogState::write_orphans() {
  for (const PendingError& pending : errors_) {
    if (!pending.orphan || !pending.error.certain()) continue;
    const std::string text = pending.error.text();
    const std::string code = pending.error.code();
    if (reported_.contains(code.empty() ? text : code)) continue;
    out_.diagnose("compilation_failed", Severity::kWarning,
                  tr("line {}: the compilation failed: {}", pending.line, text));
    reported_.insert(code.empty() ? text : code);
    events_.write(
        {.key = {},
         .state = "failure",
         .start = pending.time.value_or(clock_.now()),
         .source = fmt::format("line {}", pending.line),
         .time_source = pending.time ? std::string_view("end") : std::string_view("order"),
         .error = text,
         .error_code = code},
        track_of({}));
  }
  std::erase_if(errors_, [](const PendingError& pending) { return pending.orphan; });
}

}  // namespace nscope::importers
