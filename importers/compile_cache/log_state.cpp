#include "importers/compile_cache/log_state.h"

#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr TraceTime kStep{1000};  // between events with unknown times
/// Limit for the durations in a report, so that their sum fits into 64 bits: 31 years.
constexpr TraceTime kLatest{1'000'000'000'000'000'000};
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

void CompileLogState::advance(const LogLine& line) {
  if (!line.stamp) {
    ++lines_without_time_;
    now_ = last_ + kStep;
  } else {
    if (!origin_ns_) {
      origin_ns_ = line.stamp->ns - last_.value();
      utc_ = line.stamp->utc;
    }
    now_ = TraceTime(line.stamp->ns - *origin_ns_);
  }
  last_ = std::max(last_, now_);
}

void CompileLogState::read(std::string_view line, std::int64_t number) {
  number_ = number;
  const LogLine parts = split_log_line(line);
  bool known = false;
  if (parts.tagged) {
    if (report_depth_ > 0 && !parts.message.starts_with('{')) report_depth_ = 0;  // truncated
    // Only lines about compilation may advance the time: other tools that write to the same log
    // may use another time zone.
    const TraceTime before = now_;
    const TraceTime last = last_;
    const auto origin = origin_ns_;
    const std::int64_t untimed = lines_without_time_;
    advance(parts);
    if (parts.stamp && passed_ > 0 && !ends_a_compilation(parts.message)) end_passed();
    known = read_tagged(parts);
    if (!known) {
      now_ = before;
      last_ = last;
      origin_ns_ = origin;
      lines_without_time_ = untimed;
    }
  } else {
    known = read_untagged(line);
  }
  if (known) {
    if (!line.empty()) ++understood_;
  } else {
    out_.diagnose(
        "other_line", Severity::kInfo,
        tr("line {}: an unknown line was skipped: '{}'", number_, printable(line.substr(0, 80))));
  }
}

void CompileLogState::instant(std::string_view state, std::string_view text, std::string_view pid) {
  events_.write({.key = module_in(text),
                 .state = state,
                 .start = now_,
                 .duration = {},
                 .flags = {},
                 .neff_bytes = {},
                 .source = printable(trim(text)),
                 .time_source = "log",
                 .error = {}},
                track_of(pid));
}

void CompileLogState::begin_compilation(std::string_view text, std::string_view pid,
                                        std::string flags) {
  if (running_.size() >= kMostRunning) {
    out_.diagnose("too_many_compilations", Severity::kWarning,
                  tr("line {}: a compilation was skipped: at most {} can run at the same time",
                     number_, as::count(kMostRunning)));
    return;
  }
  ModuleKey key = module_in(text);
  ended_.erase(key.module);  // compiled again
  running_.push_back({std::move(key), std::string(pid), now_, std::move(flags), number_});
}

void CompileLogState::end(std::size_t index, std::string_view state, TraceTime duration,
                          std::string_view time_source, std::string error) {
  const Compilation done = std::move(running_[index]);
  running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(index));
  last_ = std::max(last_, std::min(done.start + duration, kLatest));
  events_.write({.key = done.key,
                 .state = state,
                 .start = done.start,
                 .duration = duration,
                 .flags = done.flags,
                 .neff_bytes = {},
                 .source = fmt::format("line {}", done.line),
                 .time_source = time_source,
                 .error = std::move(error)},
                track_of(done.pid));
  if (state != "unfinished") ended_[done.key.module] = state == "failure";
}

bool CompileLogState::end_compilation(const std::string& module, std::string_view pid,
                                      std::string_view state, std::string_view time_source,
                                      std::string error) {
  const auto fits = [&](const Compilation& open) {
    if (!module.empty()) return open.key.module == module;
    return pid.empty() || open.pid.empty() || open.pid == pid;
  };
  const auto open = std::find_if(running_.begin(), running_.end(), fits);
  if (open == running_.end()) return false;
  const TraceTime duration = std::max(now_ - open->start, TraceTime(0));
  end(static_cast<std::size_t>(open - running_.begin()), state, duration, time_source,
      std::move(error));
  return true;
}

void CompileLogState::end_passed() {
  // The log does not say which of several compilations passed; the oldest one is assumed.
  while (passed_ > 0 && !running_.empty()) {
    const bool one = running_.size() == 1;
    end_compilation({}, {}, "miss", one ? "next line" : "next line, order assumed");
    --passed_;
  }
  passed_ = 0;
}

void CompileLogState::end_wait(const std::string& module) {
  const auto wait = waits_.find(module);
  if (wait == waits_.end()) return;
  const TraceTime end = std::max(wait->second.end, now_);
  events_.write({.key = module_in(module),
                 .state = "locked",
                 .start = wait->second.start,
                 .duration = end - wait->second.start,
                 .flags = {},
                 .neff_bytes = {},
                 .source = fmt::format("line {}", wait->second.line),
                 .time_source = "log",
                 .error = {}},
                track_of(wait->second.pid));
  waits_.erase(wait);
}

void CompileLogState::finish() {
  end_passed();
  while (!waits_.empty()) {
    const std::string module = waits_.begin()->first;
    now_ = waits_.begin()->second.end;
    out_.diagnose(
        "waited_for_lock", Severity::kWarning,
        module.empty()
            ? tr("the log ends while a compilation waits for another process; if that process was "
                 "killed, delete its lock")
            : tr("{}: the log ends while the compilation waits for another process; if that "
                 "process was killed, delete its lock",
                 module));
    end_wait(module);
  }
  while (!running_.empty()) {
    out_.diagnose("compilation_without_end", Severity::kInfo,
                  tr("line {}: the log does not contain the end of the compilation of '{}'",
                     running_.front().line, running_.front().key.module));
    const TraceTime duration = std::max(last_ - running_.front().start, TraceTime(0));
    end(0, "unfinished", duration, "log", {});
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
  if (lines_without_time_ > 0) {
    out_.diagnose("line_without_time", Severity::kInfo,
                  tr("a message has no time stamp: it was placed one microsecond after the last "
                     "known time"),
                  lines_without_time_);
  }
  events_.finish();
  out_.time_base({.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = last_});
  if (origin_ns_) {
    // Without a time zone in the log, its times cannot be converted to Unix time.
    out_.property(std::string(property::kClock),
                  PropertyValue(std::string(utc_ ? "unix" : "local")));
    out_.property(std::string(property::kClockOrigin), PropertyValue(*origin_ns_));
  }
}

}  // namespace nscope::importers
