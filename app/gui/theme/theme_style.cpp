#include "app/gui/theme/theme_style.h"

#include "app/gui/theme/tokens.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <algorithm>

namespace nscope::gui {

ThemeStyle::ThemeStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                               QPainter* painter, const QWidget* widget) const {
  if (element != PE_IndicatorCheckBox) {
    return QProxyStyle::drawPrimitive(element, option, painter, widget);
  }
  const Tokens& t = current_tokens();
  const bool enabled = option->state & State_Enabled;
  const bool checked = option->state & State_On;
  const double side = std::min(option->rect.width(), option->rect.height());
  QRectF box(0, 0, side, side);
  box.moveCenter(QRectF(option->rect).center());
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(checked && enabled ? t.accent : t.muted);
  painter->setBrush(checked && enabled ? t.accent : t.raised);
  painter->drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
  if (checked) {
    painter->setPen(QPen(enabled ? t.on_accent : t.muted, side * 0.13, Qt::SolidLine, Qt::RoundCap,
                         Qt::RoundJoin));
    const auto at = [&](double x, double y) {
      return QPointF(box.left() + x * side, box.top() + y * side);
    };
    const QPointF tick[] = {at(0.25, 0.52), at(0.43, 0.70), at(0.76, 0.32)};
    painter->drawPolyline(tick, 3);
  }
  painter->restore();
}

}  // namespace nscope::gui
