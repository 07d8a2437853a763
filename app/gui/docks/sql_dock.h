#pragma once

#include "app/gui/run/dock_view.h"
#include "app/gui/sql/sql_panel.h"

namespace nscope::gui {

/// The SQL console of the run. Activating a row that contains an event or a time shows it in the
/// timeline. GUI thread.
class SqlDock : public DockView {
  Q_OBJECT

 public:
  SqlDock(RunView& run, QWidget* parent);
  std::vector<Job*> jobs() override { return {&panel_->job()}; }
  void enter(const QString& text) override;
  void take_focus() override { panel_->editor().setFocus(); }
  SqlPanel& panel() { return *panel_; }

 protected:
  void refresh() override { panel_->set_trace(run().trace()); }

 private:
  SqlPanel* panel_;
};

}  // namespace nscope::gui
