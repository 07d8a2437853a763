#include "app/cli/output/progress_display.h"

#include "profiler/base/text/terminal_text.h"

#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace nscope::cli {
namespace {

using namespace std::chrono_literals;

bool is_terminal() {
  return ::isatty(STDERR_FILENO) == 1;
}

std::function<std::string()> lines_of(const TaskControl& control, std::string_view style,
                                      const Language& language) {
  if (style != "auto" || is_terminal()) {
    return [&control, language] { return progress_line(control, language); };
  }
  const auto start = std::chrono::steady_clock::now();
  return [&control, language, start] {
    const auto elapsed = std::chrono::steady_clock::now() - start;
    return progress_line(control, std::chrono::duration_cast<std::chrono::seconds>(elapsed),
                         language);
  };
}

/// The timing of an operation without an end.
std::optional<ProgressTiming> endless_timing(std::string_view style) {
  if (style == "auto" && !is_terminal()) return std::nullopt;
  return progress_timing(style, is_terminal());
}

}  // namespace

std::optional<ProgressTiming> progress_timing(std::string_view style, bool terminal) {
  if (style == "none") return std::nullopt;
  if (style == "plain") return ProgressTiming{.first = 300ms, .every = 1s};
  if (terminal) return ProgressTiming{.first = 300ms, .every = 100ms, .rewrites = true};
  return ProgressTiming{.first = 10s, .every = 30s};
}

std::string progress_line(const TaskControl& control, const Language& language) {
  const double fraction = control.fraction();
  const std::string phase = language.say(control.phase());
  if (fraction < 0.0 || phase.empty()) return phase;
  return fmt::format("{} {:3.0f} %", phase, fraction * 100.0);
}

std::string progress_line(const TaskControl& control, std::chrono::seconds elapsed,
                          const Language& language) {
  const Phrase phase = control.phase();
  const double fraction = control.fraction();
  if (phase.english.empty()) return language.say(tr("Still running after {} s", elapsed.count()));
  if (fraction < 0.0) {
    return language.say(tr("{}: still running after {} s", phase, elapsed.count()));
  }
  return language.say(
      tr("{}: {} % after {} s", phase, static_cast<int>(fraction * 100.0), elapsed.count()));
}

ProgressDisplay::ProgressDisplay(const TaskControl& control, std::string_view style,
                                 const Language& language)
    : ProgressDisplay(lines_of(control, style, language), progress_timing(style, is_terminal()),
                      stderr) {}

ProgressDisplay::ProgressDisplay(std::function<std::string()> line, std::string_view style)
    : ProgressDisplay(std::move(line), endless_timing(style), stderr) {}

ProgressDisplay::ProgressDisplay(std::function<std::string()> line,
                                 std::optional<ProgressTiming> timing, std::FILE* to)
    : line_(std::move(line)), to_(to) {
  if (timing) thread_ = std::thread([this, timing = *timing] { run(timing); });
}

ProgressDisplay::~ProgressDisplay() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopping_.notify_one();
  thread_.join();
}

void ProgressDisplay::run(ProgressTiming timing) {
  bool shown = false;
  auto pause = timing.first;
  std::unique_lock lock(mutex_);
  while (!stopping_.wait_for(lock, pause, [this] { return stop_; })) {
    pause = timing.every;
    const std::string line = terminal_text(line_());
    if (line.empty()) continue;
    fmt::print(to_, "{}", timing.rewrites ? "\r\x1b[K" + line : line + "\n");
    std::fflush(to_);
    shown = true;
  }
  if (shown && timing.rewrites) fmt::print(to_, "\r\x1b[K");
}

}  // namespace nscope::cli
