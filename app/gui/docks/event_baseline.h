#pragma once

#include "profiler/trace/trace.h"

#include <QString>

namespace nscope::gui {

/// How an event differs from another one of the same run, as plain text of several lines: the
/// duration, the wait, and the numeric properties that both have. Says so if they are the same
/// event.
QString baseline_text(const Trace& trace, SliceId slice, SliceId baseline);

}  // namespace nscope::gui
