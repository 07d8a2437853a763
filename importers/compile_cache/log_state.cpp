#include "importers/compile_cache/log_state.h"

#include "importers/shared/printable.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::size_t kMostRunning = 10'000;

bool ends_a_compilation(std::string_view message) {
  return message.starts_with("Compilation Successfully Completed") ||
         message.starts_with("Exiting with a successfully compiled graph") ||
         message.starts_with('{');
}

}  // namespace

TrackId CompileLogState::track_of(std::string_view pid) {
  const std::string name =
      pid.empty() ? std::string("Compiler") : fmt::format("Compiler, process {}", pid);
  return tracks_.track(
      {.name = name, .kind = TrackKind::kCompile, .slice_kind = SliceKind::kCompile});
}

void CompileLogState::read(const CleanLine& line, std::int64_t number) {
  number_ = number;
  const LogLine parts = split_log_line(line);
  bool known = false;
  if (parts.tag == LogTag::kTool) {
    if (report_depth_ > 0 && !parts.message.starts_with('{')) report_depth_ = 0;  // truncated
    // Only lines about compilation may advance the time: other tools that write to the same log
    // may use another time zone.
    const LogClock before = clock_;
    clock_.move_to(parts.stamp);
    if (clock_.stamped() && !passes_.empty() && !ends_a_compilation(parts.message)) {
      end_passed(false);
    }
    known = read_tool(parts);
    if (!known) {
      clock_ = before;
      known = offer_error(parts);
    }
  } else if (parts.tag == LogTag::kCompiler) {
    known = read_compiler(parts);
  } else {
    known = read_untagged(parts);
  }
  if (known) {
    if (!line.text.empty()) ++understood_;
  } else if (parts.tag == LogTag::kCompiler) {
    // Most lines of a log are of this kind or the next: only the first example is formatted.
    if (++compiler_lines_ > 1) return;
    out_.diagnose("compiler_line", Severity::kInfo,
                  tr("line {}: a message of the compiler about neither a state nor an error was "
                     "skipped: '{}'",
                     number_, printable_start(parts.message, 80)));
  } else {
    if (++other_lines_ > 1) return;
    out_.diagnose(
        "other_line", Severity::kInfo,
        tr("line {}: an unknown line was skipped: '{}'", number_, printable_start(line.text, 80)));
  }
}

void CompileLogState::instant(std::string_view state, std::string_view text, std::string_view pid) {
  events_.write({.key = module_in(text),
                 .state = state,
                 .start = clock_.now(),
                 .source = printable(trim(text)),
                 .time_source = "log"},
                track_of(pid));
}

void CompileLogState::begin_compilation(ModuleKey key, const LogLine& line, std::string flags) {
  if (running_.empty()) {
    write_orphans();
    forget_errors();
  }
  any_start_ = true;
  if (running_.size() >= kMostRunning) {
    out_.diagnose("too_many_compilations", Severity::kWarning,
                  tr("line {}: a compilation was skipped: at most {} can run at the same time",
                     number_, as::count(kMostRunning)));
    return;
  }
  ended_.erase(key.module);  // compiled again
  running_.push_back({.key = std::move(key),
                      .pid = std::string(line.pid),
                      .source = std::string(line.source),
                      .start = clock_.now(),
                      .timed = clock_.stamped(),
                      .flags = std::move(flags),
                      .line = number_});
}

std::optional<std::size_t> CompileLogState::find_running(const std::string& module,
                                                         const LogLine& line) const {
  const auto find = [&](const auto& fits) -> std::optional<std::size_t> {
    const auto open = std::find_if(running_.begin(), running_.end(), fits);
    if (open == running_.end()) return std::nullopt;
    return static_cast<std::size_t>(open - running_.begin());
  };
  if (!module.empty()) {
    const auto same = find([&](const Compilation& open) {
      return open.key.module == module && open.source == line.source;
    });
    return same ? same : find([&](const Compilation& open) { return open.key.module == module; });
  }
  return find([&](const Compilation& open) {
    const bool process = line.pid.empty() || open.pid.empty() || open.pid == line.pid;
    const bool source = line.source.empty() || open.source.empty() || open.source == line.source;
    return process && source;
  });
}

void CompileLogState::end_now(std::size_t index, End how) {
  const Compilation& open = running_[index];
  const bool stamped = clock_.stamped();
  const bool known = open.timed && stamped && clock_.now() >= open.start;
  if (!known) how.time_source = open.timed ? "start" : stamped ? "end" : "order";
  const TraceTime duration = known ? clock_.now() - open.start : TraceTime(0);
  end(index, duration, std::move(how));
}

void CompileLogState::end(std::size_t index, TraceTime duration, End how) {
  const Compilation done = std::move(running_[index]);
  running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(index));
  clock_.extend(done.start + duration);
  if (how.state == "failure") reported_.insert(how.code.empty() ? how.error : how.code);
  if (how.state != "unfinished") ended_[done.key.module] = how.state == "failure";
  events_.write({.key = done.key,
                 .state = how.state,
                 .start = how.time_source == "end" ? clock_.now() : done.start,
                 .duration = duration,
                 .flags = done.flags,
                 .source = fmt::format("line {}", done.line),
                 .time_source = how.time_source,
                 .error = std::move(how.error),
                 .error_code = std::move(how.code),
                 .exit_code = how.exit_code},
                track_of(done.pid));
  if (running_.empty()) forget_errors();
}

void CompileLogState::write_failure(ModuleKey key, const LogLine& line, std::string flags,
                                    End how) {
  reported_.insert(how.code.empty() ? how.error : how.code);
  ended_[key.module] = true;
  events_.write({.key = std::move(key),
                 .state = "failure",
                 .start = clock_.now(),
                 .flags = std::move(flags),
                 .source = fmt::format("line {}", number_),
                 .time_source = how.time_source,
                 .error = std::move(how.error),
                 .error_code = std::move(how.code),
                 .exit_code = how.exit_code},
                track_of(line.pid));
}

void CompileLogState::end_passed(bool at_end) {
  const LogClock now = clock_;
  for (const Pass& pass : std::exchange(passes_, {})) {
    const auto index = find_running({}, {.source = pass.source});
    const TraceTime time = pass.time.value_or(now.now());
    if (index) {
      // The log does not say which of several compilations passed; the oldest one is assumed.
      const Compilation& open = running_[*index];
      const bool known = open.timed && (pass.time || !at_end) && time >= open.start;
      const bool one = running_.size() == 1;
      end(*index, known ? time - open.start : TraceTime(0),
          {.state = "miss",
           .time_source = !known      ? std::string_view("start")
                          : pass.time ? std::string_view("log")
                          : one       ? std::string_view("next line")
                                      : std::string_view("next line, order assumed")});
    } else if (any_start_) {
      out_.diagnose("pass_without_start", Severity::kInfo,
                    tr("line {}: the compiler passed, but no compilation was running", pass.line));
    } else {
      // Tracing writes nothing else about a compilation.
      clock_.extend(time);
      events_.write(
          {.key = {},
           .state = "miss",
           .start = time,
           .source = fmt::format("line {}", pass.line),
           .time_source = pass.time ? std::string_view("end") : std::string_view("order")},
          track_of({}));
    }
  }
}

void CompileLogState::end_wait(const std::string& module, std::string_view pid) {
  const auto wait = waits_.find(fmt::format("{} {}", module, pid));
  if (wait != waits_.end()) end_wait(wait, std::max(wait->second.end, clock_.now()));
}

void CompileLogState::end_wait(std::map<std::string, Wait>::iterator wait, TraceTime end) {
  const Wait& done = wait->second;
  events_.write({.key = module_in(done.module),
                 .state = "locked",
                 .start = done.start,
                 .duration = end - done.start,
                 .source = fmt::format("line {}", done.line),
                 .time_source = "log"},
                track_of(done.pid));
  waits_.erase(wait);
}

void CompileLogState::finish() {
  if (compiler_lines_ > 1) out_.diagnose("compiler_line", Severity::kInfo, {}, compiler_lines_ - 1);
  if (other_lines_ > 1) out_.diagnose("other_line", Severity::kInfo, {}, other_lines_ - 1);
  end_passed(true);
  write_orphans();
  while (!waits_.empty()) {
    const Wait& wait = waits_.begin()->second;
    out_.diagnose(
        "waited_for_lock", Severity::kWarning,
        wait.module.empty()
            ? tr("the log ends while a compilation waits for another process; if that process was "
                 "killed, delete its lock")
            : tr("{}: the log ends while the compilation waits for another process; if that "
                 "process was killed, delete its lock",
                 wait.module));
    end_wait(waits_.begin(), wait.end);
  }
  while (!running_.empty()) {
    const Compilation& open = running_.front();
    const ErrorText error = take_error(open.source);
    out_.diagnose(
        "compilation_without_end", error.empty() ? Severity::kInfo : Severity::kWarning,
        error.empty()
            ? tr("line {}: the log does not contain the end of the compilation of '{}'", open.line,
                 open.key.module)
            : tr("line {}: the log does not contain the end of the compilation of '{}', but an "
                 "error: '{}'",
                 open.line, open.key.module, error.text()));
    end(0, open.timed ? std::max(clock_.last() - open.start, TraceTime(0)) : TraceTime(0),
        {.state = "unfinished",
         .time_source = open.timed ? std::string_view("log") : std::string_view("order"),
         .error = error.text(),
         .code = error.code()});
  }
  for (const std::string& path : cache_paths_) {
    const bool first = path == *cache_paths_.begin();
    out_.property(first ? "compile_cache_path" : "compile_cache_path." + path, PropertyValue(path));
  }
  for (const auto& [name, value] : totals_) {
    out_.metric({.name = name,
                 .value = value,
                 .unit = "count",
                 .provenance = Provenance::kImported,
                 .note = tr("sum of the values that neuron_parallel_compile reported")});
  }
  events_.finish();
}

}  // namespace nscope::importers
