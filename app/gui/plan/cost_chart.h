#pragma once

#include "costmodel/cost_matrix.h"

#include <QWidget>

class QCustomPlot;

namespace nscope::gui {

/// USD per million tokens as bars with their bands: a group per row of the
/// matrix, a bar per purchase option. Items a guard found impossible are left
/// out and counted below. GUI thread.
class CostChart : public QWidget {
  Q_OBJECT

 public:
  explicit CostChart(QWidget* parent = nullptr);

  void set_matrix(const cost::CostMatrix& matrix);
  QCustomPlot& plot() { return *plot_; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void rebuild();

  cost::CostMatrix matrix_;
  QCustomPlot* plot_;
};

}  // namespace nscope::gui
