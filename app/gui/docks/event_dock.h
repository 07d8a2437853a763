#pragma once

#include "app/gui/docks/event_panel.h"
#include "app/gui/run/dock_view.h"

namespace nscope::gui {

/// Shows the details of the selected event and its dependencies. GUI thread.
class EventDock : public DockView {
  Q_OBJECT

 public:
  EventDock(RunView& run, QWidget* parent);
  EventPanel& panel() { return *panel_; }

 protected:
  void refresh() override;

 private:
  EventPanel* panel_;
};

}  // namespace nscope::gui
