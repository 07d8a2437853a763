#include "app/gui/theme/plot_theme.h"

#include "app/gui/theme/theme.h"

#include <QCoreApplication>
#include <algorithm>

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

QString legend_text(const QStringList& names, const std::function<QColor(int)>& color) {
  constexpr int kMostNames = 8;
  QStringList parts;
  const int shown = std::min(static_cast<int>(names.size()), kMostNames);
  for (int i = 0; i < shown; ++i) {
    if (names[i].isEmpty()) continue;
    parts << QStringLiteral("<span style='color:%1'>■</span>&nbsp;%2")
                 .arg(color(i).name(),
                      names[i].toHtmlEscaped().replace(QLatin1Char(' '), QLatin1String("&nbsp;")));
  }
  if (names.size() > shown) {
    parts << QCoreApplication::translate("Legend", "and %1 more").arg(names.size() - shown);
  }
  return parts.join(QStringLiteral("&nbsp;&nbsp; "));
}

namespace {

constexpr Engine kSeriesOrder[] = {Engine::kTensor, Engine::kVector, Engine::kScalar,
                                   Engine::kGpSimd, Engine::kCc};

}  // namespace

QColor series_color(std::size_t index) {
  return engine_color(kSeriesOrder[index % std::size(kSeriesOrder)]);
}

std::size_t series_color_count() {
  return std::size(kSeriesOrder);
}

}  // namespace nscope::gui
