#pragma once

#include "app/gui/shell/main_window.h"
#include "app/gui/timeline/time_view.h"
#include "profiler/base/result.h"

#include <QSize>
#include <QString>

namespace nscope::gui {

/// What `--screenshot` renders.
struct ScreenshotOptions {
  QString output;
  QSize size{1600, 1000};    ///< logical pixels
  std::optional<Mode> mode;  ///< empty: what the files ask for
  QStringList files;         ///< nothing: the welcome page (inspect)
  QString built_in;          ///< a built-in workload or scenario
  QString analysis;          ///< to choose in the lower panel; empty: the usual one
  QString dock;              ///< of Inspect, to the front; empty: as usual
  QString input;             ///< typed into that dock; empty: nothing
  QString select;            ///< selects the longest event of that name
  TimeView view{0.0, 0.0};   ///< part of the run to show, nanoseconds; empty: all
};

/// Shows the window, waits until everything it computes is there, and writes a
/// PNG. Runs its own event loop. Errors: those of the file, kIo, kNotFound for
/// an event or built-in of that name, kInternal where nothing settles in time.
Result<> take_screenshot(MainWindow& window, const ScreenshotOptions& options);

}  // namespace nscope::gui
