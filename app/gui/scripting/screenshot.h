#pragma once

#include "app/gui/compare/run_clock.h"
#include "app/gui/live/source_form.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/timeline/model/slice_classes.h"
#include "app/gui/timeline/model/time_view.h"
#include "profiler/base/result.h"

#include <QSize>
#include <QString>

namespace nscope::gui {

/// The palette or dialog that is open in a screenshot.
enum class ScreenshotPart { kNone, kPalette, kPreferences, kShortcuts, kAbout };

/// The stream that `--live` starts.
struct LiveStart {
  LiveKind kind = LiveKind::kSimulator;
  QString source;
};

/// The options of `--screenshot`.
struct ScreenshotOptions {
  QString output;
  QSize size{1600, 1000};    ///< logical pixels
  std::optional<Mode> mode;  ///< empty: chosen by the files
  QString macro;             ///< file with a macro that is played first; empty: none
  QString watch;             ///< folder to watch, whose list is shown; empty: none
  QStringList files;         ///< empty: the start page (in Inspect mode)
  bool compare = false;      ///< `files` are runs to compare
  TimeAlignment alignment = TimeAlignment::kStart;
  QString built_in;                      ///< a built-in document, or "KIND:NAME"
  QString analysis;                      ///< to show in the Analyses dock; empty: the default
  QString dock;                          ///< dock of Inspect to raise; empty: none
  QString input;                         ///< text to enter in that dock; empty: none
  QString select;                        ///< name of the event to select, the longest if several
  ColorMode color = ColorMode::kEngine;  ///< colours of the timeline
  bool legend = false;                   ///< show the legend and patterns
  bool critical_path = false;            ///< show the critical path
  ScreenshotPart part = ScreenshotPart::kNone;
  std::optional<LiveStart> live;  ///< stream that runs while the screenshot is taken
  double live_seconds = 5.0;      ///< duration of the stream before the screenshot
  TimeView view{0.0, 0.0};        ///< visible part of the run, ns; empty: the whole run
};

/// Selects a source in Live mode and starts it. A simulated workload is repeated.
void start_live(MainWindow& window, const LiveStart& live);

/// Runs the event loop until background work and painting are done. False if that takes longer
/// than two minutes.
bool settle(MainWindow& window);

/// Shows the window, waits until background work is done, and writes a PNG. Runs its own event
/// loop. Errors: those of the files; kIo; kNotFound for an unknown event or built-in document;
/// kInternal if background work does not finish in time.
Result<> take_screenshot(MainWindow& window, const ScreenshotOptions& options);

}  // namespace nscope::gui
