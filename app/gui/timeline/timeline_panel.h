#pragma once

#include "app/gui/timeline/paint/legend.h"
#include "app/gui/timeline/paint/overview.h"
#include "app/gui/timeline/paint/region_band.h"
#include "app/gui/timeline/timeline_bar.h"
#include "app/gui/timeline/timeline_widget.h"

#include <QBoxLayout>
#include <QWidget>

namespace nscope::gui {

/// A timeline with its controls, legend and overview, all for the same view. GUI thread.
class TimelinePanel : public QWidget {
  Q_OBJECT

 public:
  explicit TimelinePanel(QWidget* parent = nullptr);

  void set_trace(std::shared_ptr<const Trace> trace,
                 std::shared_ptr<analysis::SharedDependencies> dependencies = nullptr);
  /// Adds a view above the controls, or below the timeline; the panel owns it.
  void add_above(QWidget* view) { static_cast<QBoxLayout*>(layout())->insertWidget(0, view); }
  void add_below(QWidget* view) { layout()->addWidget(view); }
  TimelineWidget& timeline() { return *timeline_; }
  OverviewWidget& overview() { return *overview_; }
  RegionBand& region_band() { return *region_band_; }
  TimelineBar& bar() { return *bar_; }
  Legend& legend() { return *legend_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  OverviewWidget* overview_;
  RegionBand* region_band_;
  TimelineWidget* timeline_;
  TimelineBar* bar_;
  Legend* legend_;
};

}  // namespace nscope::gui
