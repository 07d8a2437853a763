#pragma once

#include "app/gui/timeline/model/run_dependencies.h"

#include <QString>

namespace nscope::gui {

/// Why an engine does nothing, what it waits for and since when, as rich text. Empty
/// where `idle` is work.
QString idle_text(const Trace& trace, const DependencyView::Idle& idle);

/// Whether an event is on the critical path, else its slack; empty where unknown.
QString slack_text(const Trace& trace, const DependencyView& view, SliceId event);

}  // namespace nscope::gui
