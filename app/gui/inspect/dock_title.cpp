#include "app/gui/inspect/dock_title.h"

#include "app/gui/panels/section.h"
#include "app/gui/theme/theme.h"

#include <QDockWidget>
#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

namespace nscope::gui {
namespace {

QToolButton* flat_button(const QString& name) {
  auto* button = new QToolButton;
  button->setObjectName(QStringLiteral("dockButton"));
  button->setAccessibleName(name);
  button->setToolTip(name);
  return button;
}

}  // namespace

DockTitle::DockTitle(QDockWidget* dock)
    : QWidget(dock),
      float_(flat_button(tr("Float %1").arg(dock->windowTitle()))),
      close_(flat_button(tr("Close %1").arg(dock->windowTitle()))) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(16, 8, 10, 0);
  layout->setSpacing(2);
  layout->addWidget(named_label("sectionTitle", dock->windowTitle()));
  layout->addStretch(1);
  layout->addWidget(float_);
  layout->addWidget(close_);
  connect(float_, &QToolButton::clicked, dock, [dock] { dock->setFloating(!dock->isFloating()); });
  connect(close_, &QToolButton::clicked, dock, &QDockWidget::close);
  draw_icons();
}

void DockTitle::draw_icons() {
  float_->setIcon(line_icon("float", current_tokens().muted));
  close_->setIcon(line_icon("close", current_tokens().muted));
}

void DockTitle::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) draw_icons();
}

}  // namespace nscope::gui

#include "moc_dock_title.cpp"
