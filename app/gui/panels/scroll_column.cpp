#include "app/gui/panels/scroll_column.h"

#include <QVBoxLayout>

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

QVBoxLayout* lay_out_panel(QWidget* content) {
  content->setObjectName(QStringLiteral("panel"));
  content->setAttribute(Qt::WA_StyledBackground);
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(16, 14, 16, 16);
  layout->setSpacing(10);
  return layout;
}

}  // namespace nscope::gui
