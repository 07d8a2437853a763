#include "app/gui/plan/cost_chart.h"

#include "app/gui/plan/cost_matrix_model.h"
#include "app/gui/text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/theme.h"

#include <QVBoxLayout>

#include <qcustomplot.h>

namespace nscope::gui {

CostChart::CostChart(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(plot_);
  plot_->setAccessibleName(tr("Cost per million tokens"));
  plot_->setMinimumHeight(180);
  plot_->setAntialiasedElements(QCP::aeAll);
}

void CostChart::set_matrix(const cost::CostMatrix& matrix) {
  matrix_ = matrix;
  rebuild();
}

void CostChart::rebuild() {
  plot_->clearPlottables();
  theme_plot(*plot_, current_tokens());
  std::vector<std::size_t> shown;
  for (std::size_t row = 0; row < matrix_.rows.size(); ++row) {
    if (!matrix_.rows[row].disqualified) shown.push_back(row);
  }
  auto ticker = QSharedPointer<QCPAxisTickerText>::create();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    QString title = row_title(matrix_, shown[i]);
    for (const auto& joint : {QStringLiteral(", "), QStringLiteral(": "), QStringLiteral(" · ")}) {
      title.replace(joint, QStringLiteral("\n"));
    }
    ticker->addTick(static_cast<double>(i), title);
  }
  plot_->xAxis->setTicker(ticker);
  const std::size_t options = matrix_.scenario.options.size();
  const double width = 0.8 / static_cast<double>(std::max<std::size_t>(1, options));
  for (std::size_t option = 0; option < options; ++option) {
    QVector<double> keys;
    QVector<double> values;
    QVector<double> below;
    QVector<double> above;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const auto& cell = matrix_.rows[shown[i]].cells[option];
      if (!cell.figures) continue;
      const auto& cost = cell.figures->usd_per_million;
      keys << static_cast<double>(i) - 0.4 + (static_cast<double>(option) + 0.5) * width;
      values << cost.value.dollars();
      // No band is drawn as none, not as one of width zero.
      below << (cost.low ? cost.value.dollars() - cost.low->dollars() : qQNaN());
      above << (cost.high ? cost.high->dollars() - cost.value.dollars() : qQNaN());
    }
    if (keys.isEmpty()) continue;
    auto* bars = new QCPBars(plot_->xAxis, plot_->yAxis);
    bars->setName(to_qstring(cost::title(matrix_.scenario.options[option])));
    bars->setWidth(width * 0.86);
    bars->setBrush(series_color(option));
    bars->setPen(Qt::NoPen);
    bars->setData(keys, values, true);
    auto* errors = new QCPErrorBars(plot_->xAxis, plot_->yAxis);
    errors->setDataPlottable(bars);
    errors->setData(below, above);
    errors->setPen(QPen(current_tokens().text, 1.2));
    errors->setWhiskerWidth(5);
    errors->setSymbolGap(0);
    errors->removeFromLegend();
  }
  plot_->legend->setVisible(plot_->plottableCount() > 0);
  plot_->yAxis->setLabel(tr("USD per million tokens"));
  plot_->xAxis->grid()->setVisible(false);
  plot_->rescaleAxes();
  plot_->xAxis->setRange(-0.6, static_cast<double>(shown.size()) - 0.4);
  plot_->yAxis->setRangeLower(0.0);
  plot_->yAxis->setRangeUpper(plot_->yAxis->range().upper * 1.12);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void CostChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) rebuild();
}

}  // namespace nscope::gui
