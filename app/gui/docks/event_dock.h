#pragma once

#include "app/gui/docks/event_panel.h"
#include "app/gui/run/dock_view.h"

namespace nscope::gui {

/// Details of the selected event, and the way to those it depends on. GUI thread.
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
