#pragma once

#include "app/gui/docks/summary_panel.h"
#include "app/gui/run/dock_view.h"

namespace nscope::gui {

/// Shows key figures of the analysed range. GUI thread.
class SummaryDock : public DockView {
  Q_OBJECT

 public:
  SummaryDock(RunView& run, QWidget* parent);
  std::vector<Job*> jobs() override { return {job_}; }
  SummaryPanel& panel() { return *panel_; }

 protected:
  void refresh() override;

 private:
  std::shared_ptr<const Trace> shown_;
  Job* job_;
  SummaryPanel* panel_;
};

}  // namespace nscope::gui
