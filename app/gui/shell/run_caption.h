#pragma once

#include "profiler/trace/trace.h"

#include <QString>

namespace nscope::gui {

/// The open run in one line: "baseline_exec_2.ntff · trn2.3xlarge · 2 cores · runtime 2.30 ·
/// measured".
QString run_caption(const Trace& trace, const QString& title);

}  // namespace nscope::gui
