#pragma once

#include "app/gui/timeline/model/run_dependencies.h"

#include <QString>

namespace nscope::gui {

/// Why an engine is idle, what it waits for and how long, as rich text. Empty if the engine works.
QString idle_text(const Trace& trace, const DependencyView::Idle& idle);

/// States that an event is on the critical path, or its slack; empty if unknown.
QString slack_text(const Trace& trace, const DependencyView& view, SliceId event);

}  // namespace nscope::gui
