#include "app/gui/theme/plot_theme.h"

#include "app/gui/theme/theme.h"

#include <qcustomplot.h>

namespace nscope::gui {

void theme_plot(QCustomPlot& plot, const Tokens& t) {
  plot.setBackground(QBrush(t.panel));
  for (QCPAxis* axis : {plot.xAxis, plot.yAxis, plot.xAxis2, plot.yAxis2}) {
    axis->setBasePen(QPen(t.line));
    axis->setTickPen(QPen(t.line));
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLabelColor(t.muted);
    axis->setTickLabelFont(ui_font(11));
    axis->setLabelColor(t.muted);
    axis->setLabelFont(ui_font(11));
    axis->grid()->setPen(QPen(mixed(t.panel, t.line, 0.8), 1, Qt::DotLine));
    axis->grid()->setZeroLinePen(QPen(t.line));
  }
  plot.legend->setBrush(QBrush(t.panel));
  plot.legend->setBorderPen(Qt::NoPen);
  plot.legend->setTextColor(t.muted);
  plot.legend->setFont(ui_font(11));
}

QColor series_color(std::size_t index) {
  constexpr Engine kOrder[] = {Engine::kTensor, Engine::kVector, Engine::kScalar, Engine::kGpSimd,
                               Engine::kCc};
  return engine_color(kOrder[index % std::size(kOrder)]);
}

}  // namespace nscope::gui
