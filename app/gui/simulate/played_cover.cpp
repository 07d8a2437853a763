#include "app/gui/simulate/played_cover.h"

#include "app/gui/theme/tokens.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace nscope::gui {

PlayedCover::PlayedCover(QWidget* covered, int left, int top, std::function<double(double)> x_of)
    : QWidget(covered), covered_(covered), left_(left), top_(top), x_of_(std::move(x_of)) {
  covered_->installEventFilter(this);
  hide();
}

void PlayedCover::set_until(std::optional<double> tick) {
  until_ = tick;
  setVisible(until_.has_value());
  follow();
}

void PlayedCover::follow() {
  if (!until_) return;
  const int from = static_cast<int>(std::floor(std::clamp(
      x_of_(*until_), static_cast<double>(left_), static_cast<double>(covered_->width()))));
  const QRect place(from, top_, covered_->width() - from, covered_->height() - top_);
  if (place == geometry()) return;
  setGeometry(place);
  raise();
}

/// Blocks selecting and hovering of hidden events. Wheel events reach the widget below.
bool PlayedCover::event(QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseMove:
    case QEvent::ToolTip: return true;
    default: return QWidget::event(event);
  }
}

bool PlayedCover::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) follow();
  return QWidget::eventFilter(watched, event);
}

void PlayedCover::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), current_tokens().window);
  painter.fillRect(QRect(0, 0, 1, height()), current_tokens().accent);
}

}  // namespace nscope::gui
