#include "app/gui/panels/scroll_column.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace nscope::gui {
namespace {

/// Gives the content of a scroll area its height when it is shown. Qt does not if the content was
/// changed and laid out while it was hidden, for example on another tab.
class HeightWhenShown : public QObject {
 public:
  explicit HeightWhenShown(QScrollArea* scroll) : QObject(scroll), scroll_(scroll) {}

  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::Show) {
      QCoreApplication::postEvent(scroll_, new QEvent(QEvent::LayoutRequest));
    }
    return false;
  }

 private:
  QScrollArea* scroll_;
};

}  // namespace

QScrollArea* scroll_column(QWidget* content) {
  auto* scroll = new QScrollArea;
  content->installEventFilter(new HeightWhenShown(scroll));
  scroll->setWidget(content);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  return scroll;
}

QScrollArea* side_column(QWidget* content) {
  QScrollArea* const scroll = scroll_column(content);
  scroll->setObjectName(QStringLiteral("panel"));
  return scroll;
}

void lay_out_page(QWidget& page, QWidget* side, int least, QWidget* results) {
  constexpr int kSideShare = 3;
  constexpr int kResultShare = 13;
  side->setMinimumWidth(least);
  side->setMaximumWidth(least * 7 / 5);
  auto* layout = new QHBoxLayout(&page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(side, kSideShare);
  layout->addWidget(results, kResultShare);
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
