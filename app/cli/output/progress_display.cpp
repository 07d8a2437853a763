#include "app/cli/output/progress_display.h"

#include "profiler/base/language.h"
#include "profiler/base/text/terminal_text.h"

#include <chrono>
#include <cstdio>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace nscope::cli {
namespace {

using namespace std::chrono_literals;

std::string progress_line(const TaskControl& control, const Language& language) {
  const double fraction = control.fraction();
  const std::string phase = language.say(control.phase());
  if (fraction < 0.0 || phase.empty()) return phase;
  return fmt::format("{} {:3.0f} %", phase, fraction * 100.0);
}

}  // namespace

ProgressDisplay::ProgressDisplay(const TaskControl& control, std::string_view style,
                                 const Language& language)
    : ProgressDisplay([&control, language] { return progress_line(control, language); }, style) {}

ProgressDisplay::ProgressDisplay(std::function<std::string()> line, std::string_view style)
    : line_(std::move(line)) {
  const bool terminal = ::isatty(STDERR_FILENO) == 1;
  if (style == "none" || (style == "auto" && !terminal)) return;
  rewrite_ = style == "auto";
  thread_ = std::thread([this] { run(); });
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

void ProgressDisplay::run() {
  bool shown = false;
  auto pause = 300ms;  // shorter operations need no progress
  std::unique_lock lock(mutex_);
  while (!stopping_.wait_for(lock, pause, [this] { return stop_; })) {
    pause = rewrite_ ? 100ms : 1000ms;
    const std::string line = terminal_text(line_());
    if (line.empty()) continue;
    fmt::print(stderr, "{}", rewrite_ ? "\r\x1b[K" + line : line + "\n");
    std::fflush(stderr);
    shown = true;
  }
  if (shown && rewrite_) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace nscope::cli
