#pragma once

#include "app/documents/own_catalog.h"
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
  std::optional<ThemeChoice> theme;  ///< --theme; empty: from the preferences
  std::optional<Mode> mode;
  std::optional<LiveStart> live;  ///< --live
  QString watch;                  ///< --watch: folder in which captures appear; empty: none
  QString macro;                  ///< --macro: file with a macro to play; empty: none
  bool compare = false;           ///< `files` are runs to compare
  QString source_root;            ///< --source-root: absolute path; empty: not given
  TimeAlignment alignment = TimeAlignment::kStart;
  std::optional<ScreenshotOptions> screenshot;
  std::optional<FrameBenchmarkOptions> benchmark_frames;
  double scale = 0.0;  ///< device pixels per logical pixel; 0: that of the screen
  bool time_to_paint = false;
  bool new_window = false;          ///< --new-window: even if the program is already running
  std::optional<QString> language;  ///< --language; empty: from the preferences
  std::optional<LiveBenchmarkOptions> benchmark_live;
  bool json = false;            ///< print benchmark results as JSON
  app::CatalogFolders catalog;  ///< --models, --devices
  QString text;                 ///< --help or --version: print this and exit

  /// Whether a user works with the window: settings are used, and an already running program
  /// takes over the request.
  bool is_interactive() const {
    return !screenshot && !time_to_paint && !benchmark_live && !benchmark_frames;
  }
};

/// Errors: kInvalidArgument, naming the option.
Result<ProgramOptions> parse_arguments(const QStringList& arguments);

}  // namespace nscope::gui
