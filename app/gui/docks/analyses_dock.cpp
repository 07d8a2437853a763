#include "app/gui/docks/analyses_dock.h"

#include "app/gui/text/text.h"

#include <QVBoxLayout>

namespace nscope::gui {

AnalysesDock::AnalysesDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRange, parent), panel_(new AnalysisPanel) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(panel_);
  connect(&panel_->list(), &AnalysisList::chosen_changed, this, &DockView::entered);
  AnalysisPage* page = &panel_->page();
  connect(page, &AnalysisPage::failed, this, &DockView::failed);
  connect(page, &AnalysisPage::slice_chosen, &run, &RunView::zoom_to);
  connect(page, &AnalysisPage::name_chosen, this, [this](const QString& name) {
    const auto& trace = this->run().trace();
    if (!trace || shown_ != trace) return;
    // Clear the highlight only if this dock set it: another view may have replaced it since.
    if (name.isEmpty() && this->run().highlight() != mine_) return;
    mine_ = highlight_name(*trace, trace->strings().find(to_string(name)));
    this->run().set_highlight(mine_);
  });
  connect(page, &AnalysisPage::range_chosen, this, [this](const RowRange& range) {
    const auto& trace = this->run().trace();
    if (!trace) return;
    const auto per_ns = static_cast<double>(trace->time_base().ticks_per_ns);
    const double begin = range.begin_ns * per_ns;
    this->run().show_time(with_margin({begin, begin + range.duration_ns * per_ns}, 0.2));
  });
}

void AnalysesDock::refresh() {
  const auto& trace = run().trace();
  if (!trace) return;
  if (shown_ != trace) {
    shown_ = trace;
    panel_->set_trace(trace, run().dependencies());
  }
  panel_->set_range(ticks_of(run().range()));
}

}  // namespace nscope::gui

#include "moc_analyses_dock.cpp"
