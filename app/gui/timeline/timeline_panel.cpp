#include "app/gui/timeline/timeline_panel.h"

#include <QVBoxLayout>

namespace nscope::gui {

TimelinePanel::TimelinePanel(QWidget* parent)
    : QWidget(parent), overview_(new OverviewWidget), timeline_(new TimelineWidget) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(overview_);
  layout->addWidget(timeline_, 1);
  connect(timeline_, &TimelineWidget::view_changed, overview_, &OverviewWidget::set_view);
  connect(overview_, &OverviewWidget::view_requested, timeline_, &TimelineWidget::set_view);
}

void TimelinePanel::set_trace(std::shared_ptr<const Trace> trace) {
  timeline_->set_trace(trace);
  overview_->set_trace(std::move(trace), timeline_->limits());
  overview_->set_view(timeline_->view());
}

}  // namespace nscope::gui
