#include "app/gui/panels/side_column.h"

namespace nscope::gui {

QScrollArea* side_column(QWidget* content, int width) {
  auto* scroll = new QScrollArea;
  scroll->setObjectName(QStringLiteral("panel"));
  scroll->setWidget(content);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFixedWidth(width);
  return scroll;
}

}  // namespace nscope::gui
