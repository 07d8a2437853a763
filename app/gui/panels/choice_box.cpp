#include "app/gui/panels/choice_box.h"

#include "app/gui/text/plain_text.h"
#include "app/gui/theme/tokens.h"

#include <QHelpEvent>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <algorithm>

namespace nscope::gui {
namespace {

/// The arrow and its margin, pixels.
constexpr int kArrowRoom = 20;

}  // namespace

void draw_choice_arrow(QPainter& painter, const QRect& field) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(current_tokens().muted, 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  const QPointF tip(field.right() - 11.0, field.height() / 2.0 + 2.0);
  const QPointF chevron[] = {tip + QPointF(-3.5, -3.5), tip, tip + QPointF(3.5, -3.5)};
  painter.drawPolyline(chevron, 3);
}

/// The text of the choice, or the one that says why there is none.
QString ChoiceBox::whole_text() const {
  return currentIndex() < 0 && !isEditable() ? placeholderText() : currentText();
}

QString ChoiceBox::elided_text() const {
  QStyleOptionComboBox option;
  initStyleOption(&option);
  const QRect field =
      style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
  const int room = std::min(field.width(), width() - kArrowRoom - field.left());
  const int icon = itemIcon(currentIndex()).isNull() ? 0 : iconSize().width() + 4;
  return fontMetrics().elidedText(whole_text(), Qt::ElideRight, room - icon);
}

void ChoiceBox::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  painter.setPen(palette().color(QPalette::Text));
  QStyleOptionComboBox option;
  initStyleOption(&option);
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  if (!isEditable()) option.currentText = elided_text();
  painter.drawControl(QStyle::CE_ComboBoxLabel, option);
  draw_choice_arrow(painter, rect());
}

bool ChoiceBox::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || elided_text() == whole_text()) {
    return QComboBox::event(event);
  }
  show_cut_text(static_cast<QHelpEvent*>(event)->globalPos(), whole_text(), *this);
  return true;
}

}  // namespace nscope::gui
