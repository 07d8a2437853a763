#pragma once

#include "app/gui/analysis/analysis_panel.h"
#include "app/gui/run/dock_view.h"

namespace nscope::gui {

/// Shows the list of analyses and the page of the selected analysis. GUI thread.
class AnalysesDock : public DockView {
  Q_OBJECT

 public:
  AnalysesDock(RunView& run, QWidget* parent);
  std::vector<Job*> jobs() override { return panel_->jobs(); }
  QByteArray save_state() const override { return panel_->saveState(); }
  void restore_state(const QByteArray& state) override { panel_->restoreState(state); }
  /// Selects the analysis with this id.
  void enter(const QString& id) override { panel_->choose(id); }
  AnalysisPanel& panel() { return *panel_; }

 protected:
  void refresh() override;

 private:
  std::shared_ptr<const Trace> shown_;
  HighlightPtr mine_;  ///< the highlight that this dock set last
  AnalysisPanel* panel_;
};

}  // namespace nscope::gui
