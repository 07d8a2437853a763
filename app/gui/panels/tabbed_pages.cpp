#include "app/gui/panels/tabbed_pages.h"

#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace nscope::gui {

TabbedPages::TabbedPages(const QString& name, QWidget* parent)
    : QWidget(parent), tabs_(new QTabBar), pages_(new QStackedWidget) {
  tabs_->setObjectName(QStringLiteral("resultTabs"));
  tabs_->setAccessibleName(name);
  tabs_->setDrawBase(false);
  tabs_->setExpanding(false);
  tabs_->setUsesScrollButtons(true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(10);
  layout->addWidget(tabs_);
  layout->addWidget(pages_, 1);
  connect(tabs_, &QTabBar::currentChanged, pages_, &QStackedWidget::setCurrentIndex);
}

void TabbedPages::add(QWidget* page, const QString& title) {
  pages_->addWidget(page);
  tabs_->addTab(title);
}

void TabbedPages::show_page(int index) {
  tabs_->setCurrentIndex(index);
}

int TabbedPages::current() const {
  return tabs_->currentIndex();
}

}  // namespace nscope::gui
