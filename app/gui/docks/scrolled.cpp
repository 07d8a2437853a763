#include "app/gui/docks/scrolled.h"

#include "app/gui/panels/scroll_column.h"

#include <QVBoxLayout>

namespace nscope::gui {

void put_scrolled(QWidget* content, QWidget* view) {
  auto* inside = new QWidget;
  inside->setObjectName(QStringLiteral("panel"));
  inside->setAttribute(Qt::WA_StyledBackground);
  auto* inner = new QVBoxLayout(inside);
  inner->setContentsMargins(16, 10, 16, 16);
  inner->addWidget(content);
  inner->addStretch(1);
  QScrollArea* const scroll = scroll_column(inside);
  scroll->setObjectName(QStringLiteral("panel"));
  scroll->setMinimumWidth(260);
  auto* layout = new QVBoxLayout(view);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(scroll);
}

}  // namespace nscope::gui
