#include "app/gui/panels/choice_box.h"

#include "app/gui/theme/tokens.h"

#include <QPainter>

namespace nscope::gui {

void ChoiceBox::paintEvent(QPaintEvent* event) {
  QComboBox::paintEvent(event);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(current_tokens().muted, 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  const QPointF tip(width() - 12.0, height() / 2.0 + 2.0);
  const QPointF chevron[] = {tip + QPointF(-3.5, -3.5), tip, tip + QPointF(3.5, -3.5)};
  painter.drawPolyline(chevron, 3);
}

}  // namespace nscope::gui
