#pragma once

#include "costmodel/scenario_economics.h"

#include <QWidget>
#include <vector>

class QCustomPlot;

namespace nscope::gui {

/// Totals of bundles as bars lying below each other, with the ratio to the bundle that each is
/// compared with. Bundles with a part that has no price have no bar, and say so. GUI thread.
class BundleChart : public QWidget {
  Q_OBJECT

 public:
  explicit BundleChart(QWidget* parent = nullptr);

  void set_lines(const std::vector<cost::BundleLine>& lines);
  int bar_count() const { return static_cast<int>(totals_.size()); }
  QCustomPlot& plot() { return *plot_; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void rebuild();

  std::vector<cost::BundleLine> totals_;
  QCustomPlot* plot_;
};

}  // namespace nscope::gui
