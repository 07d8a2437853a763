#pragma once

#include "profiler/base/language.h"
#include "profiler/base/task_control.h"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace nscope::cli {

/// When and how a ProgressDisplay prints its lines.
struct ProgressTiming {
  std::chrono::milliseconds first;  ///< time from the start to the first line
  std::chrono::milliseconds every;  ///< time from line to line
  bool rewrites = false;            ///< whether a line replaces the last one, on a terminal

  bool operator==(const ProgressTiming&) const = default;
};

/// The timing of a style on a terminal or in a file. Styles: "auto" rewrites one line on a
/// terminal; in a file it prints a line after 10 s and then every 30 s. "plain" prints a line per
/// second. "none" prints nothing (nullopt). Neither prints anything in the first 300 ms.
std::optional<ProgressTiming> progress_timing(std::string_view style, bool terminal);

/// The phase and its completed share: "Reading the capture  42 %". Empty before the first phase.
std::string progress_line(const TaskControl& control, const Language& language);

/// The same as a line of a log: "Searching for fleets: 42 % after 40 s".
std::string progress_line(const TaskControl& control, std::chrono::seconds elapsed,
                          const Language& language);

/// Shows the progress of an operation on standard error until it is destroyed, from its own thread.
class ProgressDisplay {
 public:
  /// Shows the phase and the completed share of `control`, which must outlive this object.
  ProgressDisplay(const TaskControl& control, std::string_view style, const Language& language);
  /// Shows the result of `line`, which is called in the thread of the display. For operations
  /// without an end: "auto" prints nothing in a file.
  ProgressDisplay(std::function<std::string()> line, std::string_view style);
  /// Prints on `to`. Without a timing, nothing is printed.
  ProgressDisplay(std::function<std::string()> line, std::optional<ProgressTiming> timing,
                  std::FILE* to);
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

 private:
  void run(ProgressTiming timing);

  std::function<std::string()> line_;
  std::FILE* to_;
  std::mutex mutex_;
  std::condition_variable stopping_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace nscope::cli
