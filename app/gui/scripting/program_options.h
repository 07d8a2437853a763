#pragma once

#include "app/gui/scripting/frame_benchmark.h"
#include "app/gui/scripting/live_benchmark.h"
#include "app/gui/scripting/screenshot.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/result.h"

#include <QStringList>
#include <optional>

namespace nscope::gui {

/// The command line of `neuronscope`.
struct ProgramOptions {
  QStringList files;
  QString built_in;                  ///< --example, --built-in NAME
  std::optional<ThemeChoice> theme;  ///< --theme; empty: as stored
  std::optional<Mode> mode;
  std::optional<LiveStart> live;  ///< --live
  bool compare = false;           ///< `files` are runs to compare
  TimeAlignment alignment = TimeAlignment::kStart;
  std::optional<ScreenshotOptions> screenshot;
  std::optional<FrameBenchmarkOptions> benchmark_frames;
  double scale = 0.0;  ///< device pixels per logical pixel; 0: as the screen
  bool time_to_paint = false;
  bool new_window = false;          ///< --new-window: even where the program runs already
  std::optional<QString> language;  ///< --language; empty: as stored
  std::optional<LiveBenchmarkOptions> benchmark_live;
  bool json = false;  ///< of a benchmark
  QString text;       ///< --help or --version: print and leave

  /// A person sits before it: settings count, and one program has the window.
  bool is_interactive() const {
    return !screenshot && !time_to_paint && !benchmark_live && !benchmark_frames;
  }
};

/// Errors: kInvalidArgument naming the option.
Result<ProgramOptions> parse_arguments(const QStringList& arguments);

}  // namespace nscope::gui
