#include "app/gui/panels/elided_label.h"

#include <QPainter>
#include <QStyle>
#include <algorithm>

namespace nscope::gui {

ElidedLabel::ElidedLabel(const char* object_name) {
  setObjectName(QString::fromLatin1(object_name));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

void ElidedLabel::set_text(const QString& text) {
  setText(text);
  setToolTip(text);
  updateGeometry();
}

QSize ElidedLabel::sizeHint() const {
  return {fontMetrics().horizontalAdvance(text()) + 2, QLabel::sizeHint().height()};
}

QSize ElidedLabel::minimumSizeHint() const {
  return {0, QLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*) {
  constexpr int kTooShort = 100;
  if (width() < std::min(kTooShort, sizeHint().width())) return;
  QPainter painter(this);
  style()->drawItemText(&painter, contentsRect(), Qt::AlignLeft | Qt::AlignVCenter, palette(),
                        isEnabled(), fontMetrics().elidedText(text(), Qt::ElideRight, width()),
                        foregroundRole());
}

}  // namespace nscope::gui
