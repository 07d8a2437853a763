#include "app/gui/plan/plan_chart.h"

#include "app/gui/export/view_picture.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/theme.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QHelpEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include <qcustomplot.h>

namespace nscope::gui {

PlanChart::PlanChart(const QString& name, QWidget* parent)
    : QWidget(parent), plot_(new QCustomPlot) {
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

void PlanChart::add_picture_actions() {
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

void PlanChart::rebuild() {
  plot_->clearPlottables();
  plot_->clearItems();
  theme_plot(*plot_, current_tokens());
  if (!is_empty()) draw();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void PlanChart::add_line(double x, const QString& text, const QColor& color) {
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

bool PlanChart::eventFilter(QObject* watched, QEvent* event) {
  if (watched == plot_ && event->type() == QEvent::ToolTip && !is_empty()) {
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

void PlanChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) rebuild();
}

}  // namespace nscope::gui
