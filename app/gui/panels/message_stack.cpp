#include "app/gui/panels/message_stack.h"

#include "app/gui/panels/section.h"

#include <QVBoxLayout>

namespace nscope::gui {

MessageStack::MessageStack(QWidget* content, QWidget* parent)
    : QStackedWidget(parent), message_(named_label("muted")) {
  constexpr int kWidest = 640;
  message_->setAlignment(Qt::AlignCenter);
  message_->setWordWrap(true);
  message_->setMaximumWidth(kWidest);
  message_->setTextFormat(Qt::PlainText);
  message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* page = new QWidget;
  auto* layout = new QHBoxLayout(page);
  layout->setContentsMargins(16, 12, 16, 12);
  layout->addWidget(message_);
  addWidget(content);
  addWidget(page);
}

void MessageStack::show_message(const QString& text) {
  message_->setText(text);
  setCurrentIndex(1);
}

}  // namespace nscope::gui

#include "moc_message_stack.cpp"
