#include "app/gui/plan/roi_chart.h"

#include "app/gui/export/view_picture.h"
#include "app/gui/text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/theme.h"
#include "costmodel/migration/figure_text.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <qcustomplot.h>

namespace nscope::gui {

namespace {

/// "-350k", "1.2M": whole amounts would run into each other.
class MoneyTicker : public QCPAxisTicker {
 protected:
  QString getTickLabel(double tick, const QLocale&, QChar, int) override {
    const double size = std::abs(tick);
    if (size >= 1e9) return number_text(fmt::format("{:.4g}B", tick / 1e9));
    if (size >= 1e6) return number_text(fmt::format("{:.4g}M", tick / 1e6));
    if (size >= 1e3) return number_text(fmt::format("{:.4g}k", tick / 1e3));
    return number_text(fmt::format("{:.4g}", size < 1e-9 ? 0.0 : tick));
  }
};

}  // namespace

QString usd_text(double dollars) {
  return number_text(cost::whole_usd(dollars));
}

void set_money_axis(QCPAxis& axis, const QString& label) {
  axis.setTicker(QSharedPointer<MoneyTicker>::create());
  axis.setLabel(label);
}

void fit_axis(QCPAxis& axis, double low, double high) {
  low = std::min(low, 0.0);
  high = std::max(high, 0.0);
  const double room = high > low ? (high - low) * 0.08 : 1.0;
  axis.setRange(low < 0.0 ? low - room : 0.0, high > 0.0 ? high + room : 0.0);
  if (low == high) axis.setRange(-room, room);
}

RoiChart::RoiChart(const QString& name, QWidget* parent) : QWidget(parent), plot_(new QCustomPlot) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(plot_);
  setAccessibleName(name);
  plot_->setAccessibleName(name);
  plot_->setMinimumHeight(220);
  plot_->setAntialiasedElements(QCP::aeAll);
  plot_->setMouseTracking(true);
  plot_->installEventFilter(this);
  // Below the axes, where it hides nothing; words at lines stand above.
  plot_->axisRect()->insetLayout()->take(plot_->legend);
  plot_->plotLayout()->addElement(1, 0, plot_->legend);
  plot_->plotLayout()->setRowStretchFactor(1, 0.001);
  plot_->legend->setFillOrder(QCPLegend::foColumnsFirst);
  plot_->legend->setVisible(false);
  plot_->axisRect()->setMinimumMargins({15, 22, 15, 15});
  add_picture_actions();
}

void RoiChart::add_picture_actions() {
  setContextMenuPolicy(Qt::ActionsContextMenu);
  auto* copy = new QAction(tr("Copy picture"), this);
  connect(copy, &QAction::triggered, this, [this] { copy_picture(*this); });
  auto* save = new QAction(tr("Save picture …"), this);
  connect(save, &QAction::triggered, this, [this] {
    QString path =
        QFileDialog::getSaveFileName(this, tr("Save picture"), QString(), picture_filters());
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".png");
    if (auto done = save_picture(*this, path); !done) {
      emit failed(tr("Cannot save %1").arg(path), done.error());
    }
  });
  addActions({copy, save});
}

void RoiChart::set_result(std::shared_ptr<const cost::RoiResult> result) {
  result_ = std::move(result);
  rebuild();
}

void RoiChart::rebuild() {
  plot_->clearPlottables();
  plot_->clearItems();
  theme_plot(*plot_, current_tokens());
  if (result_) draw();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void RoiChart::add_line(double x, const QString& text, const QColor& color) {
  auto* line = new QCPItemLine(plot_);
  line->setPen(QPen(color, 1.2, Qt::DashLine));
  for (QCPItemPosition* end : {line->start, line->end}) {
    end->setTypeX(QCPItemPosition::ptPlotCoords);
    end->setTypeY(QCPItemPosition::ptAxisRectRatio);
  }
  line->start->setCoords(x, 0.0);
  line->end->setCoords(x, 1.0);
  if (text.isEmpty()) return;
  auto* label = new QCPItemText(plot_);
  label->setText(text);
  label->setFont(ui_font(11));
  label->setColor(color);
  label->setBrush(QBrush(current_tokens().panel));
  label->setPadding({3, 0, 3, 0});
  label->position->setTypeX(QCPItemPosition::ptPlotCoords);
  label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
  const QCPRange shown = plot_->xAxis->range();
  // Where the room at the right is short, the word stands at the left.
  const bool at_right = x < shown.lower + shown.size() * 0.8;
  label->setPositionAlignment((at_right ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignBottom);
  label->setClipToAxisRect(false);
  label->position->setCoords(x, 0.0);
}

bool RoiChart::eventFilter(QObject* watched, QEvent* event) {
  if (watched == plot_ && event->type() == QEvent::ToolTip && result_) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = plot_->axisRect()->rect().contains(help->pos())
                             ? text_at(plot_->xAxis->pixelToCoord(help->pos().x()),
                                       plot_->yAxis->pixelToCoord(help->pos().y()))
                             : QString();
    QToolTip::showText(help->globalPos(), text, plot_);
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void RoiChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) rebuild();
}

}  // namespace nscope::gui
