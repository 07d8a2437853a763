#include "app/gui/docks/event_dock.h"

#include "app/gui/docks/scrolled.h"

namespace nscope::gui {

EventDock::EventDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRun, parent), panel_(new EventPanel) {
  put_scrolled(panel_, this);
  connect(panel_, &EventPanel::navigate, &run, &RunView::reveal);
  connect(&run, &RunView::event_changed, panel_, &EventPanel::show_slice);
}

void EventDock::refresh() {
  panel_->set_trace(run().trace());
  panel_->show_slice(run().event());
}

}  // namespace nscope::gui
