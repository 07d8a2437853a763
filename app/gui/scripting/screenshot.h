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

/// What lies over the window in a picture.
enum class ScreenshotPart { kNone, kPalette, kPreferences, kShortcuts, kAbout };

/// What `--live` starts.
struct LiveStart {
  LiveKind kind = LiveKind::kSimulator;
  QString source;
};

/// What `--screenshot` renders.
struct ScreenshotOptions {
  QString output;
  QSize size{1600, 1000};    ///< logical pixels
  std::optional<Mode> mode;  ///< empty: what the files ask for
  QStringList files;         ///< nothing: the welcome page (inspect)
  bool compare = false;      ///< `files` are runs to compare
  TimeAlignment alignment = TimeAlignment::kStart;
  QString built_in;                      ///< a built-in document, or "KIND:NAME"
  QString analysis;                      ///< to choose in the lower panel; empty: the usual one
  QString dock;                          ///< of Inspect, to the front; empty: as usual
  QString input;                         ///< typed into that dock; empty: nothing
  QString select;                        ///< selects the longest event of that name
  ColorMode color = ColorMode::kEngine;  ///< what the timeline's colours say
  bool legend = false;                   ///< shown, with the patterns
  bool critical_path = false;            ///< over the rows
  ScreenshotPart part = ScreenshotPart::kNone;
  std::optional<LiveStart> live;  ///< what streams while the picture is taken
  double live_seconds = 5.0;      ///< before it is taken
  TimeView view{0.0, 0.0};        ///< part of the run to show, nanoseconds; empty: all
};

/// Chooses a source in Live mode and starts it; a workload begins again at its end.
void start_live(MainWindow& window, const LiveStart& live);

/// Runs the event loop until no background work is left and all is painted. False
/// where that takes minutes.
bool settle(MainWindow& window);

/// Shows the window, waits until everything it computes is there, and writes a
/// PNG. Runs its own event loop. Errors: those of the file, kIo, kNotFound for
/// an event or built-in of that name, kInternal where nothing settles in time.
Result<> take_screenshot(MainWindow& window, const ScreenshotOptions& options);

}  // namespace nscope::gui
