#pragma once

#include "profiler/trace/trace.h"

#include <QString>

namespace nscope::gui {

/// Where the events of a run come from, in the language of the window: "measured". Empty if the run
/// does not state it. GUI thread.
QString provenance_text(const Trace& trace);

}  // namespace nscope::gui
