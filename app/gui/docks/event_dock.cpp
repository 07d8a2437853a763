#include "app/gui/docks/event_dock.h"

#include "app/gui/docks/scrolled.h"

namespace nscope::gui {

EventDock::EventDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRun, parent), panel_(new EventPanel) {
  put_scrolled(panel_, this);
  connect(panel_, &EventPanel::navigate, &run, &RunView::reveal);
  // Do not connect to the panel directly: a hidden dock is not refreshed, so its panel may still
  // show an older run.
  connect(&run, &RunView::event_changed, this, &EventDock::mark_stale);
  connect(&run, &RunView::baseline_changed, this, &EventDock::mark_stale);
}

void EventDock::refresh() {
  if (is_other_run()) panel_->set_trace(run().trace());
  panel_->set_baseline(run().baseline());
  panel_->show_slice(run().selected_event());
}

}  // namespace nscope::gui

#include "moc_event_dock.cpp"
