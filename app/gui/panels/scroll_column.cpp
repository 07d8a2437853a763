#include "app/gui/panels/scroll_column.h"

namespace nscope::gui {

QScrollArea* scroll_column(QWidget* content) {
  auto* scroll = new QScrollArea;
  scroll->setWidget(content);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  return scroll;
}

QScrollArea* side_column(QWidget* content, int width) {
  QScrollArea* const scroll = scroll_column(content);
  scroll->setObjectName(QStringLiteral("panel"));
  scroll->setFixedWidth(width);
  return scroll;
}

}  // namespace nscope::gui
