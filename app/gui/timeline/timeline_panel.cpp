#include "app/gui/timeline/timeline_panel.h"

#include <QEvent>
#include <QVBoxLayout>

namespace nscope::gui {

TimelinePanel::TimelinePanel(QWidget* parent)
    : QWidget(parent),
      overview_(new OverviewWidget),
      region_band_(new RegionBand),
      timeline_(new TimelineWidget),
      bar_(new TimelineBar(*timeline_)),
      legend_(new Legend) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar_);
  layout->addWidget(legend_);
  layout->addWidget(overview_);
  layout->addWidget(region_band_);
  layout->addWidget(timeline_, 1);
  legend_->hide();
  connect(timeline_, &TimelineWidget::view_changed, overview_, &OverviewWidget::set_view);
  timeline_->viewport()->installEventFilter(this);
  connect(timeline_, &TimelineWidget::view_changed, region_band_, &RegionBand::set_view);
  connect(overview_, &OverviewWidget::view_requested, timeline_, &TimelineWidget::set_view);
  connect(bar_, &TimelineBar::legend_wanted, legend_, &QWidget::setVisible);
  connect(&bar_->patterns_button(), &QPushButton::toggled, legend_, &Legend::set_patterns);
  connect(timeline_, &TimelineWidget::classes_changed, this, [this] {
    const auto& classes = timeline_->classes();
    const bool current = classes && classes->mode == timeline_->color_mode();
    legend_->set_classes(timeline_->trace(), current ? classes : nullptr);
  });
  connect(legend_, &Legend::chosen, timeline_,
          qOverload<HighlightPtr>(&TimelineWidget::set_highlight));
  connect(timeline_, &TimelineWidget::highlight_changed, legend_, &Legend::follow);
}

void TimelinePanel::set_trace(std::shared_ptr<const Trace> trace,
                              std::shared_ptr<analysis::SharedDependencies> dependencies) {
  timeline_->set_trace(trace, std::move(dependencies));
  overview_->set_trace(std::move(trace), timeline_->limits());
  overview_->set_view(timeline_->view());
  region_band_->set_view(timeline_->view());
}

/// The band has the width of the timeline, which changes when its scroll bar appears.
bool TimelinePanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) {
    region_band_->set_content_width(timeline_->viewport()->width());
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace nscope::gui

#include "moc_timeline_panel.cpp"
